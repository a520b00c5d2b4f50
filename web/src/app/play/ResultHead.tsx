/* How the game ended: in words, by which clause, and where it can be seen. */

import type { VNode } from 'preact';
import { t } from '../../i18n';
import { clauseAddress, result } from '../game/message';
import { takenBy } from '../game/points';
import type { GameState } from '../game/state';
import { countStones } from '../game/words';
import { usePage } from '../page';
import type { Session } from '../session';
import { Icon } from '../ui/Icon';
import { Star } from '../ui/Star';
import { rematch } from './rematch';

export function ResultHead({ session, state }: { session: Session; state: GameState }): VNode {
  const page = usePage();
  const { title, sub, clause } = result(state);
  const most = state.turns.reduce((top, turn) => Math.max(top, takenBy(turn.steps)), 0);
  const left = countStones(state.view, 1) + countStones(state.view, 2);
  return (
    <header class="result">
      <Star size={58} centre />
      <h2>{title}</h2>
      <p>{sub}</p>
      {clause && (
        <p>
          <a href={clauseAddress(clause.id)}>{clause.label}</a>
        </p>
      )}
      <Shown session={session} state={state} />
      <dl class="result-facts">
        <Fact value={Math.ceil(state.turns.length / 2)} words={t('result.turns')} />
        <Fact value={most} words={t('result.most')} />
        <Fact value={left} words={t('result.left')} />
      </dl>
      <button type="button" class="button-main button-wide" onClick={() => { page.open(null); rematch(session); }}>
        <Icon name="rematch" /> {state.setup.mode === 'computer' ? t('result.rematch') : t('action.rematch')}
      </button>
    </header>
  );
}

function Fact({ value, words }: { value: number; words: string }): VNode {
  return (
    <div>
      <dt>{words}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Buttons to the equal positions of a draw by repetition. */
function Shown({ session, state }: { session: Session; state: GameState }): VNode | null {
  const page = usePage();
  const { outcome, occurrences } = state.view;
  if (outcome.reason !== 'repetition') return null;
  const show = (ply: number): void => {
    page.open(null);
    session.dispatch({ type: 'browse', ply });
  };
  return (
    <div class="result-shown" role="group" aria-label={t('result.equal')}>
      {occurrences.map((ply, index) => (
        <button key={ply} type="button" class="button-outline" aria-current={(state.browse ?? state.view.length) === ply ? 'true' : undefined} onClick={() => show(ply)}>
          {t('result.occurrence', { n: index + 1, ply })}
        </button>
      ))}
    </div>
  );
}
