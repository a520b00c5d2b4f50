/* The lobby as the server tells it: the whole of it once, then what has changed. */

import type { GameSummary, Lobby, Seek, Tell } from '../../net/protocol';

export type LobbyChange = Extract<Tell, { is: 'lobby-change' }>;

/** What is new or has changed takes its old place, or comes first. */
function merge<T>(before: readonly T[], changed: readonly T[], gone: readonly string[], key: (one: T) => string): readonly T[] {
  const next = new Map(changed.map((one) => [key(one), one]));
  const kept = before.filter((one) => !gone.includes(key(one)));
  const known = new Set(kept.map(key));
  return [...changed.filter((one) => !known.has(key(one))), ...kept.map((one) => next.get(key(one)) ?? one)];
}

export function changeLobby(lobby: Lobby, { add = [], remove = [], games = [], gone = [], players }: LobbyChange): Lobby {
  const seekOf = (seek: Seek): string => seek.seek;
  const gameOf = (game: GameSummary): string => game.game;
  const ended = games.filter((game) => game.state === 'ended').map(gameOf);
  return {
    seeks: merge(lobby.seeks, add, remove, seekOf),
    games: merge(lobby.games, games.filter((game) => game.state !== 'ended'), [...gone, ...ended], gameOf),
    players: players ?? lobby.players,
  };
}

/** Offers by others that one may accept first, one's own before them; the newest first. */
export function seeksFor(lobby: Lobby, player: string | null): { readonly own: readonly Seek[]; readonly others: readonly Seek[] } {
  const newest = [...lobby.seeks].sort((a, b) => b.at - a.at);
  return { own: newest.filter((seek) => seek.by.id === player), others: newest.filter((seek) => seek.by.id !== player) };
}

/** Games one can watch: one's own stand elsewhere. */
export function watchable(lobby: Lobby, player: string | null): readonly GameSummary[] {
  const mine = (game: GameSummary): boolean => player !== null && (game.white?.id === player || game.black?.id === player);
  return lobby.games.filter((game) => game.state === 'playing' && !mine(game));
}
