/* What is on the board and how long nothing has been taken. */

import type { VNode } from 'preact';
import { t } from '../../i18n';
import { opinionText } from '../game/chances';
import type { GameState } from '../game/state';
import { isOver, isTelo } from '../game/state';
import { countStones, sayHand } from '../game/words';
import { useSettings } from '../page';
import type { Session } from '../session';
import { StoneIcon } from '../ui/StoneIcon';
import { handNow } from './PlayerRow';

type Holder = Pick<Session, 'rules' | 'opinion'>;

export function Balance({ session, state }: { session: Holder; state: GameState }): VNode {
  const { evaluation } = useSettings();
  const stones = { stones: state.draft.stones };
  const white = countStones(stones, 1);
  const black = countStones(stones, 2);
  const { quiet, quietLimit } = state.view;
  const share = white + black > 0 ? (100 * white) / (white + black) : 50;
  const part = quietLimit > 0 ? Math.min(100, (100 * quiet) / quietLimit) : 0;
  return (
    <section class="panel-part balance">
      {isTelo(state.view) ? (
        <HandRow session={session} state={state} />
      ) : (
        <div class="balance-row" role="img" aria-label={t('balance.stones', { white, black })}>
          <strong>{white}</strong>
          <span class="balance-bar">
            <span style={{ width: `${share}%` }} />
          </span>
          <strong>{black}</strong>
        </div>
      )}
      <div class="balance-row">
        <span>{t('quiet.turns')}</span>
        <span class="quiet-bar" aria-hidden="true">
          <span style={{ width: `${part}%` }} />
        </span>
        <strong>{quietLimit > 0 ? t('quiet.of-limit', { quiet, limit: quietLimit }) : t('quiet.no-limit', { quiet })}</strong>
      </div>
      {evaluation && !isOver(state) && state.setup.mode !== 'analysis' && state.setup.mode !== 'net' && <EvaluationRow session={session} />}
    </section>
  );
}

/** Stones in hand, White's and Black's, in telo. */
function HandRow({ session, state }: { session: Holder; state: GameState }): VNode {
  const white = handNow(session, state, 'white');
  const black = handNow(session, state, 'black');
  return (
    <div class="hand-row" role="img" aria-label={`${sayHand('white', white)}, ${sayHand('black', black)}`}>
      <span>{t('hand.title')}</span>
      <strong><StoneIcon side="white" size={16} /> {white}</strong>
      <strong><StoneIcon side="black" size={16} /> {black}</strong>
    </div>
  );
}

/** A position stands for the engine's opinion until it has one. */
function EvaluationRow({ session }: { session: Holder }): VNode {
  const { opinion } = session;
  return (
    <div class="evaluation-row">
      <span>{t('evaluation')}</span>
      <strong>{opinion ? opinionText(opinion) : '…'}</strong>
    </div>
  );
}
