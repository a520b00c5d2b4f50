/** A replayed turn: how long its steps take and what the board looks like on the way. */
import type { Animation, AnimationStep, Point, Stone, Trail } from './types';

const STEP_MS = 180;
/** Longest replay of a whole chain. */
const CHAIN_MS = 1200;
/** Taken stones fade one after the other. */
export const FADE_GAP_MS = 30;

export function stepMs(steps: number): number {
  return Math.min(STEP_MS, CHAIN_MS / steps);
}

/** The stones when `done` of the steps that led to `stones` have been made. */
export function stonesAfter(stones: ArrayLike<Stone>, steps: readonly AnimationStep[], done: number): Stone[] {
  const board = Array.from(stones);
  const last = steps[steps.length - 1];
  const mover = last && board[last.to];
  if (!last || !mover) return board;
  board[last.to] = 0;
  for (const step of steps.slice(done)) for (const point of step.taken) board[point] = (3 - mover) as Stone;
  board[moverAt(steps, done)] = mover;
  return board;
}

/** Where the moving stone is when `done` steps have been made. */
export function moverAt(steps: readonly AnimationStep[], done: number): Point {
  return (done === 0 ? steps[0]?.from : steps[done - 1]?.to) ?? 0;
}

/** The trail as far as it has been walked. */
export function trailAfter(trail: Trail | undefined, steps: readonly AnimationStep[], done: number): Trail | undefined {
  if (!trail) return undefined;
  const ahead = steps.slice(done);
  const still = ahead.flatMap((step) => step.taken);
  const path = trail.path.slice(0, trail.path.length - ahead.length);
  // A stone on its way from a tray has walked nowhere on the board yet.
  if (path.length === 0) return undefined;
  return {
    path,
    taken: trail.taken.filter((point) => !still.includes(point)),
  };
}

export interface Ghost {
  readonly point: Point;
  readonly stone: Stone;
  readonly delayMs: number;
}

/** Stones taken by the first `done` steps: they fade, one after the other. */
export function ghostsOf(animation: Animation, stones: ArrayLike<Stone>, done: number): Ghost[] {
  const last = animation.steps[animation.steps.length - 1];
  const mover = last && stones[last.to];
  if (!mover) return [];
  return animation.steps
    .slice(0, done)
    .flatMap((step) =>
      step.taken.map((point, i) => ({ point, stone: (3 - mover) as Stone, delayMs: i * FADE_GAP_MS })),
    );
}
