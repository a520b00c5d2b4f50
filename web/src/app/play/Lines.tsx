/* The engine's best lines in an analysis. Scores are White's: + is good for White. */

import type { VNode } from 'preact';
import type { Line } from '../../core/types';
import { t } from '../../i18n';
import type { GameState } from '../game/state';
import { canAct, isOver } from '../game/state';
import { usePage, useSettings } from '../page';
import type { Lines as Found, Session } from '../session';
import { Switch } from '../ui/Switch';

/** Turns of a line that are shown; more would not fit anyway. */
const SHOWN = 6;

export function Lines({ session, state }: { session: Session; state: GameState }): VNode {
  const page = usePage();
  const { lines: wanted } = useSettings();
  const found = session.lines;
  const now = isOver(state) ? t('lines.over')
    : !wanted ? t('lines.off')
    : found ? t('lines.depth', { depth: found.depth })
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
        <ol class="lines-list">
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
                  <span class={`line-score${index === 0 ? ' line-best' : ''}`}>{found && scoreText(found, line)}</span>
                  <span class="hidden">{found && scoreWords(found, line)}</span>
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

/** White's hundredths of a stone, or the turns to a forced end of its win (+) or loss (−). */
function forWhite({ side }: Found, line: Line): { readonly score: number; readonly endsIn: number | undefined; readonly wins: boolean } {
  const score = side === 'white' ? line.score : -line.score;
  return { score, endsIn: line.winIn ?? line.lossIn, wins: score > 0 };
}

/** "+4.2", "#5". */
export function scoreText(found: Found, line: Line): string {
  const { score, endsIn, wins } = forWhite(found, line);
  if (endsIn !== undefined) return `${wins ? '+' : '−'}#${endsIn}`;
  const stones = (Math.abs(score) / 100).toFixed(1);
  return stones === '0.0' ? stones : `${score > 0 ? '+' : '−'}${stones}`;
}

function scoreWords(found: Found, line: Line): string {
  const { score, endsIn, wins } = forWhite(found, line);
  if (endsIn !== undefined) return t(wins ? 'evaluation.white-wins' : 'evaluation.black-wins', { n: endsIn });
  if (Math.abs(score) < 5) return t('evaluation.even');
  return t(wins ? 'evaluation.white' : 'evaluation.black', { score: (Math.abs(score) / 100).toFixed(1) });
}
