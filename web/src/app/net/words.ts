/* Players, times and phrases of a game over the net in words. */

import type { Side } from '../../core/types';
import { t } from '../../i18n';
import type { NetKey } from '../../i18n/net';
import { netWords } from '../../i18n/net';
import type { Phrase } from '../../net/protocol';
import { clockText as minutesText } from '../game/clock';
import { SIDE_KEY } from '../game/words';
import { loadWords, playerWords } from '../lobby/words';
import type { NetTable } from './table';

export const tn = netWords.t;

/** All that a game over the net may have to say. */
export function loadGameWords(): Promise<unknown> {
  return Promise.all([netWords.load(), loadWords()]);
}

/** One of two texts, one for each side: in many languages more than a name differs. */
export function bySide(side: Side, white: NetKey, black: NetKey): string {
  return tn(side === 'white' ? white : black);
}

/** "Rakoto", "Guest 4f2a", "You"; a free seat by its colour. */
export function nameOf(table: NetTable, side: Side): string {
  const player = table.player(side);
  if (!player) return t(SIDE_KEY[side]);
  if (table.seat === side) return player.name ?? t('player.you');
  return playerWords(player);
}

const PHRASE_KEYS: Readonly<Record<Phrase, NetKey>> = {
  hello: 'phrase.hello', 'good-luck': 'phrase.good-luck', 'have-fun': 'phrase.have-fun', 'well-played': 'phrase.well-played',
  'good-game': 'phrase.good-game', thanks: 'phrase.thanks', sorry: 'phrase.sorry', 'one-moment': 'phrase.one-moment',
  'i-must-go': 'phrase.i-must-go', goodbye: 'phrase.goodbye',
};
export const PHRASES = Object.keys(PHRASE_KEYS) as readonly Phrase[];

/** A newer server may have phrases this page has no words for. */
export function phraseWords(phrase: Phrase): string {
  const key: NetKey | undefined = PHRASE_KEYS[phrase];
  return key === undefined ? '…' : tn(key);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** What a clock shows: "4:05", "3 h 20 min", "2 d 4 h". */
export function clockFace(ms: number): string {
  if (ms >= DAY_MS) return tn('clock.days', { d: Math.floor(ms / DAY_MS), h: Math.floor((ms % DAY_MS) / HOUR_MS) });
  if (ms >= HOUR_MS) return tn('clock.hours', { h: Math.floor(ms / HOUR_MS), m: Math.floor((ms % HOUR_MS) / MINUTE_MS) });
  return minutesText(ms);
}

/** A time in words, its two largest parts: "2 days 4 hours". */
export function timeWords(ms: number): string {
  const parts: readonly (readonly [NetKey, number])[] = [
    ['time.days', Math.floor(ms / DAY_MS)],
    ['time.hours', Math.floor((ms % DAY_MS) / HOUR_MS)],
    ['time.minutes', Math.floor((ms % HOUR_MS) / MINUTE_MS)],
    ['time.seconds', Math.floor((ms % MINUTE_MS) / 1000)],
  ];
  const first = parts.findIndex(([, count]) => count > 0);
  if (first < 0) return tn('time.seconds', { n: 0 });
  const [one, two] = parts.slice(first, first + 2).filter(([, count]) => count > 0).map(([key, count]) => tn(key, { n: count }));
  return two === undefined ? (one ?? '') : tn('time.and', { first: one ?? '', second: two });
}

const SLOW_MS = 350;
const BAD_MS = 1200;

/** How long a message takes, as a word; '' while it is quick enough not to be noticed. */
export function lagWords(ms: number | undefined): string {
  if (ms === undefined || ms < SLOW_MS) return '';
  return tn(ms < BAD_MS ? 'lag.slow' : 'lag.bad');
}

export function lagIs(ms: number | null): string {
  if (ms === null) return tn('lag.none');
  const n = Math.round(ms);
  return ms < SLOW_MS ? tn('lag.good.is', { n }) : tn(ms < BAD_MS ? 'lag.slow.is' : 'lag.bad.is', { n });
}
