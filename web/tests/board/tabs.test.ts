import { describe, expect, it } from 'vitest';
import { layOut, place } from '../../src/board/geometry';
import { gap, placeTabs, tabAt, tabScale } from '../../src/board/tabs';
import type { TabSurroundings } from '../../src/board/tabs';
import type { Group } from '../../src/board';

const shape = { files: 9, ranks: 5 };
const at = (name: string): number => (Number(name.slice(1)) - 1) * 9 + name.charCodeAt(0) - 97;
const points = (names: string): number[] => names.split(' ').filter(Boolean).map(at);
const widths = [
  { upright: false, width: 1004 },
  { upright: false, width: 700 },
  { upright: true, width: 352 },
  { upright: true, width: 256 },
];

/** A stone that steps between two enemies, in each of four directions, and what else stands about. */
const choices: { name: string; groups: Group[]; around: TabSurroundings }[] = [];
for (const [from, to, ahead, behind] of [
  ['f4', 'e4', 'd4 c4', 'g4'],
  ['e3', 'e4', 'e5', 'e2 e1'],
  ['d3', 'c3', 'b3 a3', 'e3 f3 g3'],
  ['c3', 'd4', 'e5', 'b2 a1'],
  ['g3', 'f2', 'e1', 'h4 i5'],
  ['b1', 'c1', 'd1 e1', 'a1'],
  ['h5', 'g5', 'f5 e5 d5', 'i5'],
] as const) {
  const groups: Group[] = [
    { kind: 'A', points: points(ahead), count: points(ahead).length },
    { kind: 'W', points: points(behind), count: points(behind).length },
  ];
  const used = [from, to, ...ahead.split(' '), ...behind.split(' ')].map(at);
  const rest = Array.from({ length: 45 }, (_, point) => point).filter((point) => !used.includes(point));
  const base = { chosen: at(to), trail: [at(from)], from: at(from) };
  choices.push({ name: `${from}-${to}, empty board`, groups, around: { ...base, tappable: [at(from)], reachable: [], occupied: used } });
  choices.push({ name: `${from}-${to}, full board`, groups, around: { ...base, tappable: [at(from)], reachable: [], occupied: [...used, ...rest] } });
  const some = rest.filter((point) => point % 3 === 0);
  choices.push({ name: `${from}-${to}, some can move`, groups, around: { ...base, tappable: [at(from), ...some], reachable: [], occupied: [...used, ...rest] } });
}

describe.each(widths)('tabs at $width px, upright $upright', ({ upright, width }) => {
  it.each(choices)('$name: on the slab, off every stone that can be tapped', ({ groups, around }) => {
    for (const turned of [false, true]) {
      const layout = layOut(shape, { turned, upright }, width, 2);
      const tabs = placeTabs(layout, groups, around);
      expect(tabs.map((tab) => tab.group)).toEqual(groups);
      for (const tab of tabs) {
        const others = [...around.tappable, ...groups.filter((group) => group !== tab.group).flatMap((group) => group.points)];
        for (const point of others) expect(gap(tab, place(layout, point)), `${tab.group.kind} over ${point}`).toBeGreaterThan(39);
        for (const point of tab.group.points) expect(gap(tab, place(layout, point))).toBeGreaterThanOrEqual(24);
        expect(Math.min(...tab.group.points.map((point) => gap(tab, place(layout, point))))).toBeLessThan(65);
        expect(tab.centre.x - tab.width / 2).toBeGreaterThanOrEqual(0);
        expect(tab.centre.x + tab.width / 2).toBeLessThanOrEqual(layout.width);
        expect(tab.centre.y - tab.height / 2).toBeGreaterThanOrEqual(0);
        expect(tab.centre.y + tab.height / 2).toBeLessThanOrEqual(layout.height);
      }
      const [a, w] = tabs;
      const apart = Math.abs(a!.centre.x - w!.centre.x) >= (a!.width + w!.width) / 2 || Math.abs(a!.centre.y - w!.centre.y) >= (a!.height + w!.height) / 2;
      expect(apart).toBe(true);
    }
  });
});

it('scales tabs as the look says', () => {
  expect(tabScale(103)).toBe(1);
  expect(tabScale(352 / 5.32)).toBeCloseTo(1.12, 1);
  expect(tabScale(256 / 5.06)).toBe(1.35);
});

it('a tab answers within 44 px, but a stone that can be tapped comes first', () => {
  const { groups, around } = choices[0]!;
  const layout = layOut(shape, { turned: false, upright: true }, 256, 2);
  const [tab] = placeTabs(layout, groups, around);
  const half = (44 / layout.cellPx) * 50;
  expect(tabAt([tab!], layout, tab!.centre, [])).toBe(tab);
  expect(tabAt([tab!], layout, { x: tab!.centre.x, y: tab!.centre.y - Math.max(half, tab!.height / 2) + 1 }, [])).toBe(tab);
  expect(tabAt([tab!], layout, { x: tab!.centre.x + 150, y: tab!.centre.y }, [])).toBeUndefined();
  const stone = { point: at('e4'), ...place(layout, at('e4')) };
  const near = { ...tab!, centre: { x: stone.x, y: stone.y - 70 } };
  const between = { x: stone.x, y: stone.y - 35 };
  expect(tabAt([near], layout, between, [stone.point])).toBeUndefined();
  expect(tabAt([near], layout, between, [])).toBe(near);
});

it('two tabs that want the same place lie side by side', () => {
  const layout = layOut(shape, { turned: false, upright: false }, 1004);
  const one = (kind: 'A' | 'W', point: string): Group => ({ kind, points: [at(point)], count: 1 });
  const [a, w] = placeTabs(layout, [one('A', 'e3'), one('W', 'e3')], { tappable: [], reachable: [], occupied: [at('e3')], chosen: undefined, trail: [], from: undefined });
  const apart = Math.abs(a!.centre.x - w!.centre.x) >= (a!.width + w!.width) / 2 || Math.abs(a!.centre.y - w!.centre.y) >= (a!.height + w!.height) / 2;
  expect(apart).toBe(true);
});
