/** What is to be seen at this moment: the position given, or a replay on its way to it. */
import { ghostsOf, moverAt, stonesAfter, trailAfter } from './motion';
import type { Ghost } from './motion';
import type { TabSurroundings } from './tabs';
import { HAND } from './geometry';
import type { BoardProps, Marks, Point, Stone } from './types';

export interface Scene {
  readonly stones: ArrayLike<Stone>;
  readonly marks: Marks;
  /** The point whose stone is off it, on its way or in the hand. */
  readonly away: Point | undefined;
  /** The number in the dish of the stone that has made a draft's steps, and where that stone is. */
  readonly step: { readonly at: Point; readonly number: number } | undefined;
  readonly ghosts: readonly Ghost[];
}

const NO_MARKS: Marks = {};

/** `done`: steps of the replay made so far. `inHand`: the point of a stone being dragged. */
export function sceneOf(
  props: BoardProps,
  playing: boolean,
  done: number,
  inHand: Point | undefined,
  reduced: boolean,
): Scene {
  const { animation, stones, marks = NO_MARKS } = props;
  const ghosts = animation && !reduced ? ghostsOf(animation, stones, done) : [];
  if (!playing || !animation) return { stones: holding(props, inHand), marks, away: inHand, step: stepOf(marks), ghosts };
  const { steps } = animation;
  const onTheWay: Marks = {
    draft: trailAfter(marks.draft, steps, done),
    lastTurn: marks.draft ? undefined : trailAfter(marks.lastTurn, steps, done),
  };
  return {
    stones: stonesAfter(stones, steps, done),
    marks: onTheWay,
    away: moverAt(steps, done),
    step: stepOf(onTheWay),
    ghosts,
  };
}

/** The stones with the one beside them that is being carried to the board. */
function holding({ stones, hands }: BoardProps, inHand: Point | undefined): ArrayLike<Stone> {
  if (inHand !== HAND || !hands?.movable) return stones;
  const held = Array.from(stones);
  held[HAND] = hands.movable;
  return held;
}

function stepOf({ draft }: Marks): Scene['step'] {
  const at = draft?.path[draft.path.length - 1];
  return !draft || at === undefined || draft.path.length < 2 ? undefined : { at, number: draft.path.length - 1 };
}

/** Points whose lozenge gives way to a mark. */
export function bareOf({ draft, lastTurn, reachable = [] }: Marks): readonly Point[] {
  const trail = draft ?? lastTurn;
  return trail ? [...reachable, ...trail.taken, ...trail.path] : reachable;
}

export function surroundingsOf({ marks = NO_MARKS, movable = [], stones }: BoardProps): TabSurroundings {
  const { selected, reachable = [], chosen } = marks;
  return {
    tappable: selected === undefined ? movable : [...movable, selected],
    reachable,
    occupied: Array.from(stones, (stone, point) => (stone ? point : -1)).filter((point) => point >= 0),
    chosen,
    trail: (marks.draft ?? marks.lastTurn)?.path ?? [],
    from: selected,
  };
}
