/* The buttons under the board. Stop is always last and the only filled one. */

import type { VNode } from 'preact';
import { t } from '../../i18n';
import { takenBy } from '../game/points';
import type { GameState } from '../game/state';
import { canAct, canTakeBack, isOver } from '../game/state';
import { usePage } from '../page';
import type { Session } from '../session';
import type { IconName } from '../ui/Icon';
import { Icon } from '../ui/Icon';
import type { LayoutName } from './layout';
import { isSmall } from './layout';
import { rematch, startVela, velaOffer } from './rematch';

interface Props {
  readonly session: Session;
  readonly state: GameState;
  readonly layout: LayoutName;
  /** The panel is in the page, with all there is to say about an end. */
  readonly panel: boolean;
  /** The row is too short for five buttons in words. */
  readonly tight: boolean;
}

export function Actions(props: Props): VNode {
  const { session, state } = props;
  const analysis = state.setup.mode === 'analysis';
  const making = state.draft.steps.length > 0 || state.choice !== null;
  return (
    <div class="actions">
      {state.browse !== null ? <Browsing {...props} />
        : session.exercise && !making ? <Exercising {...props} />
        : analysis && !making ? <Analysing {...props} />
        : isOver(state) ? <Over {...props} />
        : making ? <Drafting {...props} />
        : <Idle {...props} />}
    </div>
  );
}

export interface ActionProps {
  readonly icon?: IconName | undefined;
  readonly label: string;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  /** The picture alone, where the row is narrow. */
  readonly bare?: boolean;
  readonly kind?: 'quiet' | 'outline' | 'main';
}

export function Action({ icon, label, onClick, disabled = false, bare = false, kind = 'quiet' }: ActionProps): VNode {
  return (
    <button
      type="button"
      class={`action action-${kind}${bare ? ' action-bare' : ''}`}
      aria-label={bare ? label : undefined}
      title={bare ? label : undefined}
      aria-disabled={disabled || undefined}
      onClick={() => disabled || onClick()}
    >
      {icon && <Icon name={icon} />}
      {!bare && <span>{label}</span>}
    </button>
  );
}

interface DraftingProps extends Pick<Props, 'state' | 'layout' | 'tight'> {
  readonly session: Pick<Session, 'dispatch'>;
}

function Idle({ session, state, layout }: Props): VNode {
  const page = usePage();
  const computer = state.setup.mode === 'computer';
  const roomy = layout === 'wide' || layout === 'medium';
  if (state.refused && roomy) return <Refused session={session} state={state} />;
  const failed = state.notice === 'engine-failed';
  return (
    <>
      <Action icon="back" label={t('action.take-back')} disabled={!canTakeBack(state)} onClick={() => session.dispatch({ type: 'take-back' })} />
      {failed ? (
        <Action icon="rematch" label={t('action.retry')} onClick={() => session.dispatch({ type: 'wake' })} />
      ) : (
        computer && <Action icon="bulb" label={t('action.hint')} disabled={!canAct(state) || state.asking !== null} onClick={() => session.dispatch({ type: 'hint' })} />
      )}
      {(roomy || !computer) && (
        <Action icon="half" label={t('action.draw')} disabled={!canAct(state) || state.asking !== null} onClick={() => page.open('draw')} />
      )}
      <Action icon="flag" label={t('action.resign')} onClick={() => page.open('resign')} />
    </>
  );
}

/** A refusal needs the room for its sentence; the other buttons come back with the next tap. */
function Refused({ session, state }: Pick<Props, 'session' | 'state'>): VNode {
  return state.setup.mode === 'computer' ? (
    <Action icon="bulb" label={t('action.hint')} disabled={!canAct(state)} onClick={() => session.dispatch({ type: 'hint' })} />
  ) : (
    <Action icon="back" label={t('action.take-back')} disabled={!canTakeBack(state)} onClick={() => session.dispatch({ type: 'take-back' })} />
  );
}

/** What there is to do while a turn is being made. */
export function Drafting({ session, state, layout, tight }: DraftingProps): VNode {
  const { choice, draft } = state;
  const taken = takenBy(draft.steps);
  const small = isSmall(layout) || tight;
  const noPeek = layout === 'tiny' || (choice !== null && (layout === 'phone' || layout === 'low'));
  return (
    <>
      {choice && (
        <>
          <GroupAction letter="A" label={t('action.approach')} count={choice.approach.taken.length} small={small}
            onClick={() => session.dispatch({ type: 'group', kind: 'A' })} />
          <GroupAction letter="W" label={t('action.withdrawal')} count={choice.withdrawal.taken.length} small={small}
            onClick={() => session.dispatch({ type: 'group', kind: 'W' })} />
        </>
      )}
      {draft.steps.length > 0 && !noPeek && (
        <Action icon="eye" label={t('peek')} bare kind="outline" onClick={() => session.dispatch({ type: 'peek' })} />
      )}
      <Action icon="back" kind="outline" bare={small && draft.steps.length > 0}
        label={draft.steps.length > 0 ? t('action.step-back') : t('action.cancel')}
        onClick={() => session.dispatch({ type: 'step-back' })} />
      {draft.steps.length > 0 && (
        <Action icon={small ? undefined : 'square'} kind="main" label={t('action.stop', { n: taken })}
          disabled={!draft.mayStop} onClick={() => session.dispatch({ type: 'stop' })} />
      )}
    </>
  );
}

interface GroupProps {
  readonly letter: 'A' | 'W';
  readonly label: string;
  readonly count: number;
  readonly small: boolean;
  readonly onClick: () => void;
}

function GroupAction({ letter, label, count, small, onClick }: GroupProps): VNode {
  return (
    <button type="button" class="action action-outline action-group" onClick={onClick}>
      <KindBadge letter={letter} />
      <span>
        <span class={small ? 'hidden' : undefined}>{label} </span>
        {count}
      </span>
    </button>
  );
}

/** Round for approach, six-sided for withdrawal. */
export function KindBadge({ letter }: { letter: 'A' | 'W' }): VNode {
  return (
    <svg class={`badge badge-${letter}`} width="28" height="24" viewBox="-14 -12 28 24" aria-hidden="true" focusable="false">
      {letter === 'A' ? <circle r="11" /> : <path d="M-13.5 0L-7.5-11h15L13.5 0 7.5 11h-15z" />}
      <text text-anchor="middle" y="4.5">{letter}</text>
    </svg>
  );
}

/** Through the turns and back to the last one. */
export function Browsing({ session, state }: Pick<DraftingProps, 'session' | 'state'>): VNode {
  const at = state.browse ?? 0;
  return (
    <>
      <Action icon="prev" bare label={t('browse.prev')} disabled={at === 0} kind="outline"
        onClick={() => session.dispatch({ type: 'browse', ply: at - 1 })} />
      <Action icon="next" bare label={t('browse.next')} kind="outline"
        onClick={() => session.dispatch({ type: 'browse', ply: at + 1 })} />
      <Action kind="outline" label={t('browse.live')}
        onClick={() => session.dispatch({ type: 'browse', ply: state.view.length })} />
    </>
  );
}

function Analysing({ session, state, panel }: Props): VNode {
  const page = usePage();
  const at = state.turns.length;
  return (
    <>
      <Action icon="prev" bare label={t('browse.prev')} disabled={at === 0} kind="outline"
        onClick={() => session.dispatch({ type: 'browse', ply: at - 1 })} />
      <Action icon="next" bare label={t('browse.next')} disabled={state.later.length === 0} kind="outline"
        onClick={() => session.dispatch({ type: 'browse', ply: at + 1 })} />
      {!panel && <Action icon="chart" bare label={t('review.title')} kind="outline" onClick={() => page.open('review')} />}
      <Action icon="keyboard" label={t('action.type')} kind="outline" onClick={() => page.open('type')} />
    </>
  );
}

function Exercising({ session }: Props): VNode {
  return (
    <>
      {session.exercise?.actions().map(({ label, icon, kind, act }) => (
        <Action key={label} icon={icon} kind={kind} label={label} onClick={act} />
      ))}
    </>
  );
}

function Over({ session, state, layout, panel }: Props): VNode {
  const page = usePage();
  const giver = velaOffer(state);
  const roomy = layout === 'wide' || layout === 'medium';
  return (
    <>
      <Action icon="back" label={t('action.take-back')} bare={!roomy} kind={roomy ? 'quiet' : 'outline'}
        onClick={() => session.dispatch({ type: 'take-back' })} />
      {panel ? (
        <Action icon="plus" label={t('action.new-game')} kind={roomy ? 'quiet' : 'outline'} onClick={() => page.open('new-game')} />
      ) : (
        <Action label={t('result.show')} kind="outline" onClick={() => page.open('drawer')} />
      )}
      {!roomy && giver && <Action kind="outline" label={t('rule.vela')} onClick={() => startVela(session, giver)} />}
      {!roomy && <Action kind="main" label={t('action.rematch')} onClick={() => rematch(session)} />}
    </>
  );
}
