/* A small still board for a tile: lines and discs, nothing to touch. */

import type { VNode } from 'preact';

interface Props {
  readonly files: number;
  /** Ranks from the top, R9.3. */
  readonly position: string;
  readonly width: number;
}

export const START = {
  tsivy: 'BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW',
  dimy: 'BBBBB/BBBBB/BW1BW/WWWWW/WWWWW',
  /** A telo begins empty; here the first two stones are placed. */
  telo: '1B1/1W1/3',
} as const;

const CELL = 16;
const MARGIN = 10;

export function MiniBoard({ files, position, width }: Props): VNode {
  const rows = position.split('/').map((rank) => rank.replace(/\d+/g, (run) => ' '.repeat(Number(run))));
  const wide = (files - 1) * CELL + 2 * MARGIN;
  const high = (rows.length - 1) * CELL + 2 * MARGIN;
  return (
    <svg class="mini" width={width} height={(width * high) / wide} viewBox={`0 0 ${wide} ${high}`} aria-hidden="true" focusable="false">
      <rect class="mini-slab" width={wide} height={high} rx="3" />
      <path class="mini-lines" d={lines(files, rows.length)} />
      {rows.flatMap((row, y) =>
        Array.from(row, (stone, x) =>
          stone === ' ' ? null : (
            <circle
              key={`${x}-${y}`}
              class={stone === 'W' ? 'mini-white' : 'mini-black'}
              cx={MARGIN + x * CELL}
              cy={MARGIN + y * CELL}
              r="6.2"
            />
          ),
        ),
      )}
    </svg>
  );
}

function lines(files: number, ranks: number): string {
  const at = (x: number, y: number): string => `${MARGIN + x * CELL} ${MARGIN + y * CELL}`;
  let path = '';
  for (let x = 0; x < files; x++) path += `M${at(x, 0)}L${at(x, ranks - 1)}`;
  for (let y = 0; y < ranks; y++) path += `M${at(0, y)}L${at(files - 1, y)}`;
  for (let x = 0; x < files - 1; x++) {
    for (let y = 0; y < ranks - 1; y++) {
      // The ranks are odd, so that the colouring from the top is the one from a1.
      path += (x + y) % 2 === 0 ? `M${at(x, y)}L${at(x + 1, y + 1)}` : `M${at(x + 1, y)}L${at(x, y + 1)}`;
    }
  }
  return path;
}
