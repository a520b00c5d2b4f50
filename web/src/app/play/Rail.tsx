/* The narrow column beside the board on the smallest phones. */

import type { VNode } from 'preact';
import type { Side } from '../../core/types';
import { t } from '../../i18n';
import { otherSide } from '../game/setup';
import type { GameState } from '../game/state';
import { isOver, isTelo } from '../game/state';
import { PromiseSlot } from '../perfect/PromiseSlot';
import type { Session } from '../session';
import { IconButton } from '../ui/TopBar';
import { Star } from '../ui/Star';
import { StoneIcon } from '../ui/StoneIcon';
import { ClockFace } from './ClockFace';
import { givesNow, handNow, isComputer, playerName, takenCount } from './PlayerRow';

interface Props {
  readonly session: Session;
  readonly state: GameState;
  readonly near: Side;
  readonly flip: () => void;
  readonly menu: () => void;
}

export function Rail({ session, state, near, flip, menu }: Props): VNode {
  const { view } = state;
  return (
    <div class="rail">
      <RailPlayer session={session} state={state} side={otherSide(near)} />
      <IconButton icon="menu" label={t('menu')} onClick={menu} />
      <IconButton icon="flip" label={t('flip')} onClick={flip} />
      <IconButton
        icon="eye"
        label={t('peek')}
        pressed={state.peek}
        disabled={state.draft.steps.length === 0}
        onClick={() => session.dispatch({ type: 'peek' })}
      />
      <span class="rail-quiet">
        <small>{t('quiet.short')}</small>
        <strong>{view.quietLimit > 0 ? `${view.quiet}/${view.quietLimit}` : view.quiet}</strong>
      </span>
      <RailPlayer session={session} state={state} side={near} />
    </div>
  );
}

function RailPlayer({ session, state, side }: { session: Session; state: GameState; side: Side }): VNode {
  const moving = !isOver(state) && state.view.side === side;
  const taken = takenCount(state, side);
  const gives = givesNow(session, state, side);
  const telo = isTelo(state.view);
  const told = [
    playerName(state, side),
    telo ? t('player.in-hand', { n: handNow(session, state, side) }) : t('player.taken', { n: taken }),
    gives > 0 ? t('player.gives', { n: gives }) : '',
  ];
  return (
    <div class={`rail-player${moving ? ' rail-player-moving' : ''}`} role="group" aria-label={told.filter((part) => part !== '').join(', ')}>
      <ClockFace session={session} side={side} />
      {isComputer(state, side) ? <PromiseSlot session={session} state={state}><Star filled={state.setup.level} size={24} /></PromiseSlot> : <StoneIcon side={side} size={22} />}
      {!telo && (
        <span class="rail-taken">
          <StoneIcon side={otherSide(side)} size={13} /> {taken}
        </span>
      )}
      {gives > 0 && <span class="rail-gives">−{gives}</span>}
    </div>
  );
}
