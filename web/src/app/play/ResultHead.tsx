/* How the game ended: in words, by which clause, and where it can be seen. */

import type { VNode } from 'preact';
import type { Side } from '../../core/types';
import { t } from '../../i18n';
import { clauseAddress, result } from '../game/message';
import { takenBy } from '../game/points';
import type { GameState } from '../game/state';
import { isTelo } from '../game/state';
import { countStones, gameNames } from '../game/words';
import { usePage } from '../page';
import type { Session } from '../session';
import { Icon } from '../ui/Icon';
import { Star } from '../ui/Star';
import { rematch, review, startVela, velaOffer } from './rematch';

export function ResultHead({ session, state }: { session: Session; state: GameState }): VNode {
  const page = usePage();
  const { title, sub, clause } = result(state);
  const most = state.turns.reduce((top, turn) => Math.max(top, takenBy(turn.steps)), 0);
  const names = gameNames(state);
  const telo = isTelo(state.view);
  const giver = velaOffer(state);
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
      {names.length > 0 && <p class="result-rules">{names.join(' · ')}</p>}
      <dl class="result-facts">
        <Fact value={Math.ceil(state.turns.length / 2)} words={t('result.turns')} />
        {!telo && <Fact value={most} words={t('result.most')} />}
        {!telo && <Fact value={left} words={t('result.left')} />}
      </dl>
      <button type="button" class="button-main button-wide" onClick={() => { page.open(null); rematch(session); }}>
        <Icon name="rematch" /> {state.setup.mode === 'computer' ? t('result.rematch') : t('action.rematch')}
      </button>
      <div class="result-more">
        {giver && (
          <button type="button" class="button-outline" aria-describedby="vela-offer" onClick={() => { page.open(null); startVela(session, giver); }}>
            {t('result.vela')}
          </button>
        )}
        <button type="button" class="button-outline" onClick={() => { page.open(null); review(session); }}>
          <Icon name="chart" /> {t('review.start')}
        </button>
      </div>
      {giver && <p id="vela-offer" class="result-offer">{velaWords(state, giver)}</p>}
    </header>
  );
}

/** Who gives in the next game of vela. */
function velaWords({ setup }: GameState, giver: Side): string {
  if (setup.mode !== 'computer') return t(giver === 'white' ? 'result.vela.white' : 'result.vela.black');
  return giver === setup.human ? t('result.vela.you') : t('result.vela.computer', { level: setup.level });
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
