/* The eight-petal star: long petals on the straight lines, shorter ones on the diagonals. */

import type { VNode } from 'preact';

const LONG = 'M0-4.6Q6.2-16 0-27.5Q-6.2-16 0-4.6Z';
const SHORT = 'M0-4.6Q6.2-14.7 0-24.7Q-6.2-14.7 0-4.6Z';

/** `filled` petals from the top, clockwise; the others are outlined. */
export function Star({ filled = 8, size, centre = false }: { filled?: number; size: number; centre?: boolean }): VNode {
  return (
    <svg class="star" width={size} height={size} viewBox="-29 -29 58 58" aria-hidden="true" focusable="false">
      {Array.from({ length: 8 }, (_, index) => (
        <path
          key={index}
          class={index < filled ? 'petal petal-full' : 'petal'}
          d={index % 2 === 0 ? LONG : SHORT}
          transform={`rotate(${index * 45})`}
        />
      ))}
      {centre && <circle class="petal petal-full" r="2.9" />}
    </svg>
  );
}
