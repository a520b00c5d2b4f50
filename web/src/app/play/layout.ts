/* Which of the layouts the window takes, and how wide the board is in it (LOOK: layout). */

import { useLayoutEffect, useState } from 'preact/hooks';
import { boardHeight, boardWidth } from '../../board';
import { shapeOf } from '../game/setup';

/** wide ≥ 1200, medium 800–1199, drawer 500–799, phone 360–499, tiny below; low: a phone on its side. */
export type LayoutName = 'wide' | 'medium' | 'drawer' | 'phone' | 'tiny' | 'low';

export interface Frame {
  readonly layout: LayoutName;
  readonly upright: boolean;
  readonly boardPx: number;
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

const LOW_HEIGHT = 520;
const PANEL_LEAST = 260;

export function layoutFor(width: number, height: number): LayoutName {
  if (height < LOW_HEIGHT && width >= 560) return 'low';
  if (width >= 1200) return 'wide';
  if (width >= 800) return 'medium';
  if (width >= 500) return 'drawer';
  return width >= 360 ? 'phone' : 'tiny';
}

export function frameFor(width: number, height: number, variant: string, flat: boolean, coordinates: boolean): Frame {
  const layout = layoutFor(width, height);
  const small = layout === 'phone' || layout === 'tiny';
  const upright = small && variant === 'tsivy' && !flat;
  const [beside, above] = AROUND[layout];
  const least = layout === 'low' || small ? 120 : 280;
  const boardPx = boardWidth(shapeOf(variant), upright, width - beside, Math.max(height - above, least), coordinates);
  // A tall tablet has room below the board that a drawer would leave empty.
  const left = height - above - boardHeight(shapeOf(variant), upright, boardPx, coordinates);
  const panel = layout === 'wide' || layout === 'medium' || (layout === 'drawer' && left >= PANEL_LEAST);
  return { layout, upright, boardPx, panel };
}

export function useFrame(variant: string, flat: boolean, coordinates: boolean): Frame {
  const [size, setSize] = useState({ width: window.innerWidth, height: window.innerHeight });
  useLayoutEffect(() => {
    const measure = (): void => setSize({ width: window.innerWidth, height: window.innerHeight });
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
  return frameFor(size.width, size.height, variant, flat, coordinates);
}
