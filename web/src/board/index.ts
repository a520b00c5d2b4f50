/**
 * The board widget. It draws what it is given and tells what is tapped; it knows no rules and may
 * import nothing from outside this folder. See types.ts for the contract.
 */
export type * from './types';
export { Board } from './board';
export { boardHeight, boardWidth, HAND, starPath, trayPx } from './geometry';
export type { Bounds } from './geometry';
