/* The one review of the page's session, with the page's engine and store. */

import { startEngine } from '../core';
import { spareRules } from '../records/shared';
import type { Session } from '../session';
import { GameReview } from './review';
import { ReviewDatabase } from './shelf';

const reviews = new WeakMap<Session, GameReview>();

export function reviewOf(session: Session): GameReview {
  const before = reviews.get(session);
  if (before) return before;
  const made = new GameReview(session, { shelf: new ReviewDatabase(), engine: startEngine, rules: spareRules, now: () => Date.now() });
  reviews.set(session, made);
  return made;
}
