/* What endgame tables know, in words and in marks. */

import type { Point, Side, TableValue, Truth, Truths, TruthTurn } from '../../core/types';
import type { Key } from '../../i18n';
import { t } from '../../i18n';
import { pointName } from '../game/points';

export const VALUE_KEY: Readonly<Record<TableValue, Key>> = { win: 'truth.win', draw: 'truth.draw', loss: 'truth.loss' };
export const POINT_KEY: Readonly<Record<TableValue, Key>> = { win: 'point.win', draw: 'point.draw', loss: 'point.loss' };

/** What comes of it by the rules of the game, as far as that is known. */
export function worth({ value, limited }: Pick<Truth, 'value' | 'limited'>): TableValue {
  return limited ?? value;
}

/** "capture in 7 turns"; '' where no distance is known. */
function distanceText({ value, distance, limited, limitedDistance }: Truth, metric: Truths['metric']): string {
  const n = metric === 'dtc' && limited === value ? limitedDistance : distance;
  return n === undefined ? '' : t(metric === 'dtw' ? 'truth.end' : 'truth.capture', { n });
}

/** "win · capture in 7 turns", "won, but the quiet limit comes first": of a turn, for who makes it. */
export function turnText(truth: TruthTurn, metric: Truths['metric']): string {
  if (truth.value !== 'draw' && truth.limited === 'draw') return t(truth.value === 'win' ? 'truth.late' : 'truth.saved');
  // A turn that captures is the next capture itself: there is nothing to count.
  const distance = metric === 'dtc' && /[AW]/.test(truth.turn) ? '' : distanceText(truth, metric);
  return [t(VALUE_KEY[truth.value]), distance].filter((part) => part !== '').join(' · ');
}

/** "White wins · capture in 7 turns": of the position, with `side` to move. */
export function positionText(truths: Truths, side: Side): string {
  if (truths.value === 'draw') return t('result.draw');
  const white = (truths.value === 'win') === (side === 'white');
  if (truths.limited === 'draw') return t(white ? 'truth.late.white' : 'truth.late.black');
  return [t(white ? 'result.white' : 'result.black'), distanceText(truths, truths.metric)].filter((part) => part !== '').join(' · ');
}

/** Whether a turn begins with these steps, which may be all of it. */
export function beginsWith(turn: string, steps: string): boolean {
  return turn.startsWith(steps) && !/^\d/.test(turn.slice(steps.length));
}

/** The turn being made: its text so far, or the stone taken up for it, or nothing yet. */
export interface Making {
  /** Canonical; '' before the first step. */
  readonly text: string;
  readonly from: Point | null;
  readonly files: number;
}

/** What can still come of the turn being made, best first. */
export function turnsFrom(turns: readonly TruthTurn[], { text, from, files }: Making): readonly TruthTurn[] {
  const begun = text !== '' ? text : from === null ? '' : pointName(from, files);
  return begun === '' ? turns : turns.filter(({ turn }) => beginsWith(turn, begun));
}

/** The best that a tap on each point leads to: on the stones that can move, then on the points they reach, and on
 * the moving stone itself for stopping there. */
export function pointTruths(turns: readonly TruthTurn[], making: Making): ReadonlyMap<Point, TableValue> {
  const found = new Map<Point, TableValue>();
  const { text, from, files } = making;
  const done = text !== '' ? text.split('-').length : from === null ? 0 : 1;
  for (const truth of turnsFrom(turns, making)) {
    const parts = truth.turn.split('-');
    // A turn that ends here is told where its stone stands.
    const at = pointOf(parts[Math.min(done, parts.length - 1)] ?? '', files);
    if (!found.has(at)) found.set(at, worth(truth));
  }
  return found;
}

function pointOf(part: string, files: number): Point {
  const [, letter = 'a', rank = '1'] = /^([a-z])(\d+)/.exec(part) ?? [];
  return (Number(rank) - 1) * files + letter.charCodeAt(0) - 97;
}
