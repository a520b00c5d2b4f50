/* The library: the person's games, in the store and in the page's memory. A game that is deleted only gets a
 * mark; for a while it can be had back, after a reload too, and then it goes for good. */

import type { Change, Found, Shelf, Trouble } from './database';
import { Memory, ShelfError } from './database';
import type { KeptGame } from './entry';
import { readEntry } from './entry';

/** How long a deleted game can be had back. */
export const UNDO_MS = 12_000;

export interface LibraryServices {
  readonly shelf: Shelf;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly later: (ms: number, then: () => void) => () => void;
  /** Tells other tabs that the store has changed. */
  readonly announce: () => void;
}

export type Kept = 'kept' | Trouble;

export class Library {
  private entries = new Map<string, KeptGame>();
  private listed: readonly KeptGame[] | null = null;
  private damagedKeys: readonly string[] = [];
  private shelf: Shelf;
  private loading: Promise<void> | null = null;
  private stopWaiting: () => void = () => undefined;
  private readonly listeners = new Set<() => void>();
  loaded = false;
  /** What stands against keeping games here; null while all is well. */
  trouble: Trouble | null = null;

  constructor(private readonly services: LibraryServices) {
    this.shelf = services.shelf;
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** The games that are there, in no order; the same array until something changes. */
  get games(): readonly KeptGame[] {
    this.listed ??= [...this.entries.values()].filter((game) => game.deleted === null);
    return this.listed;
  }

  /** The games that were deleted last and can be had back. */
  get deleted(): readonly KeptGame[] {
    const now = this.services.now();
    return [...this.entries.values()].filter((game) => game.deleted !== null && !isPast(game.deleted, now));
  }

  /** Entries that cannot be read. They are left alone until somebody throws them away. */
  get damaged(): number {
    return this.damagedKeys.length;
  }

  get(id: string): KeptGame | undefined {
    return this.entries.get(id);
  }

  /** Reads the store, once; `again` when another tab has changed it. */
  load(again = false): Promise<void> {
    if (again) this.loading = null;
    this.loading ??= this.read();
    return this.loading;
  }

  private async read(): Promise<void> {
    try {
      this.take(await this.shelf.all());
    } catch (error) {
      this.trouble = troubleOf(error);
      // Better for as long as the page is open than not at all.
      if (this.trouble === 'forbidden') this.shelf = new Memory();
    }
    this.loaded = true;
    this.tell();
    await this.clearAway();
  }

  private take(found: readonly Found[]): void {
    const entries = new Map<string, KeptGame>();
    const damaged: string[] = [];
    for (const { key, value } of found) {
      const game = readEntry(value);
      if (game) entries.set(key, game);
      else damaged.push(key);
    }
    this.entries = entries;
    this.damagedKeys = damaged;
  }

  /** Puts games in; one with the same id is replaced. All of them or none. */
  async keep(games: readonly KeptGame[]): Promise<Kept> {
    await this.load();
    return this.change(() => this.shelf.put(games), () => games.forEach((game) => this.entries.set(game.id, game)));
  }

  /** Deletes games; for a while `restore` brings them back. */
  async remove(ids: readonly string[]): Promise<Kept> {
    await this.load();
    const done = await this.mark(ids, this.services.now());
    if (done === 'kept') await this.clearAway();
    return done;
  }

  /** Brings back what was deleted last and has not gone for good. */
  restore(): Promise<Kept> {
    const last = Math.max(...this.deleted.map((game) => game.deleted ?? 0));
    return this.mark(this.deleted.filter((game) => game.deleted === last).map((game) => game.id), null);
  }

  private mark(ids: readonly string[], deleted: number | null): Promise<Kept> {
    const marked: KeptGame[] = [];
    const change = (value: unknown): Change => {
      const game = readEntry(value);
      if (!game) return 'leave';
      marked.push({ ...game, deleted });
      return { ...game, deleted };
    };
    return this.change(() => this.shelf.alter(ids, change), () => marked.forEach((game) => this.entries.set(game.id, game)));
  }

  /** Throws away what cannot be read. */
  dropDamaged(): Promise<Kept> {
    const keys = this.damagedKeys;
    return this.change(
      () => this.shelf.alter(keys, (value) => (readEntry(value) ? 'leave' : 'delete')),
      () => (this.damagedKeys = []),
    );
  }

  /** The store first: what it does not take, the page does not show as kept. */
  private async change(write: () => Promise<void>, then: () => void): Promise<Kept> {
    try {
      await write();
    } catch (error) {
      this.trouble = troubleOf(error);
      this.tell();
      return this.trouble;
    }
    if (this.trouble !== 'forbidden') this.trouble = null;
    then();
    this.services.announce();
    this.tell();
    return 'kept';
  }

  /** Lets deleted games go whose time is over, and comes back for the others. */
  private async clearAway(): Promise<void> {
    this.stopWaiting();
    const now = this.services.now();
    const past = (game: KeptGame | null): boolean => game?.deleted != null && isPast(game.deleted, now);
    const going = [...this.entries.values()].filter(past).map((game) => game.id);
    if (going.length > 0) {
      try {
        // Another tab may have brought one back a moment ago.
        await this.shelf.alter(going, (value) => (past(readEntry(value)) ? 'delete' : 'leave'));
        going.forEach((id) => this.entries.delete(id));
      } catch {
        // They keep their mark; the next visit tries again.
      }
    }
    this.tell();
    const next = Math.min(...this.deleted.map((game) => game.deleted ?? 0));
    if (Number.isFinite(next)) this.stopWaiting = this.services.later(Math.max(50, next + UNDO_MS - now), () => void this.clearAway());
  }

  private tell(): void {
    this.listed = null;
    this.listeners.forEach((listener) => listener());
  }
}

/** A clock that was set back must not keep a game for ever. */
function isPast(deleted: number, now: number): boolean {
  return now - deleted >= UNDO_MS || deleted > now + UNDO_MS;
}

function troubleOf(error: unknown): Trouble {
  return error instanceof ShelfError ? error.trouble : 'failed';
}
