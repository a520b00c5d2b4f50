/* The browser's database of games (IndexedDB). Every change is one transaction: after a kill at any moment it
 * has happened whole or not at all, and two tabs never mix theirs. */

import type { KeptGame } from './entry';

/** Why the store does not do what it should. */
export type Trouble =
  /** The browser keeps nothing here: private window, storage switched off, no database at all. */
  | 'forbidden'
  | 'full'
  /** A newer version of the page has changed its form. */
  | 'newer'
  | 'failed';

export class ShelfError extends Error {
  constructor(
    readonly trouble: Trouble,
    message: string,
  ) {
    super(message);
  }
}

/** What lies under a key; `value` is anything, undefined where the browser could not read it. */
export interface Found {
  readonly key: string;
  readonly value: unknown;
}

/** What becomes of an entry: another one in its place, nothing, or what it was. */
export type Change = KeptGame | 'delete' | 'leave';

/** Where games lie. Everything may reject with ShelfError. A change is made whole or, when it rejects, not at all. */
export interface Shelf {
  all(): Promise<readonly Found[]>;
  put(games: readonly KeptGame[]): Promise<void>;
  /** Changes entries by what they are at that moment, whatever another tab has made of them. */
  alter(keys: readonly string[], change: (value: unknown) => Change): Promise<void>;
}

const NAME = 'fanorona';
const VERSION = 1;
const GAMES = 'games';
/** A database that another tab holds in an older form may never open. */
const OPEN_WITHIN_MS = 4000;
const PORTION = 200;

export class Database implements Shelf {
  private opening: Promise<IDBDatabase> | null = null;

  /** `factory` throws or is undefined where storage is forbidden. */
  constructor(private readonly factory: () => IDBFactory | undefined = () => indexedDB) {}

  async all(): Promise<readonly Found[]> {
    const database = await this.open();
    const keys = await ask<IDBValidKey[]>(database, (games) => games.getAllKeys());
    try {
      const values = await ask<unknown[]>(database, (games) => games.getAll());
      // Another tab may have written in between; then the keys no longer say what is what.
      if (values.length === keys.length) return values.map((value, index) => ({ key: String(keys[index]), value }));
    } catch {
      // One that cannot be read makes the whole answer fail: then each for itself.
    }
    return Promise.all(
      keys.map((key) =>
        ask<unknown>(database, (games) => games.get(key)).then(
          (value) => ({ key: String(key), value }),
          () => ({ key: String(key), value: undefined }),
        ),
      ),
    );
  }

  async put(games: readonly KeptGame[]): Promise<void> {
    await write(await this.open(), (store) => putFrom(store, games, 0));
  }

  async alter(keys: readonly string[], change: (value: unknown) => Change): Promise<void> {
    await write(await this.open(), (store) =>
      keys.forEach((key) => {
        const request = store.get(key);
        request.onsuccess = () => {
          const wanted = change(request.result);
          if (wanted === 'delete') store.delete(key);
          else if (wanted !== 'leave') store.put(wanted);
        };
        // What cannot even be read can still be thrown away.
        request.onerror = (event) => {
          event.preventDefault();
          event.stopPropagation();
          if (change(undefined) === 'delete') store.delete(key);
        };
      }),
    );
  }

  private open(): Promise<IDBDatabase> {
    this.opening ??= this.begin().catch((error: unknown) => {
      this.opening = null;
      throw error;
    });
    return this.opening;
  }

  private begin(): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new ShelfError('failed', 'the store does not open')), OPEN_WITHIN_MS);
      const fail = (error: unknown): void => {
        clearTimeout(late);
        reject(troubleOf(error, 'forbidden'));
      };
      let request: IDBOpenDBRequest;
      try {
        const factory = this.factory();
        if (!factory) throw new ShelfError('forbidden', 'this browser has no store');
        request = factory.open(NAME, VERSION);
      } catch (error) {
        fail(error);
        return;
      }
      request.onupgradeneeded = () => upgrade(request.result);
      request.onerror = () => fail(request.error);
      request.onsuccess = () => {
        clearTimeout(late);
        const database = request.result;
        const gone = (): void => {
          this.opening = null;
        };
        // A newer page in another tab wants to change the form: let it, and open anew when asked again.
        database.onversionchange = () => {
          database.close();
          gone();
        };
        database.onclose = gone;
        resolve(database);
      };
    });
  }
}

function upgrade(database: IDBDatabase): void {
  if (!database.objectStoreNames.contains(GAMES)) database.createObjectStore(GAMES, { keyPath: 'id' });
}

/** One question of the store. */
function ask<T>(database: IDBDatabase, question: (games: IDBObjectStore) => IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    try {
      const request = question(database.transaction(GAMES, 'readonly').objectStore(GAMES));
      request.onsuccess = () => resolve(request.result as T);
      request.onerror = () => reject(troubleOf(request.error, 'failed'));
    } catch (error) {
      reject(troubleOf(error, 'failed'));
    }
  });
}

/** One change, done when it is on the disk. */
function write(database: IDBDatabase, make: (games: IDBObjectStore) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    try {
      // Browsers that know no durability take no notice of it.
      const transaction = database.transaction(GAMES, 'readwrite', { durability: 'strict' });
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(troubleOf(transaction.error, 'failed'));
      make(transaction.objectStore(GAMES));
    } catch (error) {
      reject(troubleOf(error, 'failed'));
    }
  });
}

/** Thousands of games are copied in portions: the page breathes, the transaction stays one. */
function putFrom(store: IDBObjectStore, games: readonly KeptGame[], from: number): void {
  const portion = games.slice(from, from + PORTION);
  portion.forEach((game, index) => {
    const request = store.put(game);
    if (index === PORTION - 1) request.onsuccess = () => putFrom(store, games, from + PORTION);
  });
}

function troubleOf(error: unknown, otherwise: Trouble): ShelfError {
  if (error instanceof ShelfError) return error;
  const { name = '', message = '' } = (error ?? {}) as { name?: string; message?: string };
  const trouble = name === 'QuotaExceededError' ? 'full' : name === 'VersionError' ? 'newer' : otherwise;
  return new ShelfError(trouble, message || name || 'the store failed');
}

/** Where the browser keeps nothing, games last as long as the page is open. */
export class Memory implements Shelf {
  private readonly games = new Map<string, KeptGame>();

  all(): Promise<readonly Found[]> {
    return Promise.resolve([...this.games].map(([key, value]) => ({ key, value })));
  }

  put(games: readonly KeptGame[]): Promise<void> {
    games.forEach((game) => this.games.set(game.id, game));
    return Promise.resolve();
  }

  alter(keys: readonly string[], change: (value: unknown) => Change): Promise<void> {
    for (const key of keys) {
      const wanted = change(this.games.get(key));
      if (wanted === 'delete') this.games.delete(key);
      else if (wanted !== 'leave') this.games.set(key, wanted);
    }
    return Promise.resolve();
  }
}
