/* Parts of the panel that come and go: the five openings, the steps of the turn being made. */

import type { VNode } from 'preact';
import { t } from '../../i18n';
import { pointName } from '../game/points';
import type { GameState } from '../game/state';
import { canAct } from '../game/state';
import { OPENINGS, pointNames } from '../game/words';
import type { Session } from '../session';
import { KindBadge } from './Actions';

/** The five first turns of 9×5; a tap plays one. */
export function Openings({ session, state }: { session: Session; state: GameState }): VNode {
  const played = state.turns[0]?.text;
  const open = state.turns.length === 0 && canAct(state);
  return (
    <section class="panel-part" aria-labelledby="openings-title">
      <h3 id="openings-title">{t('panel.openings')}</h3>
      <ul class="openings">
        {OPENINGS.map((opening) => (
          <li key={opening.text}>
            <button
              type="button"
              class="opening"
              aria-current={opening.text === played ? 'true' : undefined}
              aria-disabled={!open || undefined}
              onClick={() => open && session.dispatch({ type: 'typed', text: opening.text })}
            >
              <strong>{opening.name}</strong>
              <span>{opening.text}</span>
              <small>{t('panel.takes', { n: opening.takes })}</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function DraftSteps({ state }: { state: GameState }): VNode {
  const { files } = state.view;
  const { steps } = state.draft;
  return (
    <section class="panel-part" aria-labelledby="draft-title">
      <h3 id="draft-title">{t('panel.this-turn')}</h3>
      <ol class="draft-steps">
        {steps.map((step, index) => (
          <li key={index}>
            <span class="draft-number">{index + 1}</span>
            <strong>{pointName(step.to, files)}</strong>
            <KindBadge letter={step.kind === 'withdrawal' ? 'W' : 'A'} />
            <small>
              {t(step.kind === 'withdrawal' ? 'panel.withdrawal' : 'panel.approach', { points: pointNames(step.taken, files) })}
            </small>
          </li>
        ))}
        {state.choice && (
          <li>
            <span class="draft-number draft-number-open">{steps.length + 1}</span>
            <strong>{pointName(state.choice.to, files)}</strong>
            <small>{t('panel.choose')}</small>
          </li>
        )}
      </ol>
    </section>
  );
}
