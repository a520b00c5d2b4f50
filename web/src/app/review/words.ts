/* What a review says of a turn. */

import { t } from '../../i18n';
import { chanceOf, MARK_KEY, percent, SIGNS } from '../game/chances';
import type { GameReview } from './review';

/** "d5-d4A ? mistake: Black's chances from 64% to 12%". */
export function costWords(review: Pick<GameReview, 'made' | 'plies' | 'mark'>, ply: number): string {
  const turn = review.made[ply];
  const before = review.plies[ply];
  const after = review.plies[ply + 1];
  const mark = review.mark(ply);
  if (!turn || !before || !after || !mark) return '';
  return t(turn.side === 'white' ? 'review.cost.white' : 'review.cost.black', {
    turn: turn.text,
    sign: SIGNS[mark],
    word: t(MARK_KEY[mark]),
    before: percent(chanceOf({ chance: before.held ?? before.chance }, turn.side)),
    after: percent(chanceOf(after, turn.side)),
  });
}
