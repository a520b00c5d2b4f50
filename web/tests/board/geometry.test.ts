import { describe, expect, it } from 'vitest';
import {
  boardHeight,
  boardLines,
  boardWidth,
  centrePoint,
  HAND,
  inBox,
  isStrong,
  layOut,
  nearestPoint,
  place,
  pointCount,
  pointName,
  pointSeenAt,
  rowsSeen,
  seenAt,
  trayBox,
  trayPx,
  traySlots,
} from '../../src/board/geometry';
import type { View } from '../../src/board/geometry';

const tsivy = { files: 9, ranks: 5 };
const views: View[] = [
  { turned: false, upright: false },
  { turned: true, upright: false },
  { turned: false, upright: true },
  { turned: true, upright: true },
];
const shapes = [tsivy, { files: 5, ranks: 5 }, { files: 3, ranks: 3 }, { files: 7, ranks: 3 }, { files: 3, ranks: 15 }, { files: 7, ranks: 7 }];
const at = (name: string): number => (Number(name.slice(1)) - 1) * 9 + name.charCodeAt(0) - 97;

describe('points as seen', () => {
  it.each([
    ['flat', views[0], 'a1', 0, 4],
    ['flat', views[0], 'i5', 8, 0],
    ['turned', views[1], 'a1', 8, 0],
    ['turned', views[1], 'i5', 0, 4],
    ['upright: a on top, rank 1 left', views[2], 'a1', 0, 0],
    ['upright: a on top, rank 5 right', views[2], 'a5', 4, 0],
    ['upright: i below', views[2], 'i1', 0, 8],
    ['upright and turned', views[3], 'a1', 4, 8],
  ] as const)('%s: %s %s', (_name, view, name, col, row) => {
    expect(seenAt(tsivy, view as View, at(name))).toEqual({ col, row });
  });

  it('maps both ways on every board and in every view', () => {
    for (const shape of shapes) {
      for (const view of views) {
        for (let point = 0; point < pointCount(shape); point++) {
          const { col, row } = seenAt(shape, view, point);
          expect(pointSeenAt(shape, view, col, row)).toBe(point);
        }
        expect(rowsSeen(shape, view).flat().sort((a, b) => a - b)).toEqual(Array.from({ length: pointCount(shape) }, (_, i) => i));
      }
    }
  });

  it('never mirrors: a to i, then 1 to 5, turns the same way round in every view', () => {
    for (const view of views) {
      const [a, i, up] = ['a1', 'i1', 'a5'].map((name) => seenAt(tsivy, view, at(name)));
      const cross = (i!.col - a!.col) * (up!.row - a!.row) - (i!.row - a!.row) * (up!.col - a!.col);
      expect(cross).toBeLessThan(0);
    }
  });

  it('has nothing outside the board', () => {
    for (const view of views) {
      expect(pointSeenAt(tsivy, view, -1, 0)).toBeUndefined();
      expect(pointSeenAt(tsivy, view, 0, view.upright ? 9 : 5)).toBeUndefined();
    }
  });

  it('names points', () => {
    expect([0, 8, 22, 44].map((point) => pointName(tsivy, point))).toEqual(['a1', 'i1', 'e3', 'i5']);
  });
});

describe('lines', () => {
  /** Every pair of neighbours that a line joins. */
  const joined = (shape: { files: number; ranks: number }): Set<string> => {
    const lines = boardLines(shape);
    const pairs = new Set<string>();
    const walk = (from: number, to: number): void => {
      const span = Math.max(Math.abs((to % shape.files) - (from % shape.files)), Math.abs(Math.floor(to / shape.files) - Math.floor(from / shape.files)));
      for (let i = 0; i < span; i++) {
        const [a, b] = [from + ((to - from) / span) * i, from + ((to - from) / span) * (i + 1)];
        pairs.add(`${Math.min(a, b)}-${Math.max(a, b)}`);
      }
    };
    lines.frame.forEach((corner, i) => walk(corner, lines.frame[(i + 1) % 4] as number));
    for (const [from, to] of [...lines.straight, ...lines.diagonal]) walk(from as number, to as number);
    return pairs;
  };

  it('joins neighbours across and up, and strong points along diagonals, and no others', () => {
    for (const shape of shapes) {
      const expected = new Set<string>();
      for (let a = 0; a < pointCount(shape); a++) {
        for (let b = a + 1; b < pointCount(shape); b++) {
          const files = Math.abs((a % shape.files) - (b % shape.files));
          const ranks = Math.abs(Math.floor(a / shape.files) - Math.floor(b / shape.files));
          if (files + ranks === 1 || (files === 1 && ranks === 1 && isStrong(shape, a))) expected.add(`${a}-${b}`);
        }
      }
      expect([...joined(shape)].sort()).toEqual([...expected].sort());
    }
  });
});

describe('layout', () => {
  it('has the proportions of the look', () => {
    expect(boardHeight(tsivy, false, 968)).toBe(548);
    expect(boardHeight(tsivy, true, 532)).toBe(968);
    expect(boardHeight(tsivy, true, 256)).toBe(Math.round((256 / 5.06) * 9.24));
  });

  it('leaves coordinates out where they would be under 10 px', () => {
    expect(layOut(tsivy, views[2]!, 352).coordinates).toBe(true);
    expect(layOut(tsivy, views[2]!, 256).coordinates).toBe(false);
    expect(layOut(tsivy, views[0]!, 1004, 1, false).coordinates).toBe(false);
  });

  it('fits into a box, as large as possible', () => {
    for (const [width, height] of [[1004, 900], [1004, 400], [352, 700], [256, 460], [500, 120]] as const) {
      for (const upright of [false, true]) {
        const fitted = boardWidth(tsivy, upright, width, height);
        expect(fitted).toBeLessThanOrEqual(width);
        expect(boardHeight(tsivy, upright, fitted)).toBeLessThanOrEqual(height + 1);
        const fuller = fitted + 8;
        expect(fuller > width || boardHeight(tsivy, upright, fuller) > height - 8).toBe(true);
      }
    }
  });

  it('keeps lines above their least widths and on whole pixels', () => {
    for (let width = 90; width < 2000; width += 7) {
      for (const ratio of [1, 1.5, 2, 3]) {
        const layout = layOut(tsivy, views[0]!, width, ratio);
        const px = (units: number): number => (units * layout.cellPx) / 100;
        expect(px(layout.frameLine)).toBeGreaterThanOrEqual(1.5 - 1e-9);
        expect(px(layout.straightLine)).toBeGreaterThanOrEqual(1.25 - 1e-9);
        expect(px(layout.diagonalLine)).toBeGreaterThanOrEqual(1 - 1e-9);
        if (layout.cellPx * ratio < 40) continue;
        const edge = (units: number, line: number): number => (px(units) - px(line) / 2) * ratio;
        for (const from of [edge(layout.left, layout.straightLine), edge(layout.top, layout.frameLine)]) {
          expect(Math.abs(from - Math.round(from))).toBeLessThan(1e-6);
        }
      }
    }
  });

  it('keeps stones on the slab', () => {
    for (const shape of shapes) {
      for (const view of views) {
        const layout = layOut(shape, view, 500, 2);
        for (let point = 0; point < pointCount(shape); point++) {
          const { x, y } = place(layout, point);
          expect(Math.min(x, y, layout.width - x, layout.height - y)).toBeGreaterThan(45);
        }
      }
    }
  });
});

describe('taps', () => {
  it('belong to the point in whose cell they are, in every view', () => {
    for (const view of views) {
      const layout = layOut(tsivy, view, 700);
      for (let point = 0; point < 45; point++) {
        const { x, y } = place(layout, point);
        for (const [dx, dy] of [[0, 0], [49, 49], [-49, 49], [49, -49], [-49, -49]] as const) {
          expect(nearestPoint(layout, { x: x + dx, y: y + dy })).toBe(point);
        }
      }
    }
  });

  it('in the margin belong to the outer point', () => {
    const layout = layOut(tsivy, views[0]!, 700);
    expect(nearestPoint(layout, { x: 0, y: layout.height })).toBe(0);
    expect(nearestPoint(layout, { x: layout.width, y: 0 })).toBe(44);
  });
});

it('finds the centre', () => {
  expect(centrePoint(tsivy)).toBe(22);
  expect(isStrong(tsivy, 22)).toBe(true);
  expect(isStrong({ files: 5, ranks: 3 }, centrePoint({ files: 5, ranks: 3 }))).toBe(false);
});

describe('trays for stones in hand', () => {
  const telo = { files: 3, ranks: 3 };
  const layout = layOut(telo, views[0]!, 440);

  it('lie beside the slab and touch neither it nor each other', () => {
    for (const trays of ['sides', 'ends'] as const) {
      const [near, far] = [true, false].map((each) => trayBox(layout, trays, each, 3));
      for (const box of [near!, far!]) {
        const apart = box.x >= layout.width || box.x + box.width <= 0 || box.y >= layout.height || box.y + box.height <= 0;
        expect(apart, trays).toBe(true);
      }
      expect(near).not.toEqual(far);
      // The near player's is at the near edge.
      expect(near!.y + near!.height, trays).toBeGreaterThan(far!.y + far!.height);
    }
  });

  it('have a place for each stone, a stone’s width apart', () => {
    for (const trays of ['sides', 'ends'] as const) {
      for (const near of [true, false]) {
        const slots = traySlots(layout, trays, near, 3);
        expect(slots.every((slot) => inBox(trayBox(layout, trays, near, 3), slot))).toBe(true);
        slots.slice(1).forEach((slot, i) => expect(Math.hypot(slot.x - slots[i]!.x, slot.y - slots[i]!.y)).toBeGreaterThan(78));
      }
    }
  });

  it('are counted in when a board is fitted into a box, and bounded cells too', () => {
    for (const [width, height] of [[1004, 560], [352, 640], [736, 724], [556, 374], [256, 467]] as const) {
      const wide = boardWidth(telo, false, width, height, { trays: 'sides' });
      expect(wide + 2 * trayPx(telo, false, wide)).toBeLessThanOrEqual(width + 2);
      const tall = boardWidth(telo, false, width, height, { trays: 'ends' });
      expect(boardHeight(telo, false, tall) + 2 * trayPx(telo, false, tall)).toBeLessThanOrEqual(height + 3);
      expect(layOut(telo, views[0]!, boardWidth(telo, false, 2000, 2000, { cellPx: 124 })).cellPx).toBeLessThanOrEqual(124);
    }
  });

  it('give the hand a place of its own, which is no point', () => {
    const hand = traySlots(layout, 'sides', true, 3)[2]!;
    expect(place({ ...layout, hand }, HAND)).toEqual(hand);
    for (const shape of shapes) expect(pointCount(shape)).toBeLessThan(HAND);
  });
});
