/* A game over the net as a fold over its numbered events. The list of them is the truth; this is what it says.
 * Pure: the same events always make the same game. */

import type {
  Clock, Command, Event, GameId, GameSpec, Left, Phrase, Player, RatingChange, Reason, Rematch, Result, Side, Time,
} from './protocol';

export interface NetTurn {
  readonly side: Side;
  /** Canonical. */
  readonly text: string;
  readonly at: Time;
}

/** What was said, and when. */
export interface Said {
  /** Number of its event. */
  readonly n: number;
  readonly side: Side;
  readonly phrase: Phrase;
}

/** Something that one side has answered with no. */
export interface Declined {
  readonly n: number;
  readonly what: 'draw' | 'takeback' | 'rematch';
  /** Who declined. */
  readonly side: Side;
}

export interface NetGame {
  readonly id: GameId;
  readonly spec: GameSpec;
  readonly rematchOf: GameId | null;
  readonly made: Time;
  /** When the second seat was taken. */
  readonly begun: Time;
  /** Number of the event that comes next. */
  readonly number: number;
  readonly players: Readonly<Record<Side, Player | null>>;
  readonly turns: readonly NetTurn[];
  /** Both have made a turn, whether it was taken back since or not: the game cannot be aborted any more. */
  readonly underWay: boolean;
  /** Milliseconds left at `leftAt`; null: there is no clock, or it has not begun. */
  readonly left: Readonly<Record<Side, number>> | null;
  readonly leftAt: Time;
  /** The clock of the side to move runs. */
  readonly running: boolean;
  /** Whose offer or question stands. */
  readonly draw: Side | null;
  readonly takeback: Side | null;
  /** The rematch that was offered last; `agreed`: the other side had offered the same. */
  readonly rematch: { readonly side: Side; readonly kind: Rematch; readonly agreed: boolean } | null;
  /** The last refusal of one; null once something else has happened. */
  readonly declined: Declined | null;
  /** The last takeback: how many turns stayed. Null once a turn was made. */
  readonly tookBack: { readonly n: number; readonly ply: number } | null;
  readonly said: Said | null;
  /** The server was away, until then; null once a turn was made. */
  readonly outage: Time | null;
  readonly end: { readonly result: Result; readonly reason: Reason; readonly at: Time } | null;
  readonly ratings: Readonly<Record<Side, RatingChange>> | null;
  /** The next game of the two. */
  readonly next: GameId | null;
}

/** An event that cannot follow: from a server that is none. */
export class FoldError extends Error {}

/** The game with one more event. Throws FoldError where it is not the next one. */
export function applyEvent(game: NetGame | null, event: Event): NetGame {
  if (!game) return begin(event);
  if (event.n !== game.number) throw new FoldError(`event ${event.n} comes where ${game.number} was to come`);
  return { ...game, ...change(game, event), number: event.n + 1 };
}

export function foldEvents(game: NetGame | null, events: readonly Event[]): NetGame | null {
  return events.reduce<NetGame | null>(applyEvent, game);
}

function begin(event: Event): NetGame {
  if (event.kind !== 'create' || event.n !== 0) throw new FoldError('a game begins with its creation');
  return {
    id: event.game, spec: event.spec, rematchOf: event.rematch_of ?? null, made: event.at, begun: event.at, number: 1,
    players: { white: null, black: null }, turns: [], underWay: false, left: null, leftAt: event.at, running: false,
    draw: null, takeback: null, rematch: null, declined: null, tookBack: null, said: null, outage: null,
    end: null, ratings: null, next: null,
  };
}

function change(game: NetGame, event: Event): Partial<NetGame> {
  switch (event.kind) {
    case 'create':
      throw new FoldError('a game is made once');
    case 'join':
      return { players: { ...game.players, [event.side]: event.player }, begun: event.at, ...clocks(event) };
    case 'seat':
      return { players: { ...game.players, [event.side]: event.player }, ...clocks(event) };
    case 'turn':
      return {
        turns: [...game.turns, { side: event.side, text: event.turn, at: event.at }],
        underWay: game.underWay || game.turns.length >= 1,
        // One's own turn leaves the draw that one offers standing.
        draw: game.draw === event.side ? game.draw : null,
        takeback: null, declined: null, tookBack: null, outage: null, ...clocks(event),
      };
    case 'draw-offer':
      return { draw: event.side, declined: null };
    case 'draw-decline':
      return { draw: null, declined: { n: event.n, what: 'draw', side: event.side } };
    case 'takeback-ask':
      return { takeback: event.side, declined: null };
    case 'takeback-decline':
      return { takeback: null, declined: { n: event.n, what: 'takeback', side: event.side } };
    case 'takeback':
      return {
        turns: game.turns.slice(0, event.ply), draw: null, takeback: null, declined: null,
        tookBack: { n: event.n, ply: event.ply }, ...clocks(event),
      };
    case 'phrase':
      return { said: { n: event.n, side: event.side, phrase: event.phrase } };
    case 'outage':
      return { outage: event.to, ...clocks(event) };
    case 'end':
      return {
        end: { result: event.result, reason: event.reason, at: event.at },
        draw: null, takeback: null, declined: null, ...clocks(event), running: false,
      };
    case 'rated':
      return { ratings: { white: event.white, black: event.black } };
    case 'rematch-offer':
      return {
        rematch: { side: event.side, kind: event.rematch, agreed: game.rematch?.kind === event.rematch && game.rematch.side !== event.side },
        declined: null,
      };
    case 'rematch-decline':
      return { rematch: null, declined: { n: event.n, what: 'rematch', side: event.side } };
    case 'remade':
      return { next: event.game, rematch: null };
  }
}

/** Only events that tell of the clocks change them. What they showed stays where they stand still. */
function clocks(event: { readonly at: Time; readonly left?: Left | undefined }): Partial<NetGame> {
  if (event.left === undefined) return {};
  if (event.left === null) return { running: false, leftAt: event.at };
  const [white = 0, black = 0] = event.left;
  return { left: { white, black }, leftAt: event.at, running: true };
}

export function isPlaying(game: NetGame): boolean {
  return !game.end && game.players.white !== null && game.players.black !== null;
}

/** Where a player sits. */
export function seatOf(game: NetGame, player: string | undefined): Side | null {
  if (player === undefined) return null;
  if (game.players.white?.id === player) return 'white';
  return game.players.black?.id === player ? 'black' : null;
}

/** The time a side begins with, in milliseconds; null without a clock. */
export function stockMs(clock: Clock): number | null {
  if (clock.kind === 'none') return null;
  if (clock.kind === 'days') return clock.days * 86_400_000;
  return 1000 * (clock.base_s > 0 ? clock.base_s : clock.increment_s);
}

/** What a side has left when the server's clock shows `now`; null without a clock. */
export function timeLeft(game: NetGame, side: Side, toMove: Side | null, now: Time): number | null {
  const left = game.left?.[side] ?? stockMs(game.spec.clock);
  if (left === null || !game.running || side !== toMove) return left;
  return Math.max(0, left - Math.max(0, now - game.leftAt));
}

/** Whether an event says that a command of this side has been carried out. */
export function confirms(event: Event, command: Command, side: Side | null): boolean {
  if (command.do === 'sit') return event.kind === 'join' && (command.side === undefined || event.side === command.side) && side === event.side;
  if (command.do === 'turn') return event.kind === 'turn' && event.side === side && event.turn === command.turn;
  const own = 'side' in event && event.side === side;
  switch (command.do) {
    case 'resign':
    case 'abort':
    case 'claim':
      return event.kind === 'end';
    case 'draw':
      return (event.kind === 'draw-offer' && own) || event.kind === 'end';
    case 'decline-draw':
      return event.kind === 'draw-decline' && own;
    case 'takeback':
      return (event.kind === 'takeback-ask' && own) || event.kind === 'takeback';
    case 'decline-takeback':
      return event.kind === 'takeback-decline' && own;
    case 'phrase':
      return event.kind === 'phrase' && own && event.phrase === command.phrase;
    case 'rematch':
      return (event.kind === 'rematch-offer' && own) || event.kind === 'remade';
    case 'decline-rematch':
      return event.kind === 'rematch-decline' && own;
  }
}
