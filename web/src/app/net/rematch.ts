/* The next game of the two. */

import { hasVela, readRules, STANDARD_RULES } from '../game/setup';
import type { NetTable } from './table';

/** One can offer another game. */
export function mayRematch({ game, seat, connected, client }: NetTable): boolean {
  return game?.end != null && seat !== null && game.next === null && game.rematch === null && connected && !client.isPending(game.id, 'rematch')
    && game.players.white !== null && game.players.black !== null;
}

/** Vela is played on some boards, and needs somebody to give: the winner, or after a draw who gave before (R7.6). */
export function canVela({ game }: NetTable): boolean {
  if (!game?.end || !hasVela(game.spec.variant)) return false;
  const decided = game.end.result === 'white' || game.end.result === 'black';
  return decided || (game.end.result === 'draw' && (readRules(game.spec.rules) ?? STANDARD_RULES).vela !== 'none');
}
