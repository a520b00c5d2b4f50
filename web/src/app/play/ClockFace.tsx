/* One side's clock. It draws itself again while it runs, and nothing else does. */

import type { VNode } from 'preact';
import { useEffect, useReducer } from 'preact/hooks';
import type { Side } from '../../core/types';
import { t } from '../../i18n';
import { clockText, timeLeft } from '../game/clock';
import { SIDE_KEY } from '../game/words';
import type { Session } from '../session';

const TICK_MS = 100;

export function ClockFace({ session, side }: { session: Session; side: Side }): VNode | null {
  const [, again] = useReducer((count: number) => count + 1, 0);
  const { clock } = session;
  const runs = clock?.running === side;
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => again(undefined), TICK_MS);
    return () => clearInterval(timer);
  }, [runs]);
  if (!clock) return null;
  const text = clockText(timeLeft(clock, side, session.now()));
  return (
    <span class={`clock${runs ? ' clock-runs' : ''}`} role="timer" aria-live="off" aria-label={t('clock.left', { side: t(SIDE_KEY[side]), time: text })}>
      {text}
    </span>
  );
}
