/**
 * What the board widget and its user say to each other.
 *
 * The widget knows points, stones and marks, and no rules at all: which steps are legal, what is
 * taken and when a turn ends is decided outside and comes in as plain data. It never speaks a
 * language either; every name a screen reader hears comes in through `labels`.
 */

/** Files (a, b, c … from White's left) and ranks (1 … from White's side). */
export interface Shape {
  readonly files: number;
  readonly ranks: number;
}

/** rank * files + file; a1 is 0. */
export type Point = number;

/**
 * Stones that are not on the board yet lie in two trays beside it; the trays belong to the widget and
 * reach out over its box. The point of a stone that comes from a tray is HAND.
 */
export interface Hands {
  readonly white: number;
  readonly black: number;
  /** How many stones a tray has room for. */
  readonly room: number;
  /** The side whose stones can be taken up now. */
  readonly movable?: 1 | 2 | undefined;
  /** At the left and right of the board, or above and below it. */
  readonly trays: Trays;
  /** What a screen reader says of each tray. */
  readonly labels: { readonly white: string; readonly black: string };
}

export type Trays = 'sides' | 'ends';

/** What stands on a point: nothing, a white stone, a black stone. */
export type Stone = 0 | 1 | 2;

export type Material = 'laterite' | 'raffia' | 'granite';

export type CaptureKind = 'A' | 'W';

/** One of the two captures that a step offers. `count` is what the tab says. */
export interface Group {
  readonly kind: CaptureKind;
  readonly points: readonly Point[];
  readonly count: number;
}

/** Where a stone went: its start, every point it turned at, its end; and what it took. */
export interface Trail {
  readonly path: readonly Point[];
  readonly taken: readonly Point[];
}

/** A tap that was refused: the tapped point and the stones or points that forbid it. */
export interface Refusal {
  readonly at: Point;
  readonly because: readonly Point[];
}

/** What comes of a turn for who makes it. */
export interface Truth {
  readonly point: Point;
  readonly value: 'win' | 'draw' | 'loss';
}

/** Everything drawn besides the stones. What is left out is not drawn. */
export interface Marks {
  /** Stones that can capture: a thin ring. */
  readonly canCapture?: readonly Point[] | undefined;
  /** The stone in hand: thick and thin ring, lifted. In a chain, the moving stone. */
  readonly selected?: Point | undefined;
  /** Points the stone in hand can step to. */
  readonly reachable?: readonly Point[] | undefined;
  /** The step whose kind of capture is being chosen: a dashed circle. */
  readonly chosen?: Point | undefined;
  /** The captures on offer. */
  readonly groups?: readonly Group[] | undefined;
  /** The turn being drafted; the number of its last step shows in the stone at its end. */
  readonly draft?: Trail | undefined;
  /** The turn played last: its trail and four corners round its end. */
  readonly lastTurn?: Trail | undefined;
  /** Stones that have won by standing in a row: a bar from end to end, a ring round each. */
  readonly row?: readonly Point[] | undefined;
  readonly refusal?: Refusal | undefined;
  /** What is known to come of a tap there: a tick, half a disc, a cross. */
  readonly truths?: readonly Truth[] | undefined;
  /** Turns pointed out by the engine (a hint, a best line): path of each, drawn as an arrow. */
  readonly bestLines?: readonly (readonly Point[])[] | undefined;
}

/** One step of a replayed turn. */
export interface AnimationStep {
  readonly from: Point;
  readonly to: Point;
  readonly taken: readonly Point[];
}

/**
 * How the position in `stones` came about. A new `id` starts it: the widget itself works out what
 * stood before, plays the steps and arrives at `stones`. Marks other than trails wait for its end.
 */
export interface Animation {
  readonly id: number;
  readonly steps: readonly AnimationStep[];
}

/**
 * A stone being dragged. `start`: it left its point. `over`: it was held over another point for the
 * time of a step – make the step if it is legal, but do not end the turn yet. `drop`: it was let go
 * at `point` (the stone's own point, where an `over` already brought it, or anywhere else).
 * `cancel`: the drag was broken off (by Escape, by the system); the stone glides back.
 */
export interface Drag {
  readonly phase: 'start' | 'over' | 'drop' | 'cancel';
  /** Where the stone stood when the drag began. */
  readonly from: Point;
  readonly point: Point;
}

export interface BoardProps {
  readonly shape: Shape;
  /** One entry a point. */
  readonly stones: ArrayLike<Stone>;
  readonly marks?: Marks | undefined;
  readonly hands?: Hands | undefined;

  /** Turned by 180°: Black's view. */
  readonly turned?: boolean | undefined;
  /** A quarter turn clockwise: a on top, rank 1 left. Never mirrored. With `turned`: i on top. */
  readonly upright?: boolean | undefined;
  /** The edge from which numbers and tabs are read: 'far' for a player across the table. */
  readonly stoneFacing?: 'near' | 'far' | undefined;
  readonly material?: Material | undefined;
  /** File letters and rank numbers; in any case left out where they would be under 10 px. */
  readonly coordinates?: boolean | undefined;

  /** Off: a picture only, with no controls in it (say what it shows in `label`). */
  readonly interactive?: boolean | undefined;
  /** Stones that can move now: Tab goes round them, and only they can be dragged. */
  readonly movable?: readonly Point[] | undefined;
  /** Points where a tap puts something: they look it under the pointer. */
  readonly open?: readonly Point[] | undefined;
  /** The keyboard cursor, to put it somewhere; the widget moves it on its own. A picture draws it. */
  readonly cursor?: Point | undefined;

  readonly animation?: Animation | undefined;
  /** No travel, no scaling. Left out: as the system says. */
  readonly reducedMotion?: boolean | undefined;

  /** Name of the whole board. */
  readonly label: string;
  /** Name of a point, state included, in the user's language: "d3, white stone, can capture". */
  readonly labels?: ((point: Point) => string) | undefined;

  /** A tap, a click, Enter. A tap on the moving stone is this as well. */
  readonly onPoint?: ((point: Point) => void) | undefined;
  /** A tap on a tab or a stone of a group: instead of `onPoint`. */
  readonly onGroup?: ((kind: CaptureKind) => void) | undefined;
  /** Left out: stones cannot be dragged. */
  readonly onDrag?: ((drag: Drag) => void) | undefined;
  readonly onCursor?: ((point: Point) => void) | undefined;
  /** Played through, skipped by a tap, or reduced to nothing. */
  readonly onAnimationEnd?: ((id: number) => void) | undefined;
}

/*
 * Keys. The widget takes the arrows, Home and End, Tab and Shift-Tab (past the last movable stone the
 * focus leaves the board) and Enter. Space, A, W, Backspace, Escape and / bubble up for the app to
 * take, Space with its default (a click, a scroll) already prevented.
 */
