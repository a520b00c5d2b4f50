/* The book through the module as it was built. */

import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { WasmBook } from '../../src/core/book';
import { CoreError } from '../../src/core/types';
import { dimy, newCore, newRules, root, tsivy } from './support';

const folder = new URL('books/', root);
const [name = ''] = readdirSync(folder).filter((file) => /^tsivy-[0-9a-f]{16}\.book$/.test(file));
const bytes = new Uint8Array(readFileSync(new URL(name, folder)));

let book: WasmBook;
beforeAll(async () => {
  book = new WasmBook(await newCore(), bytes);
});

describe('the book that ships', () => {
  it('is named by its checksum and small enough for the page', () => {
    const sum = [...bytes.subarray(-8)].reverse().map((byte) => byte.toString(16).padStart(2, '0'));
    expect(name).toBe(`tsivy-${sum.join('')}.book`);
    expect(bytes.length).toBeLessThanOrEqual(60 * 1024);
  });

  it('knows the start, best first, and what its games came to', () => {
    const page = book.look(tsivy, []);
    expect(page.opening).toBeNull();
    expect(page.turns.map(({ turn }) => turn).sort()).toEqual(['d2-e3A', 'd3-e3A', 'd3-e3W', 'e2-e3A', 'f2-e3A']);
    const scores = page.turns.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    const games = page.turns.reduce((sum, { wins, draws, losses }) => sum + wins + draws + losses, 0);
    expect(games).toBeGreaterThan(100);
  });

  it('knows answers, legal ones, and the name of the opening', async () => {
    const rules = await newRules();
    const first = book.look(tsivy, []).turns[0]!.turn;
    const page = book.look(tsivy, [first]);
    expect(page.opening).not.toBeNull();
    expect(page.turns.length).toBeGreaterThan(1);
    for (const { turn, chance } of page.turns) {
      rules.open(tsivy, [first, turn]);
      expect(chance).toBeGreaterThanOrEqual(0);
      expect(chance).toBeLessThanOrEqual(1000);
    }
  });

  it('knows nothing of other rules and boards', () => {
    expect(book.look({ ...tsivy, rules: 'chain=mandatory' }, []).turns).toEqual([]);
    expect(book.look(dimy, []).turns).toEqual([]);
  });

  it('gives a turn to levels from 6, the same for the same seed', () => {
    for (let level = 1; level <= 8; level++) {
      const turns = [1, 1, 2, 3, 4, 5, 6, 7].map((seed) => book.choose(tsivy, [], level, seed));
      if (level < 6) expect(turns.every((turn) => turn === null)).toBe(true);
      else expect(turns[0]).toBe(turns[1]);
    }
    expect(book.choose(tsivy, ['e2-e3A'], 5, 1)).toBeNull();
  });
});

it('refuses what is no book with the reason', async () => {
  const core = await newCore();
  const changed = bytes.slice();
  changed[100]! ^= 1;
  expect(() => new WasmBook(core, changed)).toThrow(new CoreError('its checksum is wrong: a byte was changed'));
  expect(() => new WasmBook(core, new Uint8Array(3))).toThrow(CoreError);
});
