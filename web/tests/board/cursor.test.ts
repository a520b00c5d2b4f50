import { describe, expect, it } from 'vitest';
import { firstMovable, keyTarget } from '../../src/board/cursor';
import { pointName } from '../../src/board/geometry';

const shape = { files: 9, ranks: 5 };
const at = (name: string): number => (Number(name.slice(1)) - 1) * 9 + name.charCodeAt(0) - 97;
const press = (key: string, from: string, view: { turned: boolean; upright: boolean }, movable: string[] = [], shift = false): string | undefined => {
  const target = keyTarget(key, shift, shape, view, at(from), movable.map(at));
  return target === undefined ? undefined : pointName(shape, target);
};
const flat = { turned: false, upright: false };
const turned = { turned: true, upright: false };
const upright = { turned: false, upright: true };
const both = { turned: true, upright: true };

describe('arrows move along the board as it is seen', () => {
  it.each([
    ['flat', flat, { ArrowUp: 'e4', ArrowDown: 'e2', ArrowLeft: 'd3', ArrowRight: 'f3' }],
    ['turned', turned, { ArrowUp: 'e2', ArrowDown: 'e4', ArrowLeft: 'f3', ArrowRight: 'd3' }],
    ['upright', upright, { ArrowUp: 'd3', ArrowDown: 'f3', ArrowLeft: 'e2', ArrowRight: 'e4' }],
    ['upright and turned', both, { ArrowUp: 'f3', ArrowDown: 'd3', ArrowLeft: 'e4', ArrowRight: 'e2' }],
  ] as const)('%s', (_name, view, targets) => {
    for (const [key, target] of Object.entries(targets)) expect(press(key, 'e3', view)).toBe(target);
  });

  it('and stay at the edge', () => {
    expect(press('ArrowUp', 'e5', flat)).toBe('e5');
    expect(press('ArrowLeft', 'a1', flat)).toBe('a1');
    expect(press('ArrowUp', 'a3', upright)).toBe('a3');
  });

  it('Home and End go to the ends of the row', () => {
    expect(press('Home', 'e3', flat)).toBe('a3');
    expect(press('End', 'e3', flat)).toBe('i3');
    expect(press('Home', 'e3', upright)).toBe('e1');
  });
});

describe('Tab', () => {
  const movable = ['d2', 'e2', 'f2', 'd3'];
  it('goes round the stones that can move in reading order, then leaves', () => {
    expect(press('Tab', 'a5', flat, movable)).toBe('d3');
    expect(press('Tab', 'd3', flat, movable)).toBe('d2');
    expect(press('Tab', 'e2', flat, movable)).toBe('f2');
    expect(press('Tab', 'f2', flat, movable)).toBeUndefined();
  });

  it('comes in at the first of them as the board is seen', () => {
    const first = (view: typeof flat): string => pointName(shape, firstMovable(shape, view, movable.map(at)) ?? -1);
    expect(first(flat)).toBe('d3');
    expect(first(turned)).toBe('f2');
    expect(firstMovable(shape, flat, [])).toBeUndefined();
  });

  it('goes back with Shift, then leaves', () => {
    expect(press('Tab', 'f2', flat, movable, true)).toBe('e2');
    expect(press('Tab', 'd3', flat, movable, true)).toBeUndefined();
  });

  it('reads the board as it is turned', () => {
    expect(press('Tab', 'i1', turned, movable)).toBe('f2');
    expect(press('Tab', 'd2', turned, movable)).toBe('d3');
  });

  it('leaves at once when nothing can move', () => expect(press('Tab', 'e3', flat)).toBeUndefined());
});

it('other keys lead nowhere', () => {
  for (const key of [' ', 'a', 'w', 'Backspace', 'Escape', '/', 'Enter']) expect(press(key, 'e3', flat, ['d2'])).toBeUndefined();
});
