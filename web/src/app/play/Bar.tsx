/* The winning chances as a bar beside the board: White's part is at White's end of it. It keeps its last state
 * while the engine looks, so that it glides from one to the next. */

import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { Side } from '../../core/types';
import { t } from '../../i18n';
import type { Opinion } from '../game/chances';
import { opinionWords, percent, percentText, SURE } from '../game/chances';

interface Props {
  readonly opinion: Opinion | null;
  /** The side at the near edge of the board. */
  readonly near: Side;
}

export function Bar({ opinion, near }: Props): VNode {
  const last = useRef<Opinion | null>(null);
  if (opinion) last.current = opinion;
  const shown = opinion ?? last.current;
  const chance = shown?.chance ?? SURE / 2;
  const ahead: Side = chance >= SURE / 2 ? 'white' : 'black';
  const best = Math.max(chance, SURE - chance);
  const text = !shown || best === SURE / 2 ? '' : shown.endsIn !== null || percent(best) === 100 ? '✓' : percentText(best);
  return (
    <div class={`bar bar-near-${near}${opinion ? '' : ' bar-waiting'}`} role="img" aria-label={opinion ? opinionWords(opinion) : t('bar.waiting')}>
      <span class="bar-black">
        <span class="bar-text">{ahead === 'black' && text}</span>
      </span>
      <span class="bar-white" style={{ height: `${chance / 10}%` }}>
        <span class="bar-text">{ahead === 'white' && text}</span>
      </span>
      <span class="bar-middle" />
    </div>
  );
}
