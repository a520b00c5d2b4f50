/* The panel: the state of the game, its turns, what is on the board, the way through it. */

import type { VNode } from 'preact';
import { t } from '../../i18n';
import { situation } from '../game/message';
import { sizeText } from '../game/setup';
import type { GameState } from '../game/state';
import { isOver } from '../game/state';
import { openingName, ruleNames } from '../game/words';
import type { Session } from '../session';
import { Thread } from '../ui/Ornament';
import { Balance } from './Balance';
import type { LayoutName } from './layout';
import { DraftSteps, Openings } from './PanelParts';
import { ResultHead } from './ResultHead';
import { Transport } from './Transport';
import { TurnList } from './TurnList';

interface Props {
  readonly session: Session;
  readonly state: GameState;
  readonly flip: () => void;
  readonly layout: LayoutName;
}

export function Panel({ session, state, flip }: Props): VNode {
  const over = isOver(state);
  const atStart = state.setup.variant === 'tsivy' && state.turns.length <= 1 && !over && state.draft.steps.length === 0;
  return (
    <aside class="panel" aria-label={t('panel.label')}>
      <Thread />
      {over ? <ResultHead session={session} state={state} /> : <PanelHead state={state} />}
      <TurnList session={session} state={state} />
      {atStart && <Openings session={session} state={state} />}
      {state.draft.steps.length > 0 && <DraftSteps state={state} />}
      <Balance session={session} state={state} />
      <Transport session={session} state={state} flip={flip} />
    </aside>
  );
}

function PanelHead({ state }: { state: GameState }): VNode {
  const { title, sub } = situation(state);
  const steps = state.draft.steps.length;
  const opening = state.turns.length === 1 && steps === 0 ? openingName(state) : null;
  const rules = ruleNames(state.setup.rules);
  return (
    <header class="panel-head">
      <h2>{opening ?? (steps > 0 ? t('panel.step', { n: steps + 1 }) : title)}</h2>
      <p>{steps > 0 ? t('panel.not-final') : opening ? t('panel.opening') : sub}</p>
      <p class="panel-rules">
        {sizeText(state.setup.variant)} · {rules.length > 0 ? rules.join(' · ') : t('rules.standard')}
      </p>
    </header>
  );
}
