/* The library on a store that fails, fills up, holds rubbish and is used by two tabs at once. */

import { expect, test } from 'vitest';
import type { Change, Found, Shelf, Trouble } from '../../../src/app/records/database';
import { ShelfError } from '../../../src/app/records/database';
import type { KeptGame } from '../../../src/app/records/entry';
import { Library, UNDO_MS } from '../../../src/app/records/library';
import { game } from './support';

/** What the browser's database does, in a map that two tabs can share. */
class FakeShelf implements Shelf {
  readonly entries = new Map<string, unknown>();
  failing: Trouble | null = null;

  private check(): void {
    if (this.failing) throw new ShelfError(this.failing, 'as the test wants');
  }

  async all(): Promise<readonly Found[]> {
    this.check();
    return [...this.entries].map(([key, value]) => ({ key, value: structuredClone(value) }));
  }

  async put(games: readonly KeptGame[]): Promise<void> {
    this.check();
    games.forEach((each) => this.entries.set(each.id, structuredClone(each)));
  }

  async alter(keys: readonly string[], change: (value: unknown) => Change): Promise<void> {
    this.check();
    for (const key of keys) {
      const wanted = change(this.entries.get(key));
      if (wanted === 'delete') this.entries.delete(key);
      else if (wanted !== 'leave') this.entries.set(key, wanted);
    }
  }
}

class Clock {
  now = 1_000_000;
  private waiting: { at: number; then: () => void }[] = [];

  later = (ms: number, then: () => void): (() => void) => {
    const entry = { at: this.now + ms, then };
    this.waiting.push(entry);
    return () => (this.waiting = this.waiting.filter((each) => each !== entry));
  };

  async pass(ms: number): Promise<void> {
    this.now += ms;
    const due = this.waiting.filter(({ at }) => at <= this.now);
    this.waiting = this.waiting.filter(({ at }) => at > this.now);
    due.forEach(({ then }) => then());
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function openTab(shelf: Shelf, clock = new Clock(), others: Library[] = []): Library {
  const tab = new Library({ shelf, now: () => clock.now, later: clock.later, announce: () => others.forEach((other) => void other.load(true)) });
  return tab;
}

const ids = (library: Library): string[] => library.games.map(({ id }) => id).sort();

test('what one visit keeps the next one finds', async () => {
  const shelf = new FakeShelf();
  expect(await openTab(shelf).keep([game('a'), game('b')])).toBe('kept');
  const next = openTab(shelf);
  await next.load();
  expect(ids(next)).toEqual(['a', 'b']);
  expect(next.get('a')).toEqual(game('a'));
});

test('a game kept twice is there once, as it was last', async () => {
  const library = openTab(new FakeShelf());
  await library.keep([game('a', { turns: 3 })]);
  await library.keep([game('a', { turns: 5 })]);
  expect(library.games.map(({ turns }) => turns)).toEqual([5]);
});

test('a deleted game can be had back, after a reload too', async () => {
  const shelf = new FakeShelf();
  const clock = new Clock();
  const library = openTab(shelf, clock);
  await library.keep([game('a'), game('b'), game('c')]);
  await library.remove(['a', 'c']);
  expect(ids(library)).toEqual(['b']);
  await clock.pass(UNDO_MS - 1);

  const reloaded = openTab(shelf, clock);
  await reloaded.load();
  expect(ids(reloaded)).toEqual(['b']);
  expect(reloaded.deleted.length).toBe(2);
  expect(await reloaded.restore()).toBe('kept');
  expect(ids(reloaded)).toEqual(['a', 'b', 'c']);
  expect([...shelf.entries.values()]).toContainEqual(game('a'));
});

test('when the time is over a deleted game goes for good, in the store too', async () => {
  const shelf = new FakeShelf();
  const clock = new Clock();
  const library = openTab(shelf, clock);
  await library.keep([game('a'), game('b')]);
  await library.remove(['a']);
  await clock.pass(UNDO_MS - 1);
  expect(shelf.entries.has('a')).toBe(true);
  await clock.pass(1);
  expect(library.deleted).toEqual([]);
  expect([...shelf.entries.keys()]).toEqual(['b']);
});

test('what a closed page had deleted goes at the next visit', async () => {
  const shelf = new FakeShelf();
  const clock = new Clock();
  const closed = openTab(shelf, new Clock());
  await closed.keep([game('a')]);
  await closed.remove(['a']);
  clock.now += 10 * UNDO_MS;
  const next = openTab(shelf, clock);
  await next.load();
  expect(next.deleted).toEqual([]);
  expect(shelf.entries.size).toBe(0);
});

test('only what was deleted last comes back', async () => {
  const clock = new Clock();
  const library = openTab(new FakeShelf(), clock);
  await library.keep([game('a'), game('b')]);
  await library.remove(['a']);
  await clock.pass(1000);
  await library.remove(['b']);
  await library.restore();
  expect(ids(library)).toEqual(['b']);
  await library.restore();
  expect(ids(library)).toEqual(['a', 'b']);
});

test('a game that another tab has brought back is not cleared away by this one', async () => {
  const shelf = new FakeShelf();
  const clock = new Clock();
  const one = openTab(shelf, clock);
  await one.keep([game('a')]);
  await one.remove(['a']);
  // The other tab hears of nothing, and this one hears of nothing from it.
  const other = openTab(shelf, clock);
  await other.load();
  await other.restore();
  await clock.pass(UNDO_MS);
  expect(shelf.entries.get('a')).toEqual(game('a'));
});

test('deleting keeps what another tab has made of the game since', async () => {
  const shelf = new FakeShelf();
  const one = openTab(shelf);
  await one.keep([game('a', { turns: 3 })]);
  shelf.entries.set('a', game('a', { turns: 9 }));
  await one.remove(['a']);
  await one.restore();
  expect(shelf.entries.get('a')).toEqual(game('a', { turns: 9 }));
  expect(one.get('a')?.turns).toBe(9);
});

test('two tabs see each other’s games', async () => {
  const shelf = new FakeShelf();
  const clock = new Clock();
  const listeners: Library[] = [];
  const one = openTab(shelf, clock, listeners);
  const two = openTab(shelf, clock);
  listeners.push(two);
  await two.load();
  await one.keep([game('a')]);
  await two.load();
  expect(ids(two)).toEqual(['a']);
});

test('damaged entries never lose the others, and go only when told to', async () => {
  const shelf = new FakeShelf();
  const rubbish: unknown[] = [
    undefined, null, 7, 'text', [], {}, { ...game('x1'), version: 2 }, { ...game('x2'), text: '' }, { ...game('x3'), outcome: { result: 'blue', reason: '', clause: '' } },
    { ...game('x4'), tags: [['White']] }, { ...game('x5'), setup: { variant: '8x8', rules: '' } }, { ...game('x6'), turns: -1 },
  ];
  rubbish.forEach((value, index) => shelf.entries.set(`bad-${index}`, value));
  shelf.entries.set('good', game('good'));
  const library = openTab(shelf);
  await library.load();
  expect(ids(library)).toEqual(['good']);
  expect(library.damaged).toBe(rubbish.length);
  expect(shelf.entries.size).toBe(rubbish.length + 1);
  expect(await library.dropDamaged()).toBe('kept');
  expect(library.damaged).toBe(0);
  expect([...shelf.entries.keys()]).toEqual(['good']);
});

test.each(['full', 'failed', 'newer'] as const)('a store that is %s keeps nothing and says so; nothing is shown as kept', async (trouble) => {
  const shelf = new FakeShelf();
  const library = openTab(shelf);
  await library.keep([game('a')]);
  shelf.failing = trouble;
  expect(await library.keep([game('b')])).toBe(trouble);
  expect(library.trouble).toBe(trouble);
  expect(await library.remove(['a'])).toBe(trouble);
  expect(ids(library)).toEqual(['a']);
  shelf.failing = null;
  expect(await library.keep([game('b')])).toBe('kept');
  expect(library.trouble).toBe(null);
});

test('where the browser forbids storage games last as long as the page, and the page says so', async () => {
  const shelf = new FakeShelf();
  shelf.failing = 'forbidden';
  const library = openTab(shelf);
  await library.load();
  expect(library.trouble).toBe('forbidden');
  expect(await library.keep([game('a')])).toBe('kept');
  await library.remove(['a']);
  await library.restore();
  expect(ids(library)).toEqual(['a']);
  expect(library.trouble).toBe('forbidden');
});

test('a deleted game whose time lies in the future goes too: a clock that was set back keeps nothing for ever', async () => {
  const shelf = new FakeShelf();
  const clock = new Clock();
  shelf.entries.set('a', game('a', { deleted: clock.now + 100 * UNDO_MS }));
  const library = openTab(shelf, clock);
  await library.load();
  expect(library.deleted).toEqual([]);
  expect(shelf.entries.size).toBe(0);
});
