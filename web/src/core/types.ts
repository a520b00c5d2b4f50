/* What the page may ask of the C core. `Rules` answers at once, on the page's own thread: a question takes
 * microseconds and a tap must never wait. `Engine` works in a worker. Both run the same wasm module. */

/** rank * files + file; a1 is 0. */
export type Point = number;
export type Side = 'white' | 'black';
export type Kind = 'paika' | 'approach' | 'withdrawal';

export type EndReason =
  | 'no-stones' | 'blocked' | 'repetition' | 'quiet' | 'agreement' | 'resignation' | 'time' | 'abandoned';

export interface Outcome {
  readonly result: 'ongoing' | Side | 'draw';
  readonly reason: EndReason | '';
  /** "R5.1", or '' while the game goes on. */
  readonly clause: string;
}

/** One displacement and the stones it takes. */
export interface Step {
  readonly from: Point;
  readonly to: Point;
  readonly kind: Kind;
  readonly taken: readonly Point[];
}

export interface Turn {
  /** Canonical form, R9.1. */
  readonly text: string;
  readonly side: Side;
  readonly steps: readonly Step[];
}

/** The game as it stands before turn `ply`. */
export interface View {
  readonly files: number;
  readonly ranks: number;
  /** By point: 0 empty, 1 White, 2 Black. */
  readonly stones: readonly number[];
  readonly side: Side;
  readonly quiet: number;
  /** 0 when off. */
  readonly quietLimit: number;
  readonly number: number;
  /** Position text, R9.3. */
  readonly position: string;
  readonly mustCapture: boolean;
  /** Stones of the side to move that have a legal step; empty once the game is over. */
  readonly movable: readonly Point[];
  readonly outcome: Outcome;
  /** How often this position has occurred, and before which plies (R5.4). */
  readonly occurrences: readonly number[];
  readonly ply: number;
  /** Turns made, and turns undone that can be redone, of the whole game. */
  readonly length: number;
  readonly undone: number;
}

/** A turn being made. */
export interface Draft {
  /** The steps so far in canonical form; '' before the first. */
  readonly text: string;
  readonly steps: readonly Step[];
  readonly stones: readonly number[];
  /** Steps that may come next (before the first step: of every stone). */
  readonly open: readonly Step[];
  /** The turn may end here. */
  readonly mayStop: boolean;
  /** The turn may end here and nothing more is open: it ends by itself. */
  readonly complete: boolean;
}

/** fan_refusal_word of the C core. */
export type RefusalCode =
  | 'legal' | 'ended' | 'empty' | 'enemy' | 'other-stone' | 'occupied' | 'no-line' | 'must-capture' | 'visited'
  | 'direction' | 'no-approach' | 'no-withdrawal' | 'not-capturing' | 'over' | 'stuck' | 'stop' | 'single';

export interface Refusal {
  readonly code: RefusalCode;
  /** "R3.1" */
  readonly clause: string;
  /** What forbids it, where that is something on the board. */
  readonly points: readonly Point[];
}

export type Reading =
  | { readonly reading: 'read'; readonly turn: Turn }
  | { readonly reading: 'malformed'; readonly fault: TurnFault; readonly offset: number }
  | { readonly reading: 'illegal'; readonly offset: number; readonly refusal: Refusal }
  | { readonly reading: 'ambiguous'; readonly count: number; readonly candidates: readonly string[] };

export type TurnFault = 'empty' | 'character' | 'point' | 'kind' | 'end' | 'length';

export interface Setup {
  readonly files: number;
  readonly ranks: number;
  /** As `--rules` takes it: "chain=mandatory,quiet-limit=0"; '' is the default. */
  readonly rules: string;
  /** R9.3; absent: the start. */
  readonly position?: string;
}

/** A game from outside that cannot be opened; says what, where and why, in English (a saved game gone bad). */
export class CoreError extends Error {}

/** The rules on the page's thread: holds one game. Ply arguments run from 0 to view().length. */
export interface Rules {
  /** Opens a game and plays turns (canonical texts) into it. Throws CoreError; the game before then stays. */
  open(setup: Setup, turns?: readonly string[]): View;
  view(ply?: number): View;
  /** Turn number `index`, 0 … length - 1 (the one made in view(index)). */
  turn(index: number): Turn;
  /** The draft made of the steps in `text` from the position now. Throws CoreError if a step is not open. */
  draft(text: string): Draft;
  /** Why this stone cannot be taken up. */
  refuseFrom(text: string, from: Point): Refusal;
  /** Why this step cannot be made in the draft; without `kind`: in any way. */
  refuseStep(text: string, from: Point, to: Point, kind?: Kind): Refusal;
  /** Reads what somebody typed (R9.2). */
  read(text: string): Reading;
  /** Plays a turn in canonical form. Throws CoreError if it is not legal. */
  play(text: string): View;
  /** One turn back or forth; false if there is none. */
  undo(): boolean;
  redo(): boolean;
  resign(loser: Side): View;
  agreeDraw(): View;
  /** Rule options that are not at their default, canonical; '' for standard rules. */
  rulesText(): string;
}

export interface Job {
  readonly setup: Setup;
  readonly turns: readonly string[];
  /** 1 to 8; absent: full strength within the limits. */
  readonly level?: number;
  readonly seed?: number;
  readonly nodes?: number;
  readonly budgetMs?: number;
  readonly depth?: number;
  readonly lines?: number;
}

export interface Line {
  /** Hundredths of a stone for the side to move; beyond ±25000 a forced win or loss. */
  readonly score: number;
  /** Plies to the forced end, if the score is one. */
  readonly winIn?: number;
  readonly lossIn?: number;
  readonly turns: readonly string[];
}

export interface Report {
  readonly depth: number;
  readonly nodes: number;
  readonly elapsedMs: number;
  readonly lines: readonly Line[];
}

export interface Answer extends Report {
  /** The turn to play, canonical. */
  readonly turn: string;
  /** stop() ended it early. */
  readonly stopped: boolean;
}

/** The search in its worker. One job runs and at most one waits: a new job stops the running one and
 * takes the place of the waiting one, whose promise is rejected with AbortError. */
export interface Engine {
  search(job: Job, onReport?: (report: Report) => void): Promise<Answer>;
  /** Ends the running job at once; its promise resolves with what it has. */
  stop(): void;
  /** Ends the worker. */
  close(): void;
}
