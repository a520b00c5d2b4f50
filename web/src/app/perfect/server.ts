/* The server as one that plays by its proofs. It may be slow, away, out of order or another one than was thought: what is
 * no answer in time is an error here, and whoever asked plays without. */

import type { Promised, Side } from '../../core/types';
import type { Offer } from './proved';
import { isPromised, isRecord, offerOf } from './proved';

/** A position, and the turns made since (R9.1). */
export interface Question {
  readonly position: string;
  readonly rules: string;
  readonly turns: readonly string[];
}

/** Why no answer came: nobody could be reached, or the server has no time, or is not ready yet. */
export class Unanswered extends Error {
  constructor(readonly why: 'away' | 'busy') {
    super(`no answer: ${why}`);
  }
}

export type Fetch = (address: string, init: { readonly signal: AbortSignal; readonly credentials: 'same-origin' }) => Promise<Response>;

/** A search by the server takes a second or two, on a busy machine some more. */
export const TURN_WAIT_MS = 12_000;
/** After it did not answer the last time. */
export const AGAIN_WAIT_MS = 8000;
export const ASK_WAIT_MS = 6000;

export class ServerProver {
  private about: Promise<unknown> | null = null;
  private failed = false;

  constructor(private readonly fetch: Fetch = (address, init) => globalThis.fetch(address, init)) {}

  /** What is proved there of a board. Asked once, and again where that may have changed. */
  async offer(variant: string, rules: string): Promise<Offer> {
    this.about ??= this.json('./api/v1/server', ASK_WAIT_MS).then((found) => found ?? null);
    try {
      const offer = offerOf(await this.about, variant, rules);
      if (offer.state === 'reading' || offer.state === 'away') this.about = null;
      return offer;
    } catch {
      this.about = null;
      return { state: 'away' };
    }
  }

  /** A turn that keeps the promise; 'none' without one where nothing is promised. Rejects with Unanswered. */
  async turn(question: Question): Promise<{ readonly promise: Promised; readonly turn: string | null }> {
    const answer = await this.json(`./api/v1/perfect?${queryOf(question)}`, this.failed ? AGAIN_WAIT_MS : TURN_WAIT_MS);
    if (answer === null) return { promise: 'none', turn: null };
    const { promise, turn = null } = isRecord(answer) ? answer : {};
    if (!isPromised(promise) || (turn !== null && !isTurn(turn)) || (promise !== 'none' && turn === null)) throw new Unanswered('away');
    return { promise, turn };
  }

  /** What each side is promised. Rejects with Unanswered. */
  async promises(question: Pick<Question, 'position' | 'rules'>): Promise<Readonly<Record<Side, Promised>>> {
    const answer = await this.json(`./api/v1/promise?${queryOf({ ...question, turns: [] })}`, ASK_WAIT_MS);
    if (answer === null) return { white: 'none', black: 'none' };
    const { white, black } = isRecord(answer) ? answer : {};
    if (!isPromised(white) || !isPromised(black)) throw new Unanswered('away');
    return { white, black };
  }

  /** What it says in JSON; null where there is nothing of this address, or nothing is proved. */
  private async json(address: string, waitMs: number): Promise<unknown> {
    const control = new AbortController();
    const timer = setTimeout(() => control.abort(), waitMs);
    try {
      const response = await this.fetch(address, { credentials: 'same-origin', signal: control.signal });
      if (response.status === 404) return null;
      if (!response.ok) throw new Unanswered(response.status === 503 || response.status === 429 ? 'busy' : 'away');
      const answer: unknown = JSON.parse(await response.text());
      this.failed = false;
      return answer;
    } catch (error) {
      this.failed = true;
      throw error instanceof Unanswered ? error : new Unanswered('away');
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The one this page came from. */
export const theServer = new ServerProver();

function queryOf({ position, rules, turns }: Question): string {
  const fields: readonly (readonly [string, string])[] = [['fen', position], ['rules', rules], ['turns', turns.join(',')]];
  return fields.filter(([, value]) => value !== '').map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}

function isTurn(turn: unknown): turn is string {
  return typeof turn === 'string' && /^[a-z]\d+(-[a-z]\d+[AW]?)+$/.test(turn);
}
