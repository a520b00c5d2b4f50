/* Games, results, faults in words. */

import type { EndReason, Outcome } from '../../core/types';
import type { Key } from '../../i18n';
import { currentLanguage, t } from '../../i18n';
import { levelOf } from './names';
import { sizeText } from '../game/setup';
import { ruleNames } from '../game/words';
import type { KeptGame } from './entry';
import { dayOf, known, tagOf } from './entry';
import type { Trouble } from './database';

const RESULT_KEY: Readonly<Record<Outcome['result'], Key>> = {
  white: 'result.white', black: 'result.black', draw: 'result.draw', ongoing: 'end.ongoing',
};

const REASON_KEY: Readonly<Record<EndReason, Key>> = {
  'no-stones': 'end.no-stones', blocked: 'end.blocked', row: 'end.row', repetition: 'end.repetition', quiet: 'end.quiet',
  agreement: 'end.agreement', resignation: 'end.resignation', time: 'end.time', abandoned: 'end.abandoned',
};

export function resultWords({ result }: Outcome): string {
  return t(RESULT_KEY[result]);
}

export function reasonWords({ reason }: Pick<Outcome, 'reason'>): string {
  return reason === '' ? '' : t(REASON_KEY[reason]);
}

/** R9.5 */
export function resultSign({ result }: Outcome): string {
  return result === 'white' ? '1–0' : result === 'black' ? '0–1' : result === 'draw' ? '½–½' : '–';
}

type Named = Pick<KeptGame, 'tags' | 'you'>;

/** White's and Black's names, as far as they are known. */
export function playersOf({ tags, you }: Named): readonly [string, string] {
  return [nameOf(tags, 'White', you === 'white', t('side.white')), nameOf(tags, 'Black', you === 'black', t('side.black'))];
}

function nameOf(tags: KeptGame['tags'], side: 'White' | 'Black', you: boolean, otherwise: string): string {
  const name = known(tags, side);
  const level = levelOf(name);
  if (level !== null) return t('games.computer', { level });
  return name || (you ? t('player.you') : otherwise);
}

export function variantName(variant: string): string {
  const name = NAMES[variant];
  return name ? `${name} ${sizeText(variant)}` : sizeText(variant);
}

/** Proper names, the same in every language. */
const NAMES: Readonly<Record<string, string>> = { tsivy: 'Tsivy', dimy: 'Dimy', telo: 'Telo' };

/** '' where no day is known: the day a record came in is not its own. */
export function dayWords(game: Pick<KeptGame, 'tags' | 'added' | 'source'>): string {
  if (game.source === 'imported' && known(game.tags, 'Date') === '') return '';
  const day = dayOf(game);
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  if (!date) return day;
  return dateFormat()?.format(new Date(year, month - 1, date)) ?? day;
}

let format: { readonly language: string; readonly of: Intl.DateTimeFormat | null } | null = null;

/** Making one takes far longer than using it. */
function dateFormat(): Intl.DateTimeFormat | null {
  const language = currentLanguage();
  if (format?.language !== language) {
    try {
      format = { language, of: new Intl.DateTimeFormat(language, { dateStyle: 'medium' }) };
    } catch {
      format = { language, of: null };
    }
  }
  return format.of;
}

/** Everything a game can be found by. */
export function describe(game: KeptGame): string {
  return [
    ...playersOf(game), variantName(game.setup.variant), resultWords(game.outcome), reasonWords(game.outcome),
    resultSign(game.outcome), tagOf(game.tags, 'Result'), ...ruleNames(game.setup.rules), dayWords(game),
  ].join(' ');
}

export const TROUBLE_KEY: Readonly<Record<Trouble, Key>> = {
  forbidden: 'games.forbidden', full: 'games.full', newer: 'games.newer', failed: 'games.failed',
};
