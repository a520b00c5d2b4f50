/* A small stone: a ring in its dish for White, the carved star for Black. */

import type { VNode } from 'preact';
import type { Side } from '../../core/types';
import { starPath } from '../../board';

const CARVED = starPath({ x: 0, y: 0 }, 1, 10, 0.78);

export function StoneIcon({ side, size }: { side: Side; size: number }): VNode {
  return (
    <svg class={`stone stone-${side}`} width={size} height={size} viewBox="-20 -20 40 40" aria-hidden="true" focusable="false">
      <circle class="stone-rim" r="19.5" />
      <circle class="stone-face" r="17.8" cy="-0.4" />
      <circle class="stone-dish" r="11.5" />
      {side === 'black' && <path class="stone-star" d={CARVED} />}
    </svg>
  );
}

/** Stones taken, overlapping in a row. */
export function TakenStones({ side, count }: { side: Side; count: number }): VNode {
  const step = count > 12 ? 10 : 13;
  const width = count === 0 ? 0 : (count - 1) * step + 17;
  return (
    <svg class={`taken taken-${side}`} width={width} height="18" viewBox={`-9 -9 ${Math.max(width, 1)} 18`} aria-hidden="true" focusable="false">
      {Array.from({ length: count }, (_, index) => (
        <g key={index} transform={`translate(${index * step - 0.5})`}>
          <circle class="taken-disc" r="7.5" />
          {side === 'white' && <circle class="taken-ring" r="4" />}
        </g>
      ))}
    </svg>
  );
}
