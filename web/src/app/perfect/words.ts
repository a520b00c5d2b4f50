/* What is promised, and how that stands, in words. */

import type { Side } from '../../core/types';
import { currentLanguage } from '../../i18n';
import type { PerfectKey } from '../../i18n/perfect';
import { perfectWords } from '../../i18n/perfect';
import { sizeText } from '../game/setup';
import type { Standing } from './keeper';
import type { Proved } from './proved';

export const tp = perfectWords.t;

const HOLDS: Readonly<Record<Side, PerfectKey>> = { white: 'holds.white', black: 'holds.black' };
const WINS: Readonly<Record<Side, PerfectKey>> = { white: 'wins.white', black: 'wins.black' };
const COLOUR: Readonly<Record<Side, PerfectKey>> = { white: 'gone.colour.white', black: 'gone.colour.black' };
const AWAY: Readonly<Record<(Standing & { state: 'away' })['why'], PerfectKey>> = { away: 'away.away', busy: 'away.busy', page: 'away.page' };
const BADGE: Readonly<Record<Standing['state'], PerfectKey>> = {
  asking: 'badge.asking', holds: 'badge.holds', gone: 'badge.gone', away: 'badge.away',
};

/** In two or three words. */
export function badgeWords({ state }: Standing): string {
  return tp(BADGE[state]);
}

/** In a sentence; `side` is the computer's. */
export function standingWords(standing: Standing, side: Side): string {
  switch (standing.state) {
    case 'asking':
      return tp('asking');
    case 'holds':
      return tp((standing.promise === 'win' ? WINS : HOLDS)[side]);
    case 'away':
      return `${tp(AWAY[standing.why])} ${tp('plays-on')}`;
    case 'gone':
      return `${goneWords(standing.why, side)} ${tp('plays-on')}`;
  }
}

function goneWords(why: (Standing & { state: 'gone' })['why'], side: Side): string {
  switch (why) {
    case 'rules':
      return tp('gone.rules');
    case 'board':
      return tp('gone.board');
    case 'start':
      return tp('gone.start');
    case 'colour':
      return tp(COLOUR[side]);
    case 'path':
      return tp('gone.path');
  }
}

/** To a screen reader; nothing while the words are still on their way. */
export function sayStanding(standing: Standing, side: Side): string {
  return perfectWords.loaded() ? `${tp('promise')}. ${standingWords(standing, side)}` : '';
}

/** For which colours, from the start of the board. */
export function leadWords({ promised, answers }: Proved, variant: string): string {
  const params = { board: sizeText(variant), count: numberText(answers) };
  if (promised.white === 'none') return tp('lead.black', params);
  return tp(promised.black === 'none' ? 'lead.white' : 'lead.both', params);
}

export function sizeWords(bytes: number): string {
  if (bytes < 10_000) return tp('size.bytes', { n: numberText(bytes) });
  if (bytes < 1_000_000) return tp('size.kb', { n: numberText(Math.round(bytes / 1000)) });
  return tp('size.mb', { n: numberText(Math.round(bytes / 100_000) / 10) });
}

function numberText(n: number): string {
  return n.toLocaleString(currentLanguage());
}
