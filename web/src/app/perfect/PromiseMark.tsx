/* How the promise stands, by shape: a shield with a tick, a dash, a gap, or dots. */

import type { VNode } from 'preact';
import type { Standing } from './keeper';

const SHIELD = 'M12 3.5l7 2.5v5.5c0 4.4-2.8 7.3-7 9-4.2-1.7-7-4.6-7-9V6z';
const INNER: Readonly<Record<Standing['state'], string>> = {
  holds: 'M8.8 12l2.3 2.3 4.2-4.5',
  gone: 'M8.8 12h6.4',
  away: 'M12 8.3v4.4M12 15.6v.01',
  asking: 'M8.8 12v.01M12 12v.01M15.2 12v.01',
};

export function PromiseMark({ state, size = 20 }: { state: Standing['state']; size?: number }): VNode {
  return (
    <svg class={`icon promise-mark promise-mark-${state}`} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={SHIELD} stroke-dasharray={state === 'holds' ? undefined : state === 'away' ? '3.2 2.6' : undefined} />
      <path d={INNER[state]} />
    </svg>
  );
}
