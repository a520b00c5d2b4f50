/* A position being set up. It may be anything that can be drawn; whether it can be played, the core says. */

import type { Point, SetupFault, Side } from '../../core/types';
import type { Shape } from '../game/setup';
import { readShape, shapeOf } from '../game/setup';

/** By point: 0 empty, 1 White, 2 Black. */
export type Stones = readonly number[];

export interface Placed {
  /** 'tsivy', 'dimy', 'telo', or a size such as '7x3'. */
  readonly variant: string;
  readonly stones: Stones;
  readonly side: Side;
  readonly quiet: number;
  readonly number: number;
  /** Who gives, if this is the first phase of vela (R7.2). */
  readonly giver: Side | null;
  /** The coming turn is the first of the game (`first`). */
  readonly first: boolean;
}

export const TELO_STONES = 3;

export function shapeOfPlaced(placed: Pick<Placed, 'variant'>): Shape {
  return shapeOf(placed.variant);
}

export function emptyBoard(variant: string): Placed {
  const { files, ranks } = shapeOf(variant);
  return { variant, stones: Array.from({ length: files * ranks }, () => 0), side: 'white', quiet: 0, number: 1, giver: null, first: false };
}

export function count(stones: Stones, stone: 1 | 2): number {
  return stones.reduce((sum, at) => sum + (at === stone ? 1 : 0), 0);
}

/** Stones in hand follow from those on the board; -1 and less where there are too many. */
export function hands(placed: Placed): readonly [number, number] {
  if (placed.variant !== 'telo') return [0, 0];
  return [TELO_STONES - count(placed.stones, 1), TELO_STONES - count(placed.stones, 2)];
}

/** The position as R9.3 writes it. */
export function writePlaced(placed: Placed): string {
  const { files, ranks } = shapeOfPlaced(placed);
  const rows = Array.from({ length: ranks }, (_, row) => {
    const first = (ranks - 1 - row) * files;
    const signs = placed.stones.slice(first, first + files).map((stone) => (stone === 1 ? 'W' : stone === 2 ? 'B' : '.'));
    return signs.join('').replace(/\.+/g, (run) => String(run.length));
  });
  const parts = [rows.join('/'), placed.side === 'white' ? 'w' : 'b', String(placed.quiet), String(placed.number)];
  const [white, black] = hands(placed);
  // Too many stones: the hand is empty, and the fault is told of the stones.
  if (placed.variant === 'telo' && (white > 0 || black > 0)) parts.push(`hand:${Math.max(0, white)},${Math.max(0, black)}`);
  if (placed.giver) parts.push(`vela:${placed.giver === 'white' ? 'w' : 'b'}`);
  if (placed.first) parts.push('first');
  return parts.join(' ');
}

/** Reads as much of a text as can be drawn; null where its board cannot. `variant`: what it is read as, where the size allows. */
export function readPlaced(text: string, variant: string): Placed | null {
  const [board = '', side = 'w', quiet = '0', number = '1', ...fields] = text.trim().split(/\s+/);
  const rows = board.split('/').map(readRow);
  const files = rows[0]?.length ?? 0;
  if (!readShape(`${files}x${rows.length}`) || rows.some((row) => row?.length !== files)) return null;
  const hand = fields.some((field) => field.startsWith('hand:'));
  return {
    variant: variantFor(files, rows.length, hand, variant),
    stones: rows.reverse().flatMap((row) => row ?? []),
    side: side.toLowerCase() === 'b' ? 'black' : 'white',
    quiet: /^\d{1,5}$/.test(quiet) ? Number(quiet) : 0,
    number: /^\d{1,5}$/.test(number) ? Number(number) : 1,
    giver: fields.includes('vela:w') ? 'white' : fields.includes('vela:b') ? 'black' : null,
    first: fields.includes('first'),
  };
}

function readRow(text: string): number[] | null {
  if (!/^[WwBb\d]+$/.test(text)) return null;
  const row: number[] = [];
  for (const [sign] of text.matchAll(/\d+|[WwBb]/g)) {
    const run = Number(sign);
    if (run > 49) return null;
    if (Number.isNaN(run)) row.push(sign.toLowerCase() === 'w' ? 1 : 2);
    else for (let i = 0; i < run; i++) row.push(0);
  }
  return row;
}

function variantFor(files: number, ranks: number, hand: boolean, asked: string): string {
  const size = `${files}x${ranks}`;
  if (size === '9x5') return 'tsivy';
  if (size === '5x5') return 'dimy';
  if (size === '3x3') return hand || asked === 'telo' ? 'telo' : size;
  return size;
}

/** What a tap with a tool does: sets its stone, and takes it off again. */
export function touch(placed: Placed, point: Point, tool: number): Placed {
  return put(placed, point, placed.stones[point] === tool ? 0 : tool);
}

/** Empty, white, black, and empty again. */
export function cycle(placed: Placed, point: Point): Placed {
  return put(placed, point, ((placed.stones[point] ?? 0) + 1) % 3);
}

export function put(placed: Placed, point: Point, stone: number): Placed {
  return placed.stones[point] === stone ? placed : { ...placed, stones: placed.stones.map((at, index) => (index === point ? stone : at)) };
}

/** Moves a stone to an empty point. */
export function carry(placed: Placed, from: Point, to: Point): Placed {
  const stone = placed.stones[from] ?? 0;
  if (stone === 0 || from === to || placed.stones[to] !== 0) return placed;
  return put(put(placed, from, 0), to, stone);
}

/** White's stones become Black's, and all that belongs to a side goes with them. */
export function swapColours(placed: Placed): Placed {
  const other = (side: Side): Side => (side === 'white' ? 'black' : 'white');
  return {
    ...placed,
    stones: placed.stones.map((stone) => (stone === 0 ? 0 : 3 - stone)),
    side: other(placed.side),
    giver: placed.giver && other(placed.giver),
  };
}

/** In telo White places first: with stones in hand they say whose turn it is (R6.2). */
export function sideOfHands(placed: Placed): Side | null {
  const [white, black] = hands(placed);
  if (placed.variant !== 'telo' || (white <= 0 && black <= 0)) return null;
  return white === black ? 'white' : black === white + 1 ? 'black' : null;
}

/** The points a fault is about, for marks on the board. */
export function pointsOf(fault: SetupFault, placed: Placed): readonly Point[] {
  const { files, ranks } = shapeOfPlaced(placed);
  if (fault.code === 'stones' || fault.code === 'hand-stones' || fault.code === 'vela-stones') {
    const stone = fault.code === 'vela-stones' ? (placed.giver === 'black' ? 2 : 1) : fault.side === 'white' ? 1 : 2;
    return placed.stones.flatMap((at, point) => (at === stone ? [point] : []));
  }
  if (fault.code === 'rows') return fullRows(placed.stones);
  if (fault.rank >= 1 && fault.rank <= ranks) {
    const first = (ranks - fault.rank) * files;
    return Array.from({ length: files }, (_, file) => first + file);
  }
  return [];
}

const ROWS: readonly (readonly Point[])[] = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6],
];

/** The full rows of telo (R6.3). */
function fullRows(stones: Stones): Point[] {
  if (stones.length !== 9) return [];
  const full = ROWS.filter(([a = 0, b = 0, c = 0]) => stones[a] !== 0 && stones[a] === stones[b] && stones[b] === stones[c]);
  return [...new Set(full.flat())];
}
