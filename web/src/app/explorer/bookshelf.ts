/* The book, fetched once when somebody first wants it. */

import type { Book } from '../../core/book';
import type { Setup } from '../../core/types';

/** The lowest level that has read it (FAN_BOOK_LEVEL of the core, which has the last word). */
export const FIRST_LEVEL = 6;

/** Brings the book over the wire. */
export type Fetch = () => Promise<Book>;

export class Bookshelf {
  private coming: Promise<Book> | null = null;

  constructor(private readonly fetch: Fetch) {}

  /** The book; asked for anew after it did not come. */
  book(): Promise<Book> {
    if (!this.coming) {
      this.coming = this.fetch();
      this.coming.catch(() => (this.coming = null));
    }
    return this.coming;
  }

  /** Whether a level looks into the book before it makes its turn. */
  consults(setup: Setup, turns: readonly string[], level: number): boolean {
    return level >= FIRST_LEVEL && mayKnow(setup, turns);
  }

  /** The turn that a level plays from the book; null where it has to think, also because no book came. */
  async reply(setup: Setup, turns: readonly string[], level: number, seed: number): Promise<string | null> {
    try {
      return (await this.book()).choose(setup, turns, level, seed);
    } catch {
      return null;
    }
  }
}

/** Past these turns no line of the book goes. */
const TURNS_MAX = 40;

/** Whether it is worth a look: what the book is really for the core knows. */
export function mayKnow({ variant }: Setup, turns: readonly string[]): boolean {
  return variant === 'tsivy' && turns.length < TURNS_MAX;
}
