/* What became of a game, turn by turn: which turns cost the side that made them much, what is still to be
 * looked at, and the curve of it all. */

import type { Side } from '../../core/types';
import type { Mark, Opinion } from '../game/chances';
import { chanceOf, SURE } from '../game/chances';

/** A position the engine has looked at. */
export interface Known extends Opinion {
  /** The turn to make; null once the game is over. */
  readonly best: string | null;
  /** White's chances after that turn, looked at as long as the turn that was made. */
  readonly held?: number;
}

/** By ply, from the start to the position after the last turn; null for what is not known yet. */
export type Plies = readonly (Known | null)[];

export interface Made {
  readonly text: string;
  readonly side: Side;
}

/** Thousandths of winning chances lost; with less than the first of them no turn is worth a word. */
export const COSTS: Readonly<Record<Mark, number>> = { doubtful: 100, mistake: 200, blunder: 300 };

/** What the turn made at `ply` has cost its side, as far as is known; null if it is not. */
export function costAt(plies: Plies, ply: number, made: readonly Made[]): number | null {
  const before = plies[ply];
  const after = plies[ply + 1];
  const turn = made[ply];
  if (!before || !after || !turn) return null;
  if (before.best === turn.text) return 0;
  return chanceOf({ chance: before.held ?? before.chance }, turn.side) - chanceOf(after, turn.side);
}

/** Two looks of different length may disagree: a mark stands only once the better turn was looked at as well. */
function isChecked(known: Known | null | undefined): boolean {
  return known?.held !== undefined;
}

export function markOf(cost: number): Mark | null {
  if (cost >= COSTS.blunder) return 'blunder';
  if (cost >= COSTS.mistake) return 'mistake';
  return cost >= COSTS.doubtful ? 'doubtful' : null;
}

export function markAt(plies: Plies, ply: number, made: readonly Made[]): Mark | null {
  return isChecked(plies[ply]) ? markOf(costAt(plies, ply, made) ?? 0) : null;
}

/** The plies of the turns that changed the game, in order. */
export function markedPlies(plies: Plies, made: readonly Made[]): readonly number[] {
  return made.flatMap((_, ply) => (markAt(plies, ply, made) === null ? [] : [ply]));
}

/** The engine's next task: a position nobody has looked at, or a better turn that is to be held against the one made. */
export interface Task {
  readonly type: 'look' | 'check';
  readonly ply: number;
}

/** From the end to the start: what the engine learns of a position helps it with the one before. */
export function nextTask(plies: Plies, made: readonly Made[]): Task | null {
  const last = plies.length - 1;
  for (let ply = last; ply >= 0; ply--) if (!plies[ply]) return { type: 'look', ply };
  for (let ply = last - 1; ply >= 0; ply--) {
    if (!isChecked(plies[ply]) && markOf(costAt(plies, ply, made) ?? 0) !== null) return { type: 'check', ply };
  }
  return null;
}

/** What is known of one game, as far as another one is the same. */
export function carryOver(plies: Plies, made: readonly Made[], to: readonly Made[]): (Known | null)[] {
  let same = 0;
  while (same < to.length && same < made.length && made[same]?.text === to[same]?.text) same += 1;
  return Array.from({ length: to.length + 1 }, (_, ply) => (ply <= same ? (plies[ply] ?? null) : null));
}

export interface CurvePoint {
  readonly ply: number;
  readonly x: number;
  readonly y: number;
}

/** Unbroken runs of what is known, in a box of that size; White wins at its top. */
export function curvePoints(plies: Plies, width: number, height: number): readonly (readonly CurvePoint[])[] {
  const runs: CurvePoint[][] = [];
  let run: CurvePoint[] = [];
  const step = plies.length > 1 ? width / (plies.length - 1) : 0;
  plies.forEach((known, ply) => {
    if (!known) {
      run = [];
      return;
    }
    if (run.length === 0) runs.push(run);
    run.push({ ply, x: round(ply * step), y: round(height * (1 - known.chance / SURE)) });
  });
  return runs;
}

export function linePath(run: readonly CurvePoint[]): string {
  return run.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
}

/** The surface between the line and the middle of the box. */
export function areaPath(run: readonly CurvePoint[], height: number): string {
  const first = run[0];
  const last = run[run.length - 1];
  if (!first || !last) return '';
  return `${linePath(run)}L${last.x} ${height / 2}L${first.x} ${height / 2}Z`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The ply nearest to a place along the curve, `part` from 0 to 1. */
export function plyAt(part: number, turns: number): number {
  return Math.round(Math.min(1, Math.max(0, part)) * turns);
}
