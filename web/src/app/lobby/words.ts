/* Players, clocks and games of the net in words. Names are other people's: text, never markup. */

import { currentLanguage, t } from '../../i18n';
import { lobby } from '../../i18n/lobby';
import type { Clock, GameSpec, GameSummary, Player, Seek, Side } from '../../net/protocol';
import { ruleNames, boardName } from '../game/words';
import { refused } from '../refusals';
import { ADDRESS } from '../router';

export const tl = lobby.t;

/** All words that a page of playing each other may need. */
export function loadWords(): Promise<unknown> {
  return Promise.all([lobby.load(), refused.load()]);
}

export function playerWords(player: Player | undefined): string {
  if (!player) return tl('player.nobody');
  switch (player.kind) {
    case 'guest':
      return tl('player.guest', { tag: player.id.slice(-4) });
    case 'computer':
      return t('games.computer', { level: player.level ?? 1 });
    case 'gone':
      return tl('player.gone');
    default:
      return player.name ?? tl('player.guest', { tag: player.id.slice(-4) });
  }
}

/** "1612?" while it is not sure. */
export function ratingText({ rating, provisional }: Pick<Player, 'rating' | 'provisional'>): string {
  return rating === undefined ? '' : `${rating}${provisional ? '?' : ''}`;
}

/** "10 + 5", "3 days", "no clock" */
export function clockText(clock: Clock): string {
  if (clock.kind === 'none') return tl('clock.off');
  if (clock.kind === 'days') return tl('clock.days', { n: clock.days });
  return tl('clock.real', { minutes: minutesText(clock.base_s), seconds: clock.increment_s });
}

/** "10", "0:45" */
export function minutesText(seconds: number): string {
  if (seconds % 60 === 0) return String(seconds / 60);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Board, rated or not, and all that is not usual about the rules. */
export function specNames(spec: GameSpec): readonly string[] {
  const unusual = [...(spec.start === undefined ? [] : [tl('seek.start')]), ...ruleNames(spec.rules)];
  return [boardName(spec.variant), ...(spec.rated ? [tl('seek.rated')] : []), ...unusual];
}

export function rangeText({ rating_min: low, rating_max: high }: Pick<Seek, 'rating_min' | 'rating_max'>): string {
  if (low !== undefined && high !== undefined) return tl('seek.range', { low, high });
  if (low !== undefined) return tl('seek.from', { low });
  return high !== undefined ? tl('seek.to', { high }) : '';
}

export const SEEK_SIDE = { white: 'seek.white', black: 'seek.black', random: 'seek.lot' } as const;

/** Whom one plays, from where one sits; null: one only watches. */
export function mySide(game: GameSummary, player: string | null): Side | null {
  if (player === null) return null;
  return game.white?.id === player ? 'white' : game.black?.id === player ? 'black' : null;
}

/** Dates as the language writes them; Malagasy as the browser does. */
function format(options: Intl.DateTimeFormatOptions, time: number): string {
  try {
    return new Intl.DateTimeFormat(currentLanguage(), options).format(time);
  } catch {
    return new Date(time).toISOString().slice(0, 16).replace('T', ' ');
  }
}

export function dayText(time: number): string {
  return format({ dateStyle: 'medium' }, time);
}

const WEEK_MS = 6 * 86_400_000;

/** "Tue 14:05" within the week, "3 Dec, 14:05" beyond. */
export function momentText(time: number, now = Date.now()): string {
  const day: Intl.DateTimeFormatOptions = Math.abs(time - now) < WEEK_MS ? { weekday: 'short' } : { day: 'numeric', month: 'short' };
  return format({ ...day, hour: '2-digit', minute: '2-digit' }, time);
}

export function clockTimeText(time: number): string {
  return format({ hour: '2-digit', minute: '2-digit' }, time);
}

export const ADDRESSES = {
  lobby: ADDRESS.lobby, make: ADDRESS.make, account: ADDRESS.account, fairPlay: '#/fair-play',
} as const;

export function gameAddress(id: string): string {
  return `#/net/${id}`;
}

export function playerAddress(name: string): string {
  return `#/player/${encodeURIComponent(name)}`;
}

export function leadersAddress(variant: string): string {
  return `#/leaders/${variant}`;
}
