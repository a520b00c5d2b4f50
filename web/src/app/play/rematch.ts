/* The next game: the same board, rules and level, colours changed. */

import { otherSide } from '../game/setup';
import type { Session } from '../session';

export function rematch(session: Session): void {
  const { state } = session;
  if (!state) return;
  const { setup } = state;
  session.begin({ ...setup, human: otherSide(setup.human), seed: Math.floor(Math.random() * 2 ** 31) }, state.taught);
}
