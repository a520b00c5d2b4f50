/* Reviews are kept by the game they are of, in a store of their own: they can always be made anew, so that
 * whatever is wrong with them is as good as nothing being there. */

import type { Known, Plies } from './marks';

const NAME = 'fanorona-reviews';
const STORE = 'reviews';
const VERSION = 1;
/** More than anyone goes back to; the ones used last stay. */
const REVIEWS_MAX = 400;

export interface ReviewShelf {
  /** What is known of a game of so many turns. */
  read(key: string, turns: number): Promise<Plies | null>;
  write(key: string, plies: Plies, now: number): Promise<void>;
}

export class ReviewDatabase implements ReviewShelf {
  private opening: Promise<IDBDatabase> | null = null;

  async read(key: string, turns: number): Promise<Plies | null> {
    try {
      const found = await ask<unknown>((await this.open()).transaction(STORE).objectStore(STORE).get(key));
      return readPlies(found, turns);
    } catch {
      return null;
    }
  }

  async write(key: string, plies: Plies, now: number): Promise<void> {
    try {
      const store = (await this.open()).transaction(STORE, 'readwrite').objectStore(STORE);
      await ask(store.put({ key, version: VERSION, used: now, plies }));
      if ((await ask(store.count())) > REVIEWS_MAX) await clearOldest(store);
    } catch {
      // It is in the page's memory; the next visit has to look again.
    }
  }

  private open(): Promise<IDBDatabase> {
    this.opening ??= openDatabase().then((database) => {
      const gone = (): void => {
        this.opening = null;
      };
      database.onversionchange = () => {
        database.close();
        gone();
      };
      database.onclose = gone;
      return database;
    });
    this.opening.catch(() => (this.opening = null));
    return this.opening;
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' }).createIndex('used', 'used');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the store does not open'));
    request.onblocked = () => reject(new Error('the store is held by another tab'));
  });
}

function ask<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the store failed'));
  });
}

async function clearOldest(store: IDBObjectStore): Promise<void> {
  const keys = await ask(store.index('used').getAllKeys(undefined, REVIEWS_MAX / 4));
  keys.forEach((key) => store.delete(key));
}

/** Null for what is no review of such a game. */
export function readPlies(value: unknown, turns: number): Plies | null {
  const found = asObject(value);
  if (!found || found['version'] !== VERSION || !Array.isArray(found['plies']) || found['plies'].length !== turns + 1) return null;
  const plies = found['plies'].map((each: unknown) => (each === null ? null : readKnown(each)));
  return plies.some((each) => each === undefined) ? null : (plies as Plies);
}

function readKnown(value: unknown): Known | undefined {
  const found = asObject(value);
  if (!found) return undefined;
  const { chance, endsIn, best, held } = found;
  if (!isChance(chance) || !(endsIn === null || isCount(endsIn)) || !(best === null || typeof best === 'string')) return undefined;
  if (held === undefined) return { chance, endsIn, best };
  return isChance(held) ? { chance, endsIn, best, held } : undefined;
}

function asObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function isChance(value: unknown): value is number {
  return isCount(value) && value <= 1000;
}
