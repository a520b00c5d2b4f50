/* Which of the layouts the window takes, and how wide the board is in it (LOOK: layout). */

import { useLayoutEffect, useState } from 'preact/hooks';
import type { Trays } from '../../board';
import { boardHeight, boardWidth, trayPx } from '../../board';
import { shapeOf } from '../game/setup';

/** wide ≥ 1200, medium 800–1199, drawer 500–799, phone 360–499, tiny below; low: a phone on its side. */
export type LayoutName = 'wide' | 'medium' | 'drawer' | 'phone' | 'tiny' | 'low';

export interface Frame {
  readonly layout: LayoutName;
  readonly upright: boolean;
  readonly boardPx: number;
  readonly barPx: number;
  /** Where stones in hand lie, in telo, and how far their trays reach beyond the board. */
  readonly trays: Trays | undefined;
  readonly trayPx: number;
  /** The panel has a place in the page; else it is a drawer. */
  readonly panel: boolean;
}

/** What is around the board, in pixels: beside it and above and below it. */
const AROUND: Readonly<Record<LayoutName, readonly [number, number]>> = {
  wide: [436, 336],
  medium: [56, 336],
  drawer: [32, 300],
  phone: [38, 203],
  tiny: [64, 101],
  low: [288, 16],
};

/** The bar of winning chances, and the gap to the board; on small screens it stands in the margin. */
const BAR_PX: Readonly<Partial<Record<LayoutName, number>>> = { wide: 40, medium: 40, drawer: 34 };

/** A board of few points would have stones like plates. */
const SHORT_SIDE = 3;
const SHORT_CELL_PX = 124;

const LOW_HEIGHT = 520;
const PANEL_LEAST = 260;

export function layoutFor(width: number, height: number): LayoutName {
  if (height < LOW_HEIGHT && width >= 560) return 'low';
  if (width >= 1200) return 'wide';
  if (width >= 800) return 'medium';
  if (width >= 500) return 'drawer';
  return width >= 360 ? 'phone' : 'tiny';
}

/** Beside the board there is no room for more than the game itself. */
export function isSmall(layout: LayoutName): boolean {
  return layout === 'phone' || layout === 'tiny' || layout === 'low';
}

/** What of a game bounds the frame it is shown in. */
export interface Look {
  readonly variant: string;
  /** On a phone a long board lies flat. */
  readonly flat: boolean;
  readonly coordinates: boolean;
  /** The winning chances stand beside the board. */
  readonly bar?: boolean;
}

export function frameFor(width: number, height: number, { variant, flat, coordinates, bar }: Look): Frame {
  const shape = shapeOf(variant);
  const layout = layoutFor(width, height);
  const small = layout === 'phone' || layout === 'tiny';
  const upright = small && shape.files > shape.ranks && !flat;
  const [around, above] = AROUND[layout];
  const barPx = bar ? (BAR_PX[layout] ?? 0) : 0;
  const beside = around + barPx;
  const least = layout === 'low' || small ? 120 : 280;
  const [room, tall] = [width - beside, Math.max(height - above, least)];
  const cellPx = Math.min(shape.files, shape.ranks) <= SHORT_SIDE ? SHORT_CELL_PX : undefined;
  const widthWith = (trays?: Trays): number => boardWidth(shape, upright, room, tall, { coordinates, trays, cellPx });
  // Trays lie where they leave the board more room.
  const trays: Trays | undefined = variant !== 'telo' ? undefined : widthWith('sides') < widthWith('ends') ? 'ends' : 'sides';
  const boardPx = widthWith(trays);
  const reachPx = trays ? trayPx(shape, upright, boardPx, coordinates) : 0;
  // A tall tablet has room below the board that a drawer would leave empty.
  const left = height - above - boardHeight(shape, upright, boardPx, coordinates) - 2 * (trays === 'ends' ? reachPx : 0);
  const panel = layout === 'wide' || layout === 'medium' || (layout === 'drawer' && left >= PANEL_LEAST);
  return { layout, upright, boardPx, barPx, trays, trayPx: reachPx, panel };
}

export function useFrame(look: Look): Frame {
  const [size, setSize] = useState({ width: window.innerWidth, height: window.innerHeight });
  useLayoutEffect(() => {
    const measure = (): void => setSize({ width: window.innerWidth, height: window.innerHeight });
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
  return frameFor(size.width, size.height, look);
}
