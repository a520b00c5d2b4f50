/* The panel: the state of the game, its turns, what is on the board, the way through it. */

import type { VNode } from 'preact';
import { t } from '../../i18n';
import { ExplorerSlot } from '../explorer/ExplorerSlot';
import { situation } from '../game/message';
import type { GameState } from '../game/state';
import { isOver } from '../game/state';
import { boardName, gameNames, hasOpenings, openingName, velaPhase } from '../game/words';
import type { Session } from '../session';
import { TruthSlot } from '../truth/TruthSlot';
import { Thread } from '../ui/Ornament';
import { Balance } from './Balance';
import { Lines } from './Lines';
import { DraftSteps, Openings } from './PanelParts';
import { ResultHead } from './ResultHead';
import { Transport } from './Transport';
import { TurnList } from './TurnList';

interface Props {
  readonly session: Session;
  readonly state: GameState;
  readonly flip: () => void;
  readonly menu: (() => void) | undefined;
}

export function Panel({ session, state, flip, menu }: Props): VNode {
  const analysis = state.setup.mode === 'analysis';
  const over = isOver(state) && !analysis;
  const atStart = hasOpenings(state) && state.turns.length <= 1 && !over && !analysis && state.draft.steps.length === 0;
  return (
    <aside class="panel" aria-label={t('panel.label')}>
      <Thread />
      {over && !session.exercise ? <ResultHead session={session} state={state} /> : <PanelHead session={session} state={state} />}
      {analysis && <Lines session={session} state={state} />}
      {!over && <TruthSlot session={session} state={state} />}
      {analysis && !session.mayAskTables && <ExplorerSlot session={session} state={state} />}
      <TurnList session={session} state={state} />
      {atStart && <Openings session={session} state={state} />}
      {state.draft.steps.length > 0 && <DraftSteps state={state} />}
      <Balance session={session} state={state} />
      <Transport session={session} state={state} flip={flip} menu={menu} />
    </aside>
  );
}

/** Who played, in an analysis, which has no rows for players beside the board. */
function namesOf({ setup: { mode, names } }: GameState): string {
  if (mode !== 'analysis' || !names) return '';
  return `${names.white ?? t('side.white')} – ${names.black ?? t('side.black')}`;
}

function PanelHead({ session, state }: { session: Session; state: GameState }): VNode {
  const task = state.setup.drill === undefined ? null : session.exercise;
  const { title, sub } = task && state.draft.steps.length === 0 ? task.message() : situation(state);
  const steps = state.draft.steps.length;
  const opening = state.turns.length === 1 && steps === 0 ? openingName(state) : null;
  const names = gameNames(state);
  const phase = velaPhase(state.view);
  const players = namesOf(state);
  return (
    <header class="panel-head">
      <h2>{opening ?? (steps > 0 ? t('panel.step', { n: steps + 1 }) : title)}</h2>
      <p>{steps > 0 ? t('panel.not-final') : opening ? t('panel.opening') : sub}</p>
      <p class="panel-rules">
        {state.setup.mode === 'analysis' && `${t('analysis.title')} · `}
        {players !== '' && <><span dir="auto">{players}</span> · </>}
        {boardName(state.setup.variant)} · {names.length > 0 ? names.join(' · ') : t('rules.standard')}
      </p>
      {phase !== '' && (
        <p class="panel-phase">
          <strong>{t('vela.title')}</strong> {phase}
        </p>
      )}
    </header>
  );
}
