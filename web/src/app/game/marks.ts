/* State to board: which stones stand, what is marked, what can be touched. */

import type { Marks, Stone, Trail } from '../../board/types';
import { HAND } from '../../core/types';
import type { Point, Rules, Step, TableValue, View } from '../../core/types';
import type { GameState } from './state';
import { canAct, placing, stoneInHand } from './state';

export interface Scene {
  /** The position that is shown. */
  readonly view: View;
  readonly stones: readonly Stone[];
  readonly marks: Marks;
  readonly movable: readonly Point[];
  /** Points on which a tap puts a stone from the hand. */
  readonly open: readonly Point[];
}

const NO_TRUTHS: ReadonlyMap<Point, TableValue> = new Map();

/** `best`: the engine's best turn in an analysis. `truths`: what endgame tables know to come of a tap there. */
export function scene(state: GameState, rules: Pick<Rules, 'view'>, best?: string, truths = NO_TRUTHS): Scene {
  if (state.browse !== null) return past(state, rules.view(state.browse));
  if (state.peek) return { view: state.view, stones: stonesOf(state.view.stones), marks: {}, movable: [], open: [] };
  if (state.view.outcome.reason === 'blocked') return blocked(state);
  const acting = canAct(state);
  const hand = stoneInHand(state);
  const chain = state.draft.steps.length > 0;
  return {
    view: state.view,
    stones: stonesOf(state.draft.stones),
    marks: acting ? { ...trails(state), ...offers(state, hand, chain, best), truths: marksOf(truths) } : trails(state),
    movable: !acting ? [] : chain && hand !== null ? [hand] : state.view.movable,
    open: acting && placing(state) ? state.draft.open.map((step) => step.to) : [],
  };
}

/** The stones that cannot move, each pointed at. */
function blocked(state: GameState): Scene {
  const stones = stonesOf(state.view.stones);
  const own = state.view.side === 'white' ? 1 : 2;
  const [at, ...because] = stones.flatMap((stone, point) => (stone === own ? [point] : []));
  const marks = at === undefined ? trails(state) : { ...trails(state), refusal: { at, because } };
  return { view: state.view, stones, marks, movable: [], open: [] };
}

function past(state: GameState, view: View): Scene {
  return {
    view,
    stones: stonesOf(view.stones),
    marks: { lastTurn: trailOf(state.turns[view.ply - 1]?.steps), row: rowOf(view) },
    movable: [],
    open: [],
  };
}

function trails(state: GameState): Marks {
  const last = state.turns[state.turns.length - 1];
  return state.draft.steps.length > 0
    ? { draft: trailOf(state.draft.steps) }
    : { lastTurn: state.trail ? trailOf(last?.steps) : undefined, row: rowOf(state.view) };
}

function rowOf({ row }: View): readonly Point[] | undefined {
  return row.length > 0 ? row : undefined;
}

function offers(state: GameState, hand: Point | null, chain: boolean, best: string | undefined): Marks {
  const { choice, refused, view, hint } = state;
  const reachable = hand === null ? [] : state.draft.open.filter((step) => step.from === hand).map((step) => step.to);
  const line = chain ? null : pathOf(hint?.turns[0] ?? (hand === null ? best : undefined), view.files);
  return {
    canCapture: view.mustCapture && !chain ? view.movable.filter((point) => point !== hand) : undefined,
    selected: hand ?? undefined,
    reachable: [...new Set(reachable)].filter((point) => point !== choice?.to),
    chosen: choice?.to,
    groups: choice ? [group('A', choice.approach), group('W', choice.withdrawal)] : undefined,
    refusal: refused ? { at: refused.at, because: refused.refusal.points.filter((p) => p !== refused.at) } : undefined,
    bestLines: line ? [line] : undefined,
  };
}

function marksOf(truths: ReadonlyMap<Point, TableValue>): Marks['truths'] {
  return truths.size > 0 ? [...truths].map(([point, value]) => ({ point, value })) : undefined;
}

function group(kind: 'A' | 'W', step: Step): { kind: 'A' | 'W'; points: readonly Point[]; count: number } {
  return { kind, points: step.taken, count: step.taken.length };
}

export function trailOf(steps: readonly Step[] | undefined): Trail | undefined {
  const first = steps?.[0];
  if (!steps || !first) return undefined;
  const path = steps.map((step) => step.to);
  return { path: first.from === HAND ? path : [first.from, ...path], taken: steps.flatMap((step) => step.taken) };
}

/** The points of a canonical turn: "d3-e3W" goes from d3 to e3. */
export function pathOf(text: string | undefined, files: number): readonly Point[] | null {
  if (!text) return null;
  const points = text.split('-').map((part) => {
    const match = /^([a-z])(\d+)/.exec(part);
    return match ? (Number(match[2]) - 1) * files + ((match[1] ?? 'a').charCodeAt(0) - 97) : -1;
  });
  return points.every((point) => point >= 0) ? points : null;
}

function stonesOf(stones: readonly number[]): readonly Stone[] {
  return stones as readonly Stone[];
}
