/* What the engine's values mean to a person: winning chances, or how many turns to a forced end. */

import type { Line, Outcome, Side } from '../../core/types';
import type { Key } from '../../i18n';
import { t } from '../../i18n';

/** White's winning chances in a position, in thousandths, a draw counting half. */
export interface Opinion {
  readonly chance: number;
  /** Turns of both sides to a forced end; null where none is forced. */
  readonly endsIn: number | null;
}

export const SURE = 1000;

/** How much a turn has cost the side that made it, where that was much. */
export type Mark = 'doubtful' | 'mistake' | 'blunder';
export const SIGNS: Readonly<Record<Mark, string>> = { doubtful: '?!', mistake: '?', blunder: '??' };
export const MARK_KEY: Readonly<Record<Mark, Key>> = { doubtful: 'review.doubtful', mistake: 'review.mistake', blunder: 'review.blunder' };

/** A line's value, which is its mover's, from White's side. */
export function opinionOf(line: Pick<Line, 'chance' | 'winIn' | 'lossIn'>, side: Side): Opinion {
  return { chance: side === 'white' ? line.chance : SURE - line.chance, endsIn: line.winIn ?? line.lossIn ?? null };
}

/** What a game that is over has come to. */
export function opinionOfEnd({ result }: Outcome): Opinion {
  return { chance: result === 'white' ? SURE : result === 'black' ? 0 : SURE / 2, endsIn: null };
}

export function chanceOf({ chance }: Pick<Opinion, 'chance'>, side: Side): number {
  return side === 'white' ? chance : SURE - chance;
}

/** Whole percents. 0 and 100 are for what is certain. */
export function percent(chance: number): number {
  if (chance <= 0 || chance >= SURE) return chance <= 0 ? 0 : 100;
  return Math.min(99, Math.max(1, Math.round(chance / 10)));
}

export function percentText(chance: number): string {
  return t('chance.percent', { n: percent(chance) });
}

/** "64%", "win in 5": of a line, for who is to move. */
export function lineText(line: Pick<Line, 'chance' | 'winIn' | 'lossIn'>): string {
  if (line.winIn !== undefined) return t('chance.win', { n: line.winIn });
  if (line.lossIn !== undefined) return t('chance.loss', { n: line.lossIn });
  return percentText(line.chance);
}

/** "White 64%", "Black wins in 5 turns", "even". */
export function opinionText({ chance, endsIn }: Opinion): string {
  const side: Side = chance >= SURE / 2 ? 'white' : 'black';
  if (endsIn !== null) return t(side === 'white' ? 'evaluation.white-wins' : 'evaluation.black-wins', { n: endsIn });
  const n = percent(Math.max(chance, SURE - chance));
  if (n <= 50) return t('evaluation.even');
  return t(side === 'white' ? 'evaluation.white' : 'evaluation.black', { n });
}

/** The same as a sentence, for whoever does not see the bar. */
export function opinionWords(opinion: Opinion): string {
  return opinion.endsIn === null ? t('bar.label', { n: percent(opinion.chance) }) : opinionText(opinion);
}
