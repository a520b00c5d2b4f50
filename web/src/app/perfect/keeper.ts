/* Keeps the computer's promise in a game: asks for turns that keep what is proved, and knows whether the promise holds.
 *
 * 5×5 is asked of the page's own certificate, other boards of the server. Where nobody can be asked in time the level plays
 * the turn by itself, and that is told; the next turn is asked for again. */

import type { Promised, Side } from '../../core/types';
import { perfectWords } from '../../i18n/perfect';
import { coreSetup, otherSide } from '../game/setup';
import type { GameState } from '../game/state';
import { isComputersTurn, isOver } from '../game/state';
import type { Session } from '../session';
import { pageProves, plainRules } from './proved';
import type { Question } from './server';
import type { ServerProver } from './server';
import { theServer, Unanswered } from './server';
import { sayStanding } from './words';

/** How the promise stands in the game on the board. */
export type Standing =
  | { readonly state: 'asking' }
  | { readonly state: 'holds'; readonly promise: 'hold' | 'win' }
  /** Nothing is promised here: by what the game is, or by what has happened in it. */
  | { readonly state: 'gone'; readonly why: 'rules' | 'board' | 'start' | 'colour' | 'path' }
  /** Nobody could be asked; the last turn, or the next, rests on nothing. */
  | { readonly state: 'away'; readonly why: 'away' | 'busy' | 'page' };

/** The part of a session that is needed here. */
export type PlayedBy = Pick<Session, 'state' | 'rules' | 'search' | 'proofs' | 'subscribe' | 'setStanding' | 'say'>;

/** The page's certificate comes over the wire once; a slow line must not keep an answer longer. */
export const PAGE_WAIT_MS = 5000;
/** The server takes no longer list of turns; repetition further back than this is left aside. */
const TURNS_MAX = 200;

export type Prover = Pick<ServerProver, 'offer' | 'turn' | 'promises'>;

const keepers = new WeakMap<object, Keeper>();

export function keeperOf(session: PlayedBy, server: Prover = theServer): Keeper {
  let keeper = keepers.get(session);
  if (!keeper) {
    keeper = new Keeper(session, server);
    keepers.set(session, keeper);
  }
  return keeper;
}

export class Keeper {
  private standing: Standing = { state: 'asking' };
  /** The game, and the position in it, that the standing is about. */
  private setup: GameState['setup'] | null = null;
  private about = '';
  /** What was asked before tells nothing any more. */
  private round = 0;

  constructor(
    private readonly session: PlayedBy,
    private readonly server: Prover,
  ) {
    // Without its words nothing is said; what is shown waits for them by itself.
    perfectWords.load().catch(() => undefined);
    session.subscribe(() => this.look());
    this.look();
  }

  /** The computer's turn, if one keeps the promise; null: as the level plays. */
  async reply(state: GameState): Promise<string | null> {
    const { setup } = state;
    const round = this.begin(state);
    const side = otherSide(setup.human);
    try {
      const found = await this.ask(state);
      if (this.round !== round) return null;
      if (found === null || found.promise === 'none') {
        this.settle({ state: 'gone', why: found === null ? await this.whyNone(state) : await this.whyGone(state, side) }, round);
        return null;
      }
      this.settle({ state: 'holds', promise: found.promise }, round);
      // The position it leads to is kept by what was just said.
      this.about = key(state, [found.turn]);
      return found.turn;
    } catch (error) {
      this.settle(away(error, setup), round);
      return null;
    }
  }

  private async ask(state: GameState): Promise<{ promise: Promised; turn: string } | null> {
    const { setup } = state;
    if (!plainRules(setup.rules)) return null;
    if (pageProves(setup)) return this.askPage(state);
    const offer = await this.server.offer(setup.variant, setup.rules);
    if (offer.state === 'none') return null;
    if (offer.state !== 'here') throw new Unanswered(offer.state === 'away' ? 'away' : 'busy');
    const { promise, turn } = await this.server.turn(questionOf(state, this.session.rules));
    if (turn === null) return { promise: 'none', turn: '' };
    // A turn that is none here is no answer.
    const reading = this.session.state?.turns === state.turns ? this.session.rules.read(turn) : null;
    if (reading && reading.reading !== 'read') throw new Unanswered('away');
    return { promise, turn };
  }

  private async askPage(state: GameState): Promise<{ promise: Promised; turn: string } | null> {
    const { setup } = state;
    const { round } = this;
    const promises = await within(PAGE_WAIT_MS, this.session.proofs.promises({ ...coreSetup(setup), position: state.view.position }));
    // The engine may have another job by now: it is not taken away for a turn that nobody waits for.
    if (promises === null || this.round !== round) return null;
    if (promises[otherSide(setup.human)] === 'none') return { promise: 'none', turn: '' };
    const answer = await this.session.search({
      setup: coreSetup(setup), turns: state.turns.map(({ text }) => text), level: setup.level, seed: setup.seed + state.turns.length, perfect: true,
    });
    return { promise: answer.promise ?? 'none', turn: answer.turn };
  }

  /** What is promised in a position in which the person is to move: at the start, after a turn taken back. */
  private async askPromise(state: GameState, side: Side): Promise<Promised | null> {
    const { setup, view } = state;
    if (!plainRules(setup.rules)) return null;
    if (pageProves(setup)) {
      const promises = await within(PAGE_WAIT_MS, this.session.proofs.promises({ ...coreSetup(setup), position: view.position }));
      return promises && promises[side];
    }
    const offer = await this.server.offer(setup.variant, setup.rules);
    if (offer.state === 'none') return null;
    if (offer.state !== 'here') throw new Unanswered(offer.state === 'away' ? 'away' : 'busy');
    // Of the start it is told with what is proved.
    if (state.turns.length === 0 && setup.position === undefined) return offer.proved.promised[side];
    return (await this.server.promises({ position: view.position, rules: view.rules }))[side];
  }

  private look(): void {
    const { state } = this.session;
    if (!state || !state.setup.perfect || isOver(state)) {
      this.setup = state?.setup ?? null;
      this.about = '';
      this.round += 1;
      return;
    }
    // What is asked for a turn tells how the promise stands.
    if (isComputersTurn(state) || (this.setup === state.setup && this.about === key(state))) return;
    void this.judge(state);
  }

  private async judge(state: GameState): Promise<void> {
    const { setup } = state;
    const side = otherSide(setup.human);
    // A turn that rested on nothing still does.
    if (this.setup === setup && this.standing.state === 'away' && this.about === key({ ...state, turns: state.turns.slice(0, -1) })) {
      this.about = key(state);
      return;
    }
    const round = this.begin(state);
    try {
      const promise = await this.askPromise(state, side);
      if (this.round !== round) return;
      if (promise === 'hold' || promise === 'win') this.settle({ state: 'holds', promise }, round);
      else this.settle({ state: 'gone', why: promise === null ? await this.whyNone(state) : await this.whyGone(state, side) }, round);
    } catch (error) {
      this.settle(away(error, setup), round);
    }
  }

  private begin(state: GameState): number {
    const other = this.setup !== state.setup;
    this.setup = state.setup;
    this.about = key(state);
    this.round += 1;
    const { round } = this;
    if (other) {
      this.standing = { state: 'asking' };
      this.session.setStanding(this.standing);
    }
    return round;
  }

  /** Nothing is proved of such games. */
  private async whyNone({ setup }: GameState): Promise<'rules' | 'board'> {
    if (!plainRules(setup.rules) || setup.variant === 'dimy') return 'rules';
    const offer = await this.server.offer(setup.variant, setup.rules);
    return offer.state === 'none' ? offer.why : 'board';
  }

  /** Nothing is promised here, where other positions are proved. */
  private async whyGone(state: GameState, side: Side): Promise<'start' | 'colour' | 'path'> {
    const { setup } = state;
    if (setup.position !== undefined) return 'start';
    if (pageProves(setup)) return 'path';
    const offer = await this.server.offer(setup.variant, setup.rules);
    return offer.state === 'here' && offer.proved.promised[side] === 'none' ? 'colour' : 'path';
  }

  private settle(standing: Standing, round: number): void {
    if (this.round !== round) return;
    const before = this.standing;
    this.standing = standing;
    this.session.setStanding(standing);
    // That it holds is told where it did not.
    const news = before.state !== standing.state && !(before.state === 'asking' && standing.state === 'holds');
    if (news && this.setup) this.session.say(sayStanding(standing, otherSide(this.setup.human)));
  }
}

/** Names a position of a game by the turns that lead to it. */
function key({ turns }: Pick<GameState, 'turns'>, more: readonly string[] = []): string {
  return [...turns.map(({ text }) => text), ...more].join(' ');
}

/** The position after the last capture, before which nothing can come again, and the turns since. */
export function questionOf({ turns, view }: Pick<GameState, 'turns' | 'view'>, rules: Pick<Session['rules'], 'view'>): Question {
  let since = turns.length;
  const takes = (index: number): boolean => turns[index]?.steps.some(({ taken }) => taken.length > 0) ?? false;
  while (since > 0 && turns.length - since < TURNS_MAX && !takes(since - 1)) since -= 1;
  return { position: rules.view(since).position, rules: view.rules, turns: turns.slice(since).map(({ text }) => text) };
}

function away(error: unknown, setup: GameState['setup']): Standing {
  if (pageProves(setup)) return { state: 'away', why: 'page' };
  return { state: 'away', why: error instanceof Unanswered ? error.why : 'away' };
}

function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('it takes too long')), ms);
    promise.then(resolve, reject).then(() => clearTimeout(timer));
  });
}
