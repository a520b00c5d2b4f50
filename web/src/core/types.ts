/* What the page may ask of the C core. `Rules` answers at once, on the page's own thread: a question takes
 * microseconds and a tap must never wait. `Engine` works in a worker. Both run the same wasm module. */

/** rank * files + file; a1 is 0. */
export type Point = number;
/** Where a stone comes from that is placed in telo (R6.2): the `from` of such a step. No point of any board. */
export const HAND: Point = 63;
export type Side = 'white' | 'black';
export type Kind = 'paika' | 'approach' | 'withdrawal';

export type EndReason =
  | 'no-stones' | 'blocked' | 'row' | 'repetition' | 'quiet' | 'agreement' | 'resignation' | 'time' | 'abandoned';

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
  /** 'tsivy', 'dimy', 'telo', or a size such as '7x3'. */
  readonly variant: string;
  /** Rule options that are not at their default, canonical; '' for standard rules. */
  readonly rules: string;
  readonly files: number;
  readonly ranks: number;
  /** By point: 0 empty, 1 White, 2 Black. */
  readonly stones: readonly number[];
  readonly side: Side;
  /** Stones in hand, White's and Black's; 0 but in telo (R6.2). */
  readonly hand: readonly [number, number];
  /** Who gives while vela is in its first phase (R7.2), and how many stones are left to give; null and 0 outside it. */
  readonly giver: Side | null;
  readonly toGive: number;
  /** The full row that won a game of telo (R6.3). */
  readonly row: readonly Point[];
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
  | 'direction' | 'no-approach' | 'no-withdrawal' | 'not-capturing' | 'over' | 'stuck' | 'stop' | 'single' | 'place' | 'hand' | 'telo' | 'giver' | 'taker';

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
  /** 'tsivy', 'dimy', 'telo', or a size such as '7x3'. */
  readonly variant: string;
  /** As `--rules` takes it: "chain=mandatory,quiet-limit=0"; '' is the default. */
  readonly rules: string;
  /** R9.3; absent: the start. */
  readonly position?: string;
}

/** FanSetupFault of the C core. */
export type SetupFaultCode =
  | 'empty' | 'length' | 'size' | 'other-size' | 'character' | 'rank-long' | 'rank-short' | 'side' | 'quiet' | 'number' | 'key'
  | 'repeated' | 'stones' | 'option' | 'hand' | 'hand-board' | 'hand-stones' | 'hand-side' | 'rows' | 'vela' | 'vela-board'
  | 'vela-stones';

export interface SetupFault {
  readonly code: SetupFaultCode;
  /** For 'stones' and 'hand-stones'. */
  readonly side: Side;
  /** 1 …: the rank it is about, counted from the top of the text; 0 if none. */
  readonly rank: number;
  readonly offset: number;
  readonly length: number;
}

/** What became of a set-up (R9.3, R9.4): all its faults, or how the position stands. */
export type SetupReport =
  | { readonly faults: readonly SetupFault[] }
  | { readonly faults: readonly []; readonly variant: string; readonly rules: string; readonly position: string; readonly outcome: Outcome };

/** An end made by word (R5.5), which the turns alone do not tell. `loser` is absent for an agreement. */
export interface WordEnd {
  readonly reason: 'agreement' | 'resignation' | 'time' | 'abandoned';
  readonly loser?: Side;
}

/** One game of a file of records (R9.5). */
export interface RecordGame {
  /** In the order of R9.5; Result, Variant, Rules and FEN among them. */
  readonly tags: readonly (readonly [string, string])[];
  readonly setup: Setup;
  /** The main line, canonical. */
  readonly turns: readonly string[];
  readonly outcome: Outcome;
  /** Set if the game ended by word and the record says how. */
  readonly word?: WordEnd;
  /** The game in canonical form, with comments and variations. */
  readonly text: string;
}

export interface RecordFault {
  readonly line: number;
  readonly column: number;
  /** Number of the game in the file, from 1. */
  readonly game: number;
  /** What is wrong, in English. */
  readonly reason: string;
}

/** Reads a text of many games one by one, so that the page can breathe in between. */
export interface RecordCursor {
  /** The next game or fault; null at the end. */
  next(): { readonly game: RecordGame } | { readonly fault: RecordFault } | null;
  /** Bytes read so far and in all. */
  readonly done: number;
  readonly total: number;
}

/** What a link holds. */
export interface LinkGame {
  readonly setup: Setup;
  readonly turns: readonly string[];
  /** Where to open it: 0 … turns.length. */
  readonly ply: number;
  readonly word?: WordEnd;
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
  /** Every fault of a set-up, for an editor; opens nothing. A bad variant or bad rules throw CoreError. */
  checkSetup(setup: Setup): SetupReport;
  /** The game held, as a canonical record (R9.5); `tags` besides those that follow from the game. */
  writeRecord(tags: readonly (readonly [string, string])[], word?: WordEnd): string;
  /** Begins to read records; at most one cursor is in use at a time. Throws CoreError if the text is too long. */
  readRecords(text: string): RecordCursor;
  /** The game held as the text of a link that opens at `ply`; safe in an address. */
  writeLink(ply: number, word?: WordEnd): string;
  /** Reads what writeLink wrote; checks every turn. Throws CoreError. */
  readLink(text: string): LinkGame;
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
  /** Only turns that keep the best of what is proved (fan_engine_set_proof of the core); of levels with the highest alone. */
  readonly perfect?: boolean;
}

export interface Line {
  /** Hundredths of a stone for the side to move; beyond ±25000 a forced win or loss. */
  readonly score: number;
  /** Winning chances of the side to move in thousandths, a draw counting half; 0 and 1000 only if forced. */
  readonly chance: number;
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
  /** What it keeps; 'none' unless the job was a perfect one. */
  readonly promise?: Promised;
  /** stop() ended it early. */
  readonly stopped: boolean;
}

export type TableValue = 'win' | 'draw' | 'loss';

/** What endgame tables know of a position, for the side to move, or of a turn, for who makes it (docs/tables.md). */
export interface Truth {
  /** Of play without a quiet limit. */
  readonly value: TableValue;
  /** Plies by the metric; never of a draw, nor where values alone are known. */
  readonly distance?: number;
  /** Under the standard quiet limit, where that is the rule and known. */
  readonly limited?: TableValue;
  readonly limitedDistance?: number;
}

export interface TruthTurn extends Truth {
  /** Canonical. */
  readonly turn: string;
}

export interface Truths extends Truth {
  /** What distances count to: the next capture, or the end of the game. */
  readonly metric: 'values' | 'dtc' | 'dtw';
  /** Every legal turn, best first; none once the game has ended. */
  readonly turns: readonly TruthTurn[];
}

/** Endgame tables that travel with the page. */
export interface TableSource {
  /** Null where they do not know the position. Rejects where they do not arrive. */
  truths(setup: Setup): Promise<Truths | null>;
}

/** What a side can hold, whatever the other does, by proof: nothing is known; it does not lose; it wins, draw rules aside. */
export type Promised = 'none' | 'hold' | 'win';

export type Promises = Readonly<Record<Side, Promised>>;

/** Certificates that travel with the page. */
export interface ProofSource {
  /** What is promised in a position; null where nothing is proved of its board under its rules. Rejects where the
   * certificate, or the tables it leans on, do not arrive. */
  promises(setup: Setup): Promise<Promises | null>;
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
