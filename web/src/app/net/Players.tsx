/* The two who play: names, ratings, whether they are here, what they have taken, their clocks. */

import type { VNode } from 'preact';
import type { Side } from '../../core/types';
import { t } from '../../i18n';
import { levelWord } from '../home/ComputerCard';
import { takenBy } from '../game/points';
import { otherSide } from '../game/setup';
import { isOver, isTelo } from '../game/state';
import { SIDE_KEY } from '../game/words';
import { ratingText } from '../lobby/words';
import { givesNow, handNow, takenCount } from '../play/PlayerRow';
import { IconButton } from '../ui/TopBar';
import { Star } from '../ui/Star';
import { StoneIcon, TakenStones } from '../ui/StoneIcon';
import { NetClock, useTick } from './Clock';
import type { NetTable } from './table';
import { lagWords, nameOf, timeWords, tn } from './words';

/** Whether somebody is at the other end. */
type Here = 'here' | 'away' | 'unknown';

function hereOf(table: NetTable, side: Side): Here {
  const player = table.player(side);
  if (!player || player.kind === 'computer') return 'unknown';
  if (table.seat === side) return table.connected ? 'here' : 'away';
  const there = table.presence?.[side];
  if (!there || !table.connected) return 'unknown';
  return there.here ? 'here' : 'away';
}

function presenceWords(table: NetTable, side: Side): string {
  const here = hereOf(table, side);
  if (here === 'unknown' || table.seat === side) return '';
  if (here === 'here') return lagWords(table.presence?.[side].lag) || tn('presence.here');
  const ms = table.awayMs(side);
  // For those who come back within days, how long is no matter.
  return table.game?.spec.clock.kind !== 'real' ? tn('presence.none') : tn('presence.away', { time: timeWords(ms) });
}

/** What stands under a name. */
function standing(table: NetTable, side: Side): string {
  const { state } = table;
  if (!state) return '';
  const { outcome } = state.view;
  if (table.over || isOver(state)) return outcome.result === side && !table.unconfirmed ? t('player.winner') : '';
  if (table.toMove !== side) return '';
  const taken = state.browse === null && state.view.side === side ? takenBy(state.draft.steps) : 0;
  return taken > 0 ? t('player.taken-now', { n: taken }) : t('player.to-move');
}

interface Props {
  readonly table: NetTable;
  readonly side: Side;
  readonly menu?: (() => void) | undefined;
}

export function NetPlayerRow({ table, side, menu }: Props): VNode | null {
  const { state } = table;
  const here = hereOf(table, side);
  useTick(here === 'away' && table.seat !== side, 1000);
  if (!state) return null;
  const player = table.player(side);
  const taken = takenCount(state, side);
  const gives = givesNow(table, state, side);
  const rating = player ? ratingText(player) : '';
  const parts = [
    gives > 0 ? t('player.gives', { n: gives }) : '',
    standing(table, side),
    presenceWords(table, side),
    player?.kind === 'computer' ? levelWord(player.level ?? 1) : '',
    // Last, for the stone says it, too, where there is no room for words.
    player ? t(SIDE_KEY[side]) : '',
  ];
  return (
    <section class={`player${table.toMove === side ? ' player-moving' : ''}${table.left(side) !== null ? ' player-timed' : ''}`} aria-label={nameOf(table, side)}>
      {menu && <IconButton icon="menu" label={t('menu')} onClick={menu} />}
      <span class={`player-tile player-${here}`}>
        {player?.kind === 'computer' ? <Star filled={player.level ?? 1} size={30} /> : <StoneIcon side={side} size={26} />}
      </span>
      <span class="player-words">
        <strong>
          <bdi>{nameOf(table, side)}</bdi>
          {rating !== '' && <span class="net-rating">{rating}</span>}
        </strong>
        <small>{parts.filter((part) => part !== '').join(' · ')}</small>
      </span>
      <span class="player-taken">
        {isTelo(state.view) ? (
          <small>{t('player.in-hand', { n: handNow(table, state, side) })}</small>
        ) : (
          <>
            <TakenStones side={otherSide(side)} count={taken} />
            <small>{t('player.taken', { n: taken })}</small>
          </>
        )}
      </span>
      <NetClock table={table} side={side} />
    </section>
  );
}

interface RailProps {
  readonly table: NetTable;
  readonly near: Side;
  readonly flip: () => void;
  readonly menu: () => void;
  readonly peek: () => void;
}

/** The narrow column beside the board on the smallest phones. */
export function NetRail({ table, near, flip, menu, peek }: RailProps): VNode | null {
  const { state } = table;
  if (!state) return null;
  const { view } = state;
  return (
    <div class="rail">
      <RailPlayer table={table} side={otherSide(near)} />
      <IconButton icon="menu" label={t('menu')} onClick={menu} />
      <IconButton icon="flip" label={t('flip')} onClick={flip} />
      <IconButton icon="eye" label={t('peek')} pressed={state.peek} disabled={state.draft.steps.length === 0} onClick={peek} />
      <span class="rail-quiet">
        <small>{t('quiet.short')}</small>
        <strong>{view.quietLimit > 0 ? `${view.quiet}/${view.quietLimit}` : view.quiet}</strong>
      </span>
      <RailPlayer table={table} side={near} />
    </div>
  );
}

function RailPlayer({ table, side }: { table: NetTable; side: Side }): VNode | null {
  const { state } = table;
  const here = hereOf(table, side);
  useTick(here === 'away' && table.seat !== side, 1000);
  if (!state) return null;
  const player = table.player(side);
  const taken = takenCount(state, side);
  const gives = givesNow(table, state, side);
  const telo = isTelo(state.view);
  const told = [
    nameOf(table, side),
    presenceWords(table, side),
    telo ? t('player.in-hand', { n: handNow(table, state, side) }) : t('player.taken', { n: taken }),
    gives > 0 ? t('player.gives', { n: gives }) : '',
  ];
  return (
    <div class={`rail-player${table.toMove === side ? ' rail-player-moving' : ''} player-${here}`} role="group" aria-label={told.filter((part) => part !== '').join(', ')}>
      <NetClock table={table} side={side} />
      {player?.kind === 'computer' ? <Star filled={player.level ?? 1} size={24} /> : <StoneIcon side={side} size={22} />}
      {!telo && (
        <span class="rail-taken">
          <StoneIcon side={otherSide(side)} size={13} /> {taken}
        </span>
      )}
      {gives > 0 && <span class="rail-gives">−{gives}</span>}
    </div>
  );
}
