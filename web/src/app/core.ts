/* The only door from the page to the core's implementation. */

export { loadRules, PROOF_ADDRESS, startEngine } from '../core';

/** The book of openings, with what reads it: wanted by few, so it comes over the wire when it is. */
export const loadBook = (): Promise<import('../core/book').Book> => import('../core/library').then((library) => library.loadBook());
