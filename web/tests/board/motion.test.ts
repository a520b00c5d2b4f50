import { describe, expect, it } from 'vitest';
import { ghostsOf, moverAt, stepMs, stonesAfter, trailAfter } from '../../src/board/motion';
import { HAND } from '../../src/board/geometry';
import type { AnimationStep, Stone } from '../../src/board';

// White stands on 2 after 0-1-2 and took 4, then 5 and 6; a black stone on 7 stays.
const steps: AnimationStep[] = [
  { from: 0, to: 1, taken: [4] },
  { from: 1, to: 2, taken: [5, 6] },
];
const after: Stone[] = [0, 0, 1, 0, 0, 0, 0, 2, 0];

describe('a replayed turn', () => {
  it('starts from the position before it', () => expect(stonesAfter(after, steps, 0)).toEqual([1, 0, 0, 0, 2, 2, 2, 2, 0]));
  it('takes stones step by step', () => expect(stonesAfter(after, steps, 1)).toEqual([0, 1, 0, 0, 0, 2, 2, 2, 0]));
  it('ends at the position given, which it leaves alone', () => {
    expect(stonesAfter(after, steps, 2)).toEqual(after);
    expect(after[2]).toBe(1);
  });
  it('gives stones back to the right side', () => {
    const black = after.map((stone): Stone => (stone === 1 ? 2 : stone === 2 ? 1 : 0));
    expect(stonesAfter(black, steps, 0)).toEqual([2, 0, 0, 0, 1, 1, 1, 1, 0]);
  });
  it('shows the position as it is when no stone stands at its end', () => {
    const gone: Stone[] = [0, 0, 0, 0, 0, 0, 0, 2, 0];
    expect(stonesAfter(gone, steps, 0)).toEqual(gone);
    expect(stonesAfter(after, [], 0)).toEqual(after);
  });
  it('knows where the stone is', () => expect([0, 1, 2].map((done) => moverAt(steps, done))).toEqual([0, 1, 2]));

  it('draws the trail as far as it has been walked', () => {
    const trail = { path: [0, 1, 2], taken: [4, 5, 6] };
    expect(trailAfter(trail, steps, 0)).toEqual({ path: [0], taken: [] });
    expect(trailAfter(trail, steps, 1)).toEqual({ path: [0, 1], taken: [4] });
    expect(trailAfter(trail, steps, 2)).toEqual(trail);
    expect(trailAfter(undefined, steps, 1)).toBeUndefined();
  });

  it('keeps the earlier steps of a draft of which only the last is played', () => {
    const draft = { path: [8, 0, 1], taken: [3, 4] };
    expect(trailAfter(draft, steps.slice(0, 1), 0)).toEqual({ path: [8, 0], taken: [3] });
  });

  it('lets taken stones fade 30 ms apart within a step', () => {
    expect(ghostsOf({ id: 1, steps }, after, 0)).toEqual([]);
    expect(ghostsOf({ id: 1, steps }, after, 2)).toEqual([
      { point: 4, stone: 2, delayMs: 0 },
      { point: 5, stone: 2, delayMs: 0 },
      { point: 6, stone: 2, delayMs: 30 },
    ]);
  });
});

it('a step takes 150 to 200 ms, a chain 1.2 s at most', () => {
  for (let count = 1; count <= 18; count++) {
    expect(stepMs(count) * count).toBeLessThanOrEqual(1200);
    if (count <= 6) expect(stepMs(count)).toBeGreaterThanOrEqual(150);
    expect(stepMs(count)).toBeLessThanOrEqual(200);
  }
});

describe('a stone from the hand', () => {
  const placed: Stone[] = [0, 0, 0, 0, 1, 0, 0, 0, 2];
  const fromHand: AnimationStep[] = [{ from: HAND, to: 4, taken: [] }];

  it('is on no point before it arrives', () => {
    const before = stonesAfter(placed, fromHand, 0);
    expect(before.slice(0, 9)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 2]);
    expect(before[moverAt(fromHand, 0)]).toBe(1);
    expect(stonesAfter(placed, fromHand, 1)).toEqual(placed);
  });
  it('has no trail on the way, and its point at the end', () => {
    const trail = { path: [4], taken: [] };
    expect(trailAfter(trail, fromHand, 0)).toBeUndefined();
    expect(trailAfter(trail, fromHand, 1)).toEqual(trail);
  });
});
