/**
 * Where the tabs "A 2" and "W 1" go: close to their group, on the slab, clear of every other stone
 * that can be tapped, and of as much else as possible. A search over a fine grid with a cost; few
 * enough places (a choice is rare and has two groups) to be done when the choice opens.
 */
import { CELL, clamp, place } from './geometry';
import type { Layout, XY } from './geometry';
import type { Group, Point } from './types';

export interface Tab {
  readonly group: Group;
  readonly centre: XY;
  readonly width: number;
  readonly height: number;
}

/** What else is on the board, as far as a tab must mind it. */
export interface TabSurroundings {
  /** Stones that answer a tap: those that can move, the one in hand. */
  readonly tappable: readonly Point[];
  /** Points to step to. */
  readonly reachable: readonly Point[];
  /** Every stone. */
  readonly occupied: readonly Point[];
  /** The point with the dashed circle. */
  readonly chosen: Point | undefined;
  /** The way of the stone in hand. */
  readonly trail: readonly Point[];
  /** The stone in hand: tabs like to be on the far side of their group. */
  readonly from: Point | undefined;
}

const STONE = 39;
const DISH = 24;
const REACHABLE = 25;
const TRAIL_DISC = 22;
const NEVER = 1e4;
const GRID = 4;
const REACH = 1.15 * CELL;

/** A tab is drawn larger on small boards: 28 px high, up to 1.35 times. */
export function tabScale(cellPx: number): number {
  return clamp(28 / (0.38 * cellPx), 1, 1.35);
}

export function placeTabs(layout: Layout, groups: readonly Group[], around: TabSurroundings): Tab[] {
  const placed: Tab[] = [];
  for (const group of groups) placed.push(placeTab(layout, group, groups, around, placed));
  return placed;
}

function placeTab(
  layout: Layout,
  group: Group,
  groups: readonly Group[],
  around: TabSurroundings,
  placed: readonly Tab[],
): Tab {
  const scale = tabScale(layout.cellPx);
  const width = ((group.kind === 'A' ? 62 : 68) + (group.count > 9 ? 14 : 0)) * scale;
  const height = 38 * scale;
  const own = group.points.map((point) => place(layout, point));
  const others = (points: readonly Point[]): XY[] =>
    points.filter((point) => !group.points.includes(point)).map((point) => place(layout, point));
  const tappable = others([...around.tappable, ...groups.flatMap((each) => each.points)]);
  const occupied = others(around.occupied);
  const reachable = others(around.reachable);
  const chosen = around.chosen === undefined ? [] : others([around.chosen]);
  const trail = alongTrail(others(around.trail));
  const from = around.from === undefined ? undefined : place(layout, around.from);

  // Cheapest first, and no further than `enough`.
  const cost = (tab: Tab, enough: number): number => {
    let sum = 0.02 * tab.centre.y + (outside(layout, tab) ? NEVER : 0);
    if (from) sum -= 0.04 * distance(tab.centre, from);
    let nearest = Infinity;
    for (const at of own) {
      const clear = gap(tab, at);
      nearest = Math.min(nearest, clear);
      sum += clear < DISH ? NEVER / 10 : Math.max(0, STONE - clear);
    }
    sum += 2 * Math.max(0, nearest - 30);
    if (sum >= enough) return sum;
    for (const other of placed) if (overlap(tab, other)) sum += NEVER;
    for (const at of tappable) sum += NEVER * Number(gap(tab, at) < STONE + 3);
    for (const at of occupied) sum += 3 * Math.max(0, STONE + 1 - gap(tab, at));
    for (const at of reachable) sum += NEVER * Number(gap(tab, at) < REACHABLE);
    for (const at of chosen) sum += 2 * Math.max(0, STONE + 3 - gap(tab, at));
    for (const at of trail) sum += Math.max(0, TRAIL_DISC - gap(tab, at));
    return sum;
  };

  let best: Tab | undefined;
  let least = Infinity;
  for (const centre of candidates(own)) {
    const tab = { group, centre, width, height };
    const found = cost(tab, least);
    if (found < least) [best, least] = [tab, found];
  }
  return best ?? { group, centre: own[0] ?? { x: 0, y: 0 }, width, height };
}

/** Points along a trail, close enough together to stand for its bar. */
function alongTrail(path: readonly XY[]): XY[] {
  return path.flatMap((to, i) => {
    const from = path[i - 1];
    if (!from) return [to];
    return [0.25, 0.5, 0.75, 1].map((part) => ({
      x: from.x + (to.x - from.x) * part,
      y: from.y + (to.y - from.y) * part,
    }));
  });
}

/** A grid round the group's stones. */
function candidates(own: readonly XY[]): XY[] {
  const xs = own.map((at) => at.x);
  const ys = own.map((at) => at.y);
  const found: XY[] = [];
  for (let y = Math.min(...ys) - REACH; y <= Math.max(...ys) + REACH; y += GRID) {
    for (let x = Math.min(...xs) - REACH; x <= Math.max(...xs) + REACH; x += GRID) found.push({ x, y });
  }
  return found;
}

function distance(a: XY, b: XY): number {
  return Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2);
}

/** Distance from a point to the nearest edge of a tab; 0 inside it. */
export function gap(tab: Tab, at: XY): number {
  const dx = Math.max(0, Math.abs(at.x - tab.centre.x) - tab.width / 2);
  const dy = Math.max(0, Math.abs(at.y - tab.centre.y) - tab.height / 2);
  return Math.sqrt(dx * dx + dy * dy); // hypot is many times slower
}

function outside(layout: Layout, tab: Tab): boolean {
  const { x, y } = tab.centre;
  const edge = 4;
  return (
    x - tab.width / 2 < edge ||
    y - tab.height / 2 < edge ||
    x + tab.width / 2 > layout.width - edge ||
    y + tab.height / 2 > layout.height - edge
  );
}

function overlap(a: Tab, b: Tab): boolean {
  return (
    Math.abs(a.centre.x - b.centre.x) < (a.width + b.width) / 2 + 6 &&
    Math.abs(a.centre.y - b.centre.y) < (a.height + b.height) / 2 + 6
  );
}

/** The tab under a tap: its drawing, or its touch area of 44 px where no other stone is meant. */
export function tabAt(tabs: readonly Tab[], layout: Layout, at: XY, tappable: readonly Point[]): Tab | undefined {
  const drawn = tabs.find((tab) => gap(tab, at) === 0);
  if (drawn) return drawn;
  const touch = (44 / layout.cellPx) * CELL;
  const near = tabs.find(
    (tab) =>
      Math.abs(at.x - tab.centre.x) <= Math.max(tab.width, touch) / 2 &&
      Math.abs(at.y - tab.centre.y) <= Math.max(tab.height, touch) / 2,
  );
  const onStone = tappable.some((point) => {
    const stone = place(layout, point);
    return Math.hypot(stone.x - at.x, stone.y - at.y) <= STONE + 3;
  });
  return onStone ? undefined : near;
}
