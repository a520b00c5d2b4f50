/* A player: who, how strong, what they have taken. */

import type { VNode } from 'preact';
import type { Side, View } from '../../core/types';
import { t } from '../../i18n';
import { levelWord } from '../home/ComputerCard';
import { takenBy } from '../game/points';
import { otherSide } from '../game/setup';
import type { GameState } from '../game/state';
import { isOver, isTelo, stonesInHand } from '../game/state';
import { SIDE_KEY } from '../game/words';
import { PromiseSlot } from '../perfect/PromiseSlot';
import type { Session } from '../session';
import { IconButton } from '../ui/TopBar';
import { Star } from '../ui/Star';
import { StoneIcon, TakenStones } from '../ui/StoneIcon';
import { ClockFace } from './ClockFace';

/** Stones of the other side taken so far, the turn being made included. */
export function takenCount(state: GameState, side: Side): number {
  const done = state.turns.slice(0, state.browse ?? state.turns.length).filter((turn) => turn.side === side);
  const draft = state.browse === null && state.view.side === side ? takenBy(state.draft.steps) : 0;
  return done.reduce((sum, turn) => sum + takenBy(turn.steps), draft);
}

export function isComputer(state: GameState, side: Side): boolean {
  return state.setup.mode === 'computer' && side !== state.setup.human;
}

export function playerName(state: GameState, side: Side): string {
  if (state.setup.mode !== 'computer') return state.setup.names?.[side] ?? t(SIDE_KEY[side]);
  return isComputer(state, side) ? t('player.computer') : t('player.you');
}

function standing(state: GameState, side: Side): string {
  const { outcome } = state.view;
  if (isOver(state)) return outcome.result === side ? t('player.winner') : '';
  if (state.view.side !== side) return '';
  const taken = state.browse === null ? takenBy(state.draft.steps) : 0;
  if (taken > 0) return t('player.taken-now', { n: taken });
  return isComputer(state, side) && state.asking === 'turn' ? t('player.thinking') : t('player.to-move');
}

/** The position on the board, which may be an older one. */
function viewNow(session: Pick<Session, 'rules'>, state: GameState): View {
  return state.browse === null ? state.view : session.rules.view(state.browse);
}

/** Stones this side still has to give in vela; 0 if it gives none. */
export function givesNow(session: Pick<Session, 'rules'>, state: GameState, side: Side): number {
  const view = viewNow(session, state);
  return view.giver === side ? view.toGive : 0;
}

export function handNow(session: Pick<Session, 'rules'>, state: GameState, side: Side): number {
  return stonesInHand(state, viewNow(session, state))[side];
}

/** Beside its promise, how strong it is need not be said. */
function levelText({ setup: { level, perfect } }: GameState): string {
  return perfect ? `${t('home.level')} ${level}` : t('player.level', { level, word: levelWord(level) });
}

interface Props {
  readonly session: Session;
  readonly state: GameState;
  readonly side: Side;
  readonly menu?: (() => void) | undefined;
}

export function PlayerRow({ session, state, side, menu }: Props): VNode {
  const computer = isComputer(state, side);
  const taken = takenCount(state, side);
  const gives = givesNow(session, state, side);
  const parts = [
    gives > 0 ? t('player.gives', { n: gives }) : '',
    computer ? levelText(state) : '',
    state.setup.mode === 'computer' || state.setup.names?.[side] !== undefined ? t(SIDE_KEY[side]) : '',
    standing(state, side),
  ];
  const moving = !isOver(state) && state.view.side === side;
  return (
    <section class={`player${moving ? ' player-moving' : ''}${computer && state.setup.perfect ? ' player-promising' : ''}${session.clock ? ' player-timed' : ''}`} aria-label={playerName(state, side)}>
      {menu && <IconButton icon="menu" label={t('menu')} onClick={menu} />}
      <span class="player-tile">
        {computer ? <Star filled={state.setup.level} size={30} /> : <StoneIcon side={side} size={26} />}
      </span>
      <span class="player-words">
        <strong dir="auto">{playerName(state, side)}</strong>
        <small>{parts.filter((part) => part !== '').join(' · ')}</small>
      </span>
      {computer && <PromiseSlot session={session} state={state} />}
      {isTelo(state.view) ? (
        <span class="player-taken">
          <small>{t('player.in-hand', { n: handNow(session, state, side) })}</small>
        </span>
      ) : (
        <span class="player-taken">
          <TakenStones side={otherSide(side)} count={taken} />
          <small>{t('player.taken', { n: taken })}</small>
        </span>
      )}
      <ClockFace session={session} side={side} />
    </section>
  );
}
