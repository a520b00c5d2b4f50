/* The next game of the two. */

import { hasVela } from '../game/setup';
import type { NetTable } from './table';

/** One can offer another game. */
export function mayRematch({ game, seat, connected, client }: NetTable): boolean {
  return game?.end != null && seat !== null && game.next === null && game.rematch === null && connected && !client.isPending(game.id, 'rematch')
    && game.players.white !== null && game.players.black !== null;
}

/** Vela needs a winner, and a board it is played on. */
export function canVela({ game }: NetTable): boolean {
  return game !== null && hasVela(game.spec.variant) && (game.end?.result === 'white' || game.end?.result === 'black');
}
