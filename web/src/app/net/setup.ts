/* What a game over the net is to the state machine of the board. */

import type { Side } from '../../core/types';
import type { NetGame } from '../../net/fold';
import type { GameSetup } from '../game/setup';
import { otherSide } from '../game/setup';
import type { Word } from '../game/state';

/** `seat` null: one watches. */
export function setupFor(game: NetGame, seat: Side | null): GameSetup {
  const { variant, rules, start } = game.spec;
  const ended = game.end !== null && wordFor(game) === null && game.end.result === 'none';
  const waiting = game.players.white === null || game.players.black === null;
  return {
    mode: 'net', variant, rules, human: seat ?? 'white', level: 8, facing: 'fixed', clock: 'none', seed: 0,
    watches: seat === null || waiting || ended,
    ...(start === undefined ? {} : { position: start }),
  };
}

/** An end by word as the board has it; null where the turns tell it themselves, or it does not count. */
export function wordFor({ end }: NetGame): Word | null {
  if (!end) return null;
  if (end.reason === 'agreement') return { kind: 'draw' };
  if (end.result !== 'white' && end.result !== 'black') return null;
  const loser = otherSide(end.result);
  if (end.reason === 'resignation') return { kind: 'resign', loser };
  return end.reason === 'time' || end.reason === 'abandoned' ? { kind: end.reason, loser } : null;
}
