/* One side's clock over the net. It draws itself again while it runs, and nothing else does. */

import type { VNode } from 'preact';
import { useEffect, useReducer } from 'preact/hooks';
import type { Side } from '../../core/types';
import { t } from '../../i18n';
import { SIDE_KEY } from '../game/words';
import type { NetTable } from './table';
import { clockFace, timeWords, tn } from './words';

const TICK_MS = 100;
const SLOW_TICK_MS = 1000;
const HOUR_MS = 3_600_000;
const SCARCE_MS = 20_000;

/** Draws again every `ms` while `wanted`. */
export function useTick(wanted: boolean, ms: number): void {
  const [, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!wanted) return;
    const timer = setInterval(() => again(undefined), ms);
    return () => clearInterval(timer);
  }, [wanted, ms]);
}

export function NetClock({ table, side }: { table: NetTable; side: Side }): VNode | null {
  const ms = table.left(side);
  const runs = table.runs(side);
  useTick(runs, ms !== null && ms > HOUR_MS ? SLOW_TICK_MS : TICK_MS);
  if (ms === null) return null;
  const scarce = ms < SCARCE_MS && table.game?.running === true;
  const face = clockFace(ms);
  return (
    <span
      class={`clock${runs ? ' clock-runs' : ''}${scarce ? ' clock-scarce' : ''}${ms > HOUR_MS ? ' clock-long' : ''}`}
      role="timer" aria-live="off"
      aria-label={tn('clock.left', { side: t(SIDE_KEY[side]), time: timeWords(ms) })}
    >
      {face}
    </span>
  );
}
