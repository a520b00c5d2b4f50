/* The only door from the page to the core's implementation. */

export { loadRules, startEngine } from '../core';
