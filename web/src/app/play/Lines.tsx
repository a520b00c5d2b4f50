/* The engine's best lines in an analysis, each with the winning chances it leaves who is to move. */

import type { VNode } from 'preact';
import { t } from '../../i18n';
import { lineText } from '../game/chances';
import type { GameState } from '../game/state';
import { canAct, isOver } from '../game/state';
import { usePage, useSettings } from '../page';
import type { Session } from '../session';
import { Switch } from '../ui/Switch';

/** Turns of a line that are shown; more would not fit anyway. */
const SHOWN = 6;

export function Lines({ session, state }: { session: Session; state: GameState }): VNode {
  const page = usePage();
  const { lines: wanted } = useSettings();
  const found = session.lines;
  const now = isOver(state) ? t('lines.over')
    : !wanted ? t('lines.off')
    : session.exercise ? t('lines.exercise')
    : found ? `${t('lines.depth', { depth: found.depth })} · ${t(found.side === 'white' ? 'lines.white' : 'lines.black')}`
    : t('lines.waiting');
  const acting = canAct(state);
  return (
    <section class="panel-part lines" aria-labelledby="lines-title">
      <div class="lines-head">
        <div>
          <h3 id="lines-title">{t('lines.title')}</h3>
          <p>{now}</p>
        </div>
        <Switch label={t('lines.title')} bare on={wanted} onChange={(lines) => page.settings.change({ lines })} />
      </div>
      {wanted && !isOver(state) && (
        <ol class={`lines-list${found?.lines.some((line) => line.winIn ?? line.lossIn) ? ' lines-wide' : ''}`}>
          {(found?.lines ?? []).map((line, index) => {
            const [first = '', ...rest] = line.turns;
            return (
              <li key={first}>
                <button
                  type="button"
                  class="line"
                  aria-disabled={!acting || undefined}
                  onClick={() => acting && session.dispatch({ type: 'typed', text: first })}
                >
                  <span class={`line-score${index === 0 ? ' line-best' : ''}`}>{lineText(line)}</span>
                  <span class="line-turns">
                    <strong>{first}</strong> {rest.slice(0, SHOWN).join(' ')}
                  </span>
                </button>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
