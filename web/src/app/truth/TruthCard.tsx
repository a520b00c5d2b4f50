/* The endgame tables beside the board: what the position is worth, and every turn, best first. A tap plays one. */

import type { VNode } from 'preact';
import type { Truths, TruthTurn } from '../../core/types';
import { t } from '../../i18n';
import type { GameState } from '../game/state';
import { canAct } from '../game/state';
import type { Session } from '../session';
import { Switch } from '../ui/Switch';
import type { Standing } from './finder';
import { TruthIcon } from './TruthIcon';
import { positionText, turnsFrom, turnText, worth } from './words';
import '../styles/truth.css';

export interface TruthProps {
  readonly session: Session;
  readonly state: GameState;
}

export function TruthCard({ session, state }: TruthProps): VNode | null {
  const now = session.truth;
  if (!now || now.standing.state === 'none') return null;
  const { standing, on, switchTo } = now;
  const hidden = session.exercise !== null;
  const shown = on && !hidden && standing.state === 'found' ? standing : null;
  return (
    <section class={`panel-part truth${shown ? ' truth-open' : ''}`} aria-labelledby="truth-title">
      <div class="lines-head">
        <div>
          <h3 id="truth-title">{t('truth.title')}</h3>
          <p role="status">{hidden ? t('lines.exercise') : on ? standingText(standing, state) : t('truth.off')}</p>
        </div>
        <Switch label={t('truth.title')} bare on={on} onChange={switchTo} />
      </div>
      {shown && <p class="truth-source">{sourceText(shown.from, shown.truths, state)}</p>}
      {shown && <TruthList session={session} state={state} truths={shown.truths} />}
    </section>
  );
}

function standingText(standing: Standing, { view }: GameState): string {
  switch (standing.state) {
    case 'none':
      return '';
    case 'asking':
      return t('truth.asking');
    case 'found':
      return positionText(standing.truths, view.side);
    case 'unknown':
      return t(standing.why === 'rules' ? 'truth.rules' : standing.why === 'stones' ? 'truth.stones' : 'truth.failed');
  }
}

/** Whose word it is. Without a quiet limit in the rules there is none to be left aside. */
function sourceText(from: 'page' | 'server', truths: Truths, { view }: GameState): string {
  if (from === 'page') return t('truth.page');
  return t(truths.limited === undefined && view.quietLimit > 0 ? 'truth.unlimited' : 'truth.server');
}

function TruthList({ session, state, truths }: TruthProps & { truths: Truths }): VNode {
  const turns = turnsFrom(truths.turns, { text: state.draft.text, from: state.from, files: state.view.files });
  const acting = canAct(state);
  return (
    <ol class="truth-list">
      {turns.map((turn) => (
        <li key={turn.turn}>
          <TruthRow truths={truths} turn={turn} play={acting ? () => session.dispatch({ type: 'typed', text: turn.turn }) : null} />
        </li>
      ))}
    </ol>
  );
}

function TruthRow({ truths, turn, play }: { truths: Truths; turn: TruthTurn; play: (() => void) | null }): VNode {
  const words = turnText(turn, truths.metric);
  return (
    <button type="button" class="truth-row" aria-disabled={!play || undefined} onClick={() => play?.()}>
      <TruthIcon value={worth(turn)} />
      <strong>{turn.turn}<span class="hidden">, </span></strong>
      <span>{words}</span>
    </button>
  );
}
