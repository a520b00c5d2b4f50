/* The second weight of the type, after everything that is needed first. */
import './bold.css';
