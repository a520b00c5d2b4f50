/* The heavier weights of the type, after everything that is needed first. */
import './bold.css';
