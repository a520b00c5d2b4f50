/* The book beside an analysis and at the upper levels. */

import { describe, expect, it } from 'vitest';
import type { Book, BookPage, BookTurn } from '../../src/core/book';
import { Bookshelf, mayKnow } from '../../src/app/explorer/bookshelf';
import { resultsOf, rowsOf } from '../../src/app/explorer/rows';
import { Session } from '../../src/app/session';
import { GameStore } from '../../src/app/store/saved';
import type { Engine, Job } from '../../src/core/types';
import { useCatalogue } from '../../src/i18n';
import { en } from '../../src/i18n/en';
import { PlainRules } from './plainRules';
import { COMPUTER } from './support';

const TSIVY = { variant: 'tsivy', rules: '' };
const known = (turn: string, more: Partial<BookTurn> = {}): BookTurn => ({
  turn, score: 30, chance: 534, depth: 12, nodes: 1000, wins: 3, draws: 4, losses: 5, ...more,
});
const book = (turn: string | null): Book => ({ look: () => ({ opening: null, turns: [] }), choose: () => turn });

describe('rows', () => {
  useCatalogue('en', en);

  it('tell results by colour, whoever is to move', () => {
    expect(resultsOf(known('x'), 'white')).toEqual({ white: 3, draws: 4, black: 5, games: 12 });
    expect(resultsOf(known('x'), 'black')).toEqual({ white: 5, draws: 4, black: 3, games: 12 });
  });

  it('name the first turns, and say everything in words', () => {
    const page: BookPage = { opening: null, turns: [known('d3-e3W'), known('e2-e3A', { wins: 0, draws: 0, losses: 0, winIn: 7 })] };
    const [first, second] = rowsOf(page, 'white', true);
    expect(first).toMatchObject({ name: 'Kobana', value: '53%' });
    expect(first!.words).toBe('d3-e3W, Kobana, 53%, 12 games, White won 3, 4 drawn, Black won 5');
    expect(second!.words).toMatch(/^e2-e3A, Vaki loha, .*7.*, no games$/);
    expect(rowsOf(page, 'white', false)[0]!.name).toBe('');
  });
});

describe('the shelf', () => {
  it('has the book brought once, and again after it did not come', async () => {
    let asked = 0;
    const shelf = new Bookshelf(() => (asked++ === 0 ? Promise.reject(new Error('no network')) : Promise.resolve(book('e2-e3A'))));
    expect(asked).toBe(0);
    expect(await shelf.reply(TSIVY, [], 8, 1)).toBeNull();
    expect(await shelf.reply(TSIVY, [], 8, 1)).toBe('e2-e3A');
    await shelf.book();
    expect(asked).toBe(2);
  });

  it('is for tsivy, for the beginning of a game and for upper levels', () => {
    const shelf = new Bookshelf(() => Promise.resolve(book(null)));
    expect([1, 5, 6, 8].map((level) => shelf.consults(TSIVY, [], level))).toEqual([false, false, true, true]);
    expect(shelf.consults({ variant: 'dimy', rules: '' }, [], 8)).toBe(false);
    expect(mayKnow(TSIVY, Array.from({ length: 40 }, () => 'x'))).toBe(false);
  });
});

/** A game in which the computer begins, and what was asked of its engine. */
function game(level: number, turn: string | null): { session: Session; jobs: Job[]; fetched: () => number } {
  const jobs: Job[] = [];
  let fetched = 0;
  const engine: Engine = {
    search: (job) => {
      jobs.push(job);
      return new Promise(() => undefined);
    },
    stop: () => undefined,
    close: () => undefined,
  };
  const session = new Session({
    rules: new PlainRules(), engine: () => engine,
    fetchBook: () => {
      fetched++;
      return Promise.resolve(book(turn));
    },
    store: new GameStore({ read: () => null, write: () => true, remove: () => undefined }, () => 's'),
    say: () => undefined, sound: () => undefined, taught: () => undefined,
    evaluates: () => false, analyses: () => false, pause: () => Promise.resolve(), now: () => 0,
  });
  session.begin({ ...COMPUTER, human: 'black', level }, true);
  return { session, jobs, fetched: () => fetched };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

describe('a level', () => {
  it('below 6 thinks at once and never asks for the book', async () => {
    const { jobs, fetched } = game(5, 'e2-e3A');
    expect(jobs).toHaveLength(1);
    await settled();
    expect(fetched()).toBe(0);
  });

  it('from 6 plays from the book and thinks not', async () => {
    const { session, jobs } = game(6, 'e2-e3A');
    await settled();
    expect(session.state!.turns.map(({ text }) => text)).toEqual(['e2-e3A']);
    expect(jobs).toHaveLength(0);
  });

  it('thinks where the book does not help', async () => {
    const { jobs } = game(8, null);
    await settled();
    expect(jobs).toMatchObject([{ level: 8 }]);
  });
});
