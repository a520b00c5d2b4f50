import { beforeAll, describe, expect, it } from 'vitest';
import { CoreError, type Setup, type WordEnd } from '../../src/core/types';
import type { WasmRules } from '../../src/core/rules';
import { dice, dimy, newRules, playRandomly, setup, telo, tsivy } from './support';

let rules: WasmRules;
beforeAll(async () => {
  rules = await newRules();
});

describe('a link', () => {
  it('holds a game and where to open it', () => {
    rules.open(tsivy, ['e2-e3A', 'f4-e5W']);
    const text = rules.writeLink(1);
    expect(rules.readLink(text)).toEqual({ setup: tsivy, turns: ['e2-e3A', 'f4-e5W'], ply: 1 });
    expect(rules.readLink(rules.writeLink(2)).ply).toBe(2);
    expect(rules.readLink(rules.writeLink(0)).ply).toBe(0);
    expect(() => rules.writeLink(3)).toThrow(CoreError);
    expect(() => rules.writeLink(-1)).toThrow(CoreError);
  });

  it.each<WordEnd>([
    { reason: 'agreement' },
    { reason: 'resignation', loser: 'white' },
    { reason: 'resignation', loser: 'black' },
    { reason: 'time', loser: 'black' },
    { reason: 'abandoned', loser: 'white' },
  ])('holds an end by word: %o', (word) => {
    rules.open(dimy, ['c2-c3A']);
    expect(rules.readLink(rules.writeLink(1, word)).word).toEqual(word);
    expect(rules.readLink(rules.writeLink(1))).not.toHaveProperty('word');
  });

  const setups: [string, Setup][] = [
    ['tsivy', tsivy],
    ['dimy by other rules', { ...dimy, rules: 'chain=mandatory,first-turn=single,quiet-limit=20' }],
    ['telo', telo],
    ['telo from a position', { ...telo, position: '3/1W1/B2 w 2 2 hand:2,2' }],
    ['7x3', { variant: '7x3', rules: 'blocked=draw' }],
    ['vela', { ...tsivy, rules: 'vela=white' }],
    ['vela, the giver begins', { ...dimy, rules: 'vela=black,vela-first=giver' }],
    ['black begins', { ...tsivy, position: '9/2BBB4/9/2WWW4/9 b 3 17' }],
    ['a game that has ended', setup('9/9/9/9/W8 b')],
  ];
  it.each(setups)('%s: random games come back, whole and at every ply', async (_name, opening) => {
    const throwDice = dice(77);
    const other = await newRules();
    for (let game = 0; game < 10; game++) {
      const turns = playRandomly(rules, opening, throwDice, throwDice(2) ? 400 : 9);
      const ply = throwDice(turns.length + 1);
      const text = rules.writeLink(ply);
      expect(encodeURI(text)).toBe(text);
      expect(text).not.toMatch(/[\s<>"'`#?%]|[.,:;!/]$/);
      const read = other.readLink(text);
      expect(read).toMatchObject({ turns, ply });
      expect(other.open(read.setup, read.turns)).toEqual(rules.view());
      expect(other.writeLink(ply)).toBe(text);
    }
  }, 30_000);

  it('leaves the game that is played alone', () => {
    rules.open(tsivy, ['e2-e3A']);
    const text = rules.writeLink(1);
    const view = rules.open(telo, ['b2']);
    rules.readLink(text);
    expect(() => rules.readLink('nothing')).toThrow(CoreError);
    expect(rules.view()).toEqual(view);
  });
});

describe('a text that is no link', () => {
  it.each([
    '', ' ', 'x', 'g', 'g=', 'g=2', 'g=1&', 'g=1&v=chess', 'g=1&v=4x4', 'g=1&r=chain=never', 'g=1&s=9', 'g=1&t=e2-e4', 'g=1&t=d3e3',
    'g=1&t=e2e3A&p=2', 'g=1&t=e2e3A&p=-1', 'g=1&p=0&t=e2e3A', 'g=1&e=x', 'g=1&e=w.luck', 'g=1&g=1', 'g=1&t=e2e3A..f4e5W', 'g=1&v=7x3&r=vela=white',
    'g=1&t=é', 'g=1\0', 'g=1&t=\ud800', 'g=1&s=9/9/9/9/W8.b&e=w', 'g=99999999999999999999',
  ])('%j is refused with a reason', (text) => {
    expect(() => rules.readLink(text)).toThrow(CoreError);
    expect(() => rules.readLink(text)).toThrow(/\w{3}/);
  });

  it('may be megabytes long', () => {
    for (const text of ['g=1&t=' + 'e2e3A.'.repeat(1 << 16), 'x'.repeat(1 << 20), 'g=1&t=' + '.'.repeat(1 << 20), '\0'.repeat(1 << 20), 'é'.repeat(2 << 20)]) {
      expect(() => rules.readLink(text)).toThrow(CoreError);
    }
  });

  it('may be a good one with a change', () => {
    const throwDice = dice(5);
    rules.open({ ...dimy, rules: 'quiet-limit=20', position: 'BBB2/5/2W2/5/2W2 w 3 4' });
    const good = [rules.writeLink(0)];
    playRandomly(rules, tsivy, throwDice, 20);
    good.push(rules.writeLink(7, { reason: 'time', loser: 'white' }));
    playRandomly(rules, telo, throwDice, 6);
    good.push(rules.writeLink(2));
    const signs = 'abcdefi123459-.&=gvrstpe:/AW \0é';
    let read = 0;
    for (let i = 0; i < 4000; i++) {
      const text = good[throwDice(good.length)]!;
      const at = throwDice(text.length);
      const changed = text.slice(0, at) + signs[throwDice(signs.length)] + text.slice(at + throwDice(2));
      try {
        const game = rules.readLink(changed);
        read += 1;
        rules.open(game.setup, game.turns);
        expect(rules.readLink(rules.writeLink(game.ply, game.word))).toEqual(game);
      } catch (error) {
        expect(error).toBeInstanceOf(CoreError);
      }
    }
    expect(read).toBeGreaterThan(10);
  });

  it('cannot be written for a game that is too long', () => {
    const around = ['i1-h1', 'a5-b5', 'h1-i1', 'b5-a5'];
    rules.open(setup('B8/9/9/9/8W', 'repetition=0,quiet-limit=0'), Array.from({ length: 20_000 }, (_, i) => around[i % 4]!));
    expect(() => rules.writeLink(0)).toThrow(/too long/);
    expect(rules.writeRecord([]).length).toBeGreaterThan(100_000);
  });
});
