/* The book of openings, asked in a module of its own so that the game on the page's table stays where it is. */

import type { Core, Exports } from './load';
import { openGame } from './rules';
import type { Setup } from './types';

/** What the book says of a turn, for whoever makes it. */
export interface BookTurn {
  /** Canonical. */
  readonly turn: string;
  /** Hundredths of a stone. */
  readonly score: number;
  /** Winning chances in thousandths, a draw counting half. */
  readonly chance: number;
  readonly winIn?: number;
  readonly lossIn?: number;
  readonly depth: number;
  readonly nodes: number;
  /** Games of the engine against itself that went this way. */
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
}

export interface BookPage {
  /** A proper name (R10); null where the game has none. */
  readonly opening: string | null;
  /** Best first; empty where the book knows nothing. */
  readonly turns: readonly BookTurn[];
}

export interface Book {
  /** What it says of the position after these turns. */
  look(setup: Setup, turns: readonly string[]): BookPage;
  /** The turn a level plays from it, by the seed; null where it does not help. */
  choose(setup: Setup, turns: readonly string[], level: number, seed: number): string | null;
}

/** src/wasm/book.c. */
interface BookExports extends Exports {
  book_read(length: number): number;
  book_show(): number;
  book_choose(level: number, seed: number): number;
}

export class WasmBook implements Book {
  private readonly exports: BookExports;

  /** Throws CoreError if the bytes are no book. */
  constructor(private readonly core: Core, bytes: Uint8Array<ArrayBuffer>) {
    this.exports = core.exports as BookExports;
    core.check(this.exports.book_read(core.writeBytes(bytes)));
  }

  look(setup: Setup, turns: readonly string[]): BookPage {
    openGame(this.core, setup, turns);
    return this.core.answer(this.exports.book_show());
  }

  choose(setup: Setup, turns: readonly string[], level: number, seed: number): string | null {
    openGame(this.core, setup, turns);
    return this.core.answer<{ turn?: string }>(this.exports.book_choose(level, seed)).turn ?? null;
  }
}
