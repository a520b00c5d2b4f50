/* What a person has begun in a game over the net, kept in the browser for the case that the page is loaded anew:
 * the turn being made, a turn that was made but has not reached the server, a turn planned ahead. */

import type { TextStore } from '../store/storage';
import { parseObject } from '../store/storage';

export interface Begun {
  /** Turns made when it was begun; at any other time it means nothing. */
  readonly ply: number;
  /** Steps so far; of a `made` turn all of them. */
  readonly draft: string;
  /** It is a whole turn: sent, or to be sent as soon as there is a connection. */
  readonly made: boolean;
  /** The turn planned ahead. */
  readonly plan: string;
}

const KEY = 'fanorona.net.drafts';
const GAMES_MAX = 40;
const TEXT_MAX = 200;

export class Drafts {
  constructor(private readonly store: TextStore) {}

  read(game: string): Begun | null {
    const found = this.all().find(([id]) => id === game);
    return found ? found[1] : null;
  }

  /** Null or nothing begun: there is nothing to keep. */
  write(game: string, begun: Begun | null): void {
    const others = this.all().filter(([id]) => id !== game);
    const keep = begun !== null && (begun.draft !== '' || begun.plan !== '');
    const all = keep ? [...others, [game, begun] as const].slice(-GAMES_MAX) : others;
    if (all.length === 0) this.store.remove(KEY);
    else this.store.write(KEY, JSON.stringify(Object.fromEntries(all)));
  }

  private all(): (readonly [string, Begun])[] {
    return Object.entries(parseObject(this.store.read(KEY)) ?? {}).flatMap(([id, value]) => {
      const begun = readBegun(value);
      return begun ? [[id, begun] as const] : [];
    });
  }
}

function readBegun(value: unknown): Begun | null {
  if (typeof value !== 'object' || value === null) return null;
  const { ply, draft, made, plan } = value as Record<string, unknown>;
  const isText = (text: unknown): text is string => typeof text === 'string' && text.length <= TEXT_MAX;
  if (typeof ply !== 'number' || !Number.isSafeInteger(ply) || ply < 0 || typeof made !== 'boolean') return null;
  return isText(draft) && isText(plan) ? { ply, draft, made, plan } : null;
}
