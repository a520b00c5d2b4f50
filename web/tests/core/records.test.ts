import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CoreError, type RecordFault, type RecordGame, type Setup, type WordEnd } from '../../src/core/types';
import { WasmRules } from '../../src/core/rules';
import { dice, dimy, newCore, newRules, playRandomly, setup, telo, tsivy } from './support';

let rules: WasmRules;
beforeAll(async () => {
  rules = await newRules();
});

/** Everything a text holds, in its order. */
function readAll(text: string, reader: WasmRules = rules): ({ game: RecordGame } | { fault: RecordFault })[] {
  const cursor = reader.readRecords(text);
  const all: ({ game: RecordGame } | { fault: RecordFault })[] = [];
  for (let next = cursor.next(); next; next = cursor.next()) all.push(next);
  return all;
}

function readOne(text: string): RecordGame {
  const all = readAll(text);
  expect(all, JSON.stringify(all).slice(0, 300)).toHaveLength(1);
  expect(all[0]).toHaveProperty('game');
  return (all[0] as { game: RecordGame }).game;
}

const tag = (game: RecordGame, name: string): string | undefined => game.tags.find(([each]) => each === name)?.[1];

describe('writing a record', () => {
  it('tells the game and how it stands', () => {
    rules.open(tsivy, ['e2-e3A', 'f4-e5W']);
    const text = rules.writeRecord([['White', 'Rakoto'], ['Black', 'Soa']]);
    expect(text).toContain('[White "Rakoto"]');
    expect(text).toMatch(/1\. e2-e3A f4-e5W \*\n\n$/);
    const game = readOne(text);
    expect(game).toMatchObject({ setup: tsivy, turns: ['e2-e3A', 'f4-e5W'], outcome: { result: 'ongoing' }, text });
    expect([tag(game, 'White'), tag(game, 'Black'), tag(game, 'Result')]).toEqual(['Rakoto', 'Soa', '*']);
    expect(game).not.toHaveProperty('word');
    expect(game.setup).not.toHaveProperty('position');
  });

  const ends: [WordEnd, string, string][] = [
    [{ reason: 'resignation', loser: 'white' }, 'black', '0-1'],
    [{ reason: 'resignation', loser: 'black' }, 'white', '1-0'],
    [{ reason: 'time', loser: 'white' }, 'black', '0-1'],
    [{ reason: 'abandoned', loser: 'black' }, 'white', '1-0'],
    [{ reason: 'agreement' }, 'draw', '1/2-1/2'],
  ];
  it.each(ends)('says that it ended by word: %o', (word, result, written) => {
    rules.open(dimy, ['c2-c3A']);
    const game = readOne(rules.writeRecord([], word));
    expect(game.word).toEqual(word);
    expect(game.outcome).toEqual({ result, reason: word.reason, clause: 'R5.5' });
    expect(tag(game, 'Result')).toBe(written);
    expect(rules.view().outcome.result).toBe('ongoing');
  });

  it('knows an end by word of the game itself', () => {
    rules.open(dimy, ['c2-c3A']);
    rules.resign('black');
    const word: WordEnd = { reason: 'resignation', loser: 'black' };
    expect(readOne(rules.writeRecord([])).word).toEqual(word);
    expect(readOne(rules.writeRecord([], word)).word).toEqual(word);
    expect(() => rules.writeRecord([], { reason: 'agreement' })).toThrow(/over/);
    rules.open(setup('9/9/9/9/W8 b'));
    expect(() => rules.writeRecord([], { reason: 'resignation', loser: 'white' })).toThrow(/over/);
  });

  it('refuses an end that is none', () => {
    rules.open(dimy);
    const bad: unknown[] = [{ reason: 'agreement', loser: 'white' }, { reason: 'resignation' }, { reason: 'time' }, { reason: 'abandoned' }, { reason: 'luck', loser: 'white' }];
    for (const word of bad) expect(() => rules.writeRecord([], word as WordEnd)).toThrow(CoreError);
    expect(() => rules.writeLink(0, { reason: 'time' })).toThrow(CoreError);
  });

  it('writes names of any kind', () => {
    rules.open(dimy);
    const names = ['"quoted"', 'back\\slash', '\\"', 'Ravélo', 'Ле́нин', '🎲', '', ' ', ']', '[White "x"]', '{', 'two\nlines'];
    for (const name of names) {
      const game = readOne(rules.writeRecord([['White', name], ['Event', name]]));
      expect(tag(game, 'White')).toBe(name.replace('\n', ' '));
      expect(tag(game, 'Event')).toBe(name.replace('\n', ' '));
    }
  });

  it('takes tags of a record that was read, but not what the game itself tells', () => {
    rules.open({ ...tsivy, rules: 'chain=mandatory' }, ['e2-e3A']);
    const first = readOne(rules.writeRecord([['Date', '2026.11.30'], ['Annotator', 'me']], { reason: 'agreement' }));
    rules.open(dimy);
    const second = readOne(rules.writeRecord(first.tags));
    expect([tag(second, 'Date'), tag(second, 'Annotator')]).toEqual(['2026.11.30', 'me']);
    expect(second).toMatchObject({ setup: dimy, outcome: { result: 'ongoing' } });
    expect([tag(second, 'Rules'), tag(second, 'Result')]).toEqual([undefined, '*']);
  });

  it('holds the longest game that the quiet limit allows', () => {
    const around = ['i1-h1', 'a5-b5', 'h1-i1', 'b5-a5'];
    const turns = Array.from({ length: 47_000 }, (_, i) => around[i % 4]!);
    rules.open(setup('B8/9/9/9/8W', 'repetition=0,quiet-limit=0'), turns);
    const game = readOne(rules.writeRecord([]));
    expect(game.turns).toEqual(turns);
    expect(rules.open(game.setup, game.turns).length).toBe(47_000);
  });

  it('refuses tags that no record has, and the game stays', () => {
    rules.open(dimy, ['c2-c3A']);
    const bad: [string, string][][] = [
      [['', 'x']], [['two words', 'x']], [['Ñ', 'x']], [['White', 'a\tb']], [['White', 'a\0b']], [['Wh\0ite', 'a']],
      [['White', 'x'.repeat(1025)]], [['x'.repeat(65), 'x']], Array.from({ length: 200 }, (_, i) => [`T${i}`, 'x']),
    ];
    for (const tags of bad) expect(() => rules.writeRecord(tags), JSON.stringify(tags).slice(0, 60)).toThrow(CoreError);
    expect(() => rules.writeRecord([['White', 'x'.repeat(2 << 20)]])).toThrow(/too long/);
    expect(readOne(rules.writeRecord([['White', '\ud800']])).tags).toContainEqual(['White', '\ufffd']);
  });
});

describe('what was written is read', () => {
  const setups: [string, Setup][] = [
    ['tsivy', tsivy],
    ['dimy by other rules', { ...dimy, rules: 'chain=mandatory,first-turn=single,quiet-limit=20' }],
    ['telo', telo],
    ['telo from a position', { ...telo, position: '3/1W1/B2 w 2 2 hand:2,2' }],
    ['7x3', { variant: '7x3', rules: 'blocked=draw' }],
    ['3x3, the capture game', { variant: '3x3', rules: '' }],
    ['vela', { ...tsivy, rules: 'vela=white' }],
    ['vela, the giver begins', { ...dimy, rules: 'vela=black,vela-first=giver' }],
    ['black begins', { ...tsivy, position: '9/2BBB4/9/2WWW4/9 b 3 17' }],
    ['the middle of vela', { ...dimy, rules: 'vela=white', position: '5/BBB2/5/WWWWW/W4 b 2 9 vela:w' }],
    ['after vela', { ...dimy, rules: 'vela=white', position: '5/BBB2/5/WWWWW/5 b 2 9' }],
  ];

  it.each(setups)('%s: random games, one file', async (_name, opening) => {
    const throwDice = dice(31);
    const other = await newRules();
    let text = '';
    const played: { turns: string[]; outcome: unknown; setup: Setup; text: string }[] = [];
    for (let game = 0; game < 12; game++) {
      const turns = playRandomly(rules, opening, throwDice, throwDice(2) ? 400 : 9);
      const view = rules.view();
      const record = rules.writeRecord([['Round', String(game)]]);
      played.push({ turns, outcome: view.outcome, text: record, setup: opening });
      text += record;
    }
    const all = readAll(text, other);
    expect(all).toHaveLength(played.length);
    for (const [index, each] of all.entries()) {
      const { game } = each as { game: RecordGame };
      const wanted = played[index]!;
      expect(game).toMatchObject({ turns: wanted.turns, outcome: wanted.outcome, text: wanted.text });
      const end = rules.open(game.setup, game.turns);
      const directly = other.open(wanted.setup, wanted.turns);
      expect(end).toEqual(directly);
      expect(other.writeRecord(game.tags)).toBe(wanted.text);
    }
  }, 30_000);
});

describe('reading records', () => {
  it('takes comments, variations, marks and loose turns', () => {
    const text = '\ufeff[Event "Fihaonana \\"voalohany\\""]\r\n[White "Ravélo"]\r\n\r\n{ before } 1. e2e3A! {comment\r\nof two lines} (1. d3-e3W $3 $10 {deep (no)} (1. f2e3a?!)) F4-E5w?? ½-½\r\n';
    const game = readOne(text);
    expect(game.turns).toEqual(['e2-e3A', 'f4-e5W']);
    expect(game.outcome).toMatchObject({ result: 'draw' });
    expect(tag(game, 'Event')).toBe('Fihaonana "voalohany"');
    expect(tag(game, 'White')).toBe('Ravélo');
    for (const piece of ['deep (no)', 'before', 'd3-e3W', 'f2-e3A', 'd3-e3W!!', '$10']) expect(game.text).toContain(piece);
    expect(readOne(game.text)).toEqual(game);
  });

  it('goes on after a fault, and tells where it was', () => {
    const good = '[White "A"]\n\n1. e2-e3A *\n\n';
    const bad = '[White "B"]\n\n1. e2-e3A\nf4-f5 *\n\n';
    const all = readAll(good + bad + good);
    expect(all.map((each) => Object.keys(each)[0])).toEqual(['game', 'fault', 'game']);
    const { fault } = all[1] as { fault: RecordFault };
    expect(fault).toMatchObject({ line: 8, column: 4, game: 2 });
    expect(fault.reason).toMatch(/R3\.1/);
  });

  it('tells how far it is', () => {
    const text = '[White "é"]\n\n1. e2-e3A *\n\n'.repeat(2000);
    const cursor = rules.readRecords(text);
    expect(cursor.total).toBe(new TextEncoder().encode(text).length);
    let before = cursor.done;
    let games = 0;
    for (let next = cursor.next(); next; next = cursor.next()) {
      games += 1;
      expect(cursor.done).toBeGreaterThanOrEqual(before);
      expect(cursor.done).toBeLessThanOrEqual(cursor.total);
      before = cursor.done;
    }
    expect(games).toBe(2000);
    expect(cursor.done).toBe(cursor.total);
    expect(cursor.next()).toBeNull();
  });

  it('leaves the game that is played alone', () => {
    const view = rules.open(telo, ['b2']);
    readAll('[Variant "dimy"]\n\n1. c2-c3A 1-0\n');
    expect(rules.view()).toEqual(view);
  });

  it('has one cursor at a time', () => {
    const games = '[White "A"]\n\n1. e2-e3A *\n\n'.repeat(3);
    const first = rules.readRecords(games);
    expect(first.next()).toHaveProperty('game');
    const second = rules.readRecords('[Variant "telo"]\n\n1. b2 *\n');
    expect(() => first.next()).toThrow(CoreError);
    expect(second.next()).toMatchObject({ game: { turns: ['b2'] } });
    expect(() => first.next()).toThrow(/another/);
    expect(second.next()).toBeNull();
    expect(second.next()).toBeNull();
    const third = rules.readRecords(games);
    expect(() => second.next()).toThrow(CoreError);
    // Between two games of a cursor anything may be asked.
    expect(third.next()).toHaveProperty('game');
    rules.open(dimy, ['c2-c3A']);
    rules.writeRecord([]);
    rules.readLink(rules.writeLink(1));
    expect(third.next()).toHaveProperty('game');
    expect(third.next()).toHaveProperty('game');
    expect(third.next()).toBeNull();
  });

  it('knows an end whose reason nobody told', () => {
    const game = readOne('1. e2-e3A 1-0\n');
    expect(game.outcome).toEqual({ result: 'white', reason: '', clause: 'R5.5' });
    expect(game).not.toHaveProperty('word');
  });

  it.each(['', ' ', '\n\n\n', '\ufeff', '% a line that PGN passes over'])('%j holds no game', (text) => {
    expect(readAll(text)).toEqual([]);
  });
});

describe('hostile text', () => {
  let hostile: WasmRules;
  beforeEach(async () => {
    hostile = await newRules();
  });

  const texts: [string, string][] = [
    ['zero bytes', '\0'.repeat(1 << 20)],
    ['open variations', '1. e2-e3A ' + '('.repeat(1 << 20)],
    ['variations in variations', '1. e2-e3A ' + '(1. e2-e3A '.repeat(1 << 16)],
    ['a comment that never ends', '{' + 'x'.repeat(1 << 20)],
    ['comments without end', '{'.repeat(1 << 20)],
    ['closing brackets', ')}]'.repeat(1 << 18)],
    ['a tag that never ends', '[White "' + 'x'.repeat(1 << 20)],
    ['tags without end', '[A "b"]'.repeat(1 << 16)],
    ['one turn without end', 'e2-e3'.repeat(1 << 18)],
    ['results', '* '.repeat(1 << 16)],
    ['lone surrogates', '\ud800\udfff\udc00 '.repeat(1 << 16)],
    ['numbers', '1'.repeat(1 << 20)],
    ['marks', '1. e2-e3A ' + '$1 ! ? '.repeat(1 << 16)],
    ['one game without end', '[Rules "quiet-limit=0,repetition=0"]\n[FEN "B8/9/9/9/8W"]\n\n' + 'i1-h1 a5-b5 h1-i1 b5-a5 '.repeat(30_000) + '*'],
    ['quotes', '"'.repeat(1 << 20)],
    ['a letter of four bytes', '😀'.repeat(1 << 18)],
  ];

  it.each(texts)('%s: is read to its end, and a good game after it', (_name, text) => {
    const all = readAll(`${text}\n\n[White "good"]\n\n1. e2-e3A *\n`, hostile);
    expect(all.length).toBeGreaterThan(0);
    for (const each of all) {
      if ('fault' in each) {
        expect(each.fault.reason.length).toBeGreaterThan(5);
        expect(each.fault.line).toBeGreaterThan(0);
        expect(each.fault.column).toBeGreaterThan(0);
      }
    }
    expect(readAll('1. e2-e3A *', hostile)).toHaveLength(1);
  }, 60_000);

  it('has a longest length', () => {
    expect(() => hostile.readRecords(' '.repeat((16 << 20) + 1))).toThrow(/too long/);
    expect(() => hostile.readRecords('é'.repeat((8 << 20) + 1))).toThrow(/too long/);
    expect(hostile.readRecords(' '.repeat(16 << 20)).next()).toBeNull();
  });

  it('a refused text leaves no cursor behind', () => {
    const cursor = hostile.readRecords('1. e2-e3A *');
    expect(() => hostile.readRecords('x'.repeat((16 << 20) + 1))).toThrow(/too long/);
    expect(() => cursor.next()).toThrow(CoreError);
  });

  it('of good and bad pieces never stops the reader', () => {
    const throwDice = dice(2024);
    const pieces = ['[White "x"]\n', '[FEN "', '"]\n', '[Variant "telo"]\n', '\n\n', '1. ', 'e2-e3A ', 'b2 ', '{', '}', '(', ')', '$', '!', '*', ' ', '1-0', '\n', '½-½', '1', '\0', '\ud800', 'é', '-', '1...', ';', '%', '\\', '\r', '[', ']'];
    for (let i = 0; i < 400; i++) {
      const text = Array.from({ length: throwDice(200) }, () => pieces[throwDice(pieces.length)]).join('');
      for (const each of readAll(text, hostile)) {
        if ('game' in each) expect(readAll(each.game.text, hostile)).toEqual([each]);
      }
    }
  }, 30_000);
});

describe('memory', () => {
  it('is given back after each text', async () => {
    const core = await newCore();
    const reader = new WasmRules(core);
    const game = `[White "A"]\n\n1. e2-e3A {${'x'.repeat(5000)}} *\n\n`;
    const text = game.repeat(200) + '{' + 'x'.repeat(1 << 20);
    readAll(text, reader);
    const after = core.exports.memory.buffer.byteLength;
    for (let i = 0; i < 20; i++) readAll(text, reader);
    for (let i = 0; i < 20; i++) reader.readRecords(text).next();
    expect(core.exports.memory.buffer.byteLength).toBe(after);
  }, 30_000);

  it('does not grow with the text', async () => {
    const core = await newCore();
    const reader = new WasmRules(core);
    const before = core.exports.memory.buffer.byteLength;
    expect(readAll('[White "A"]\n\n1. e2-e3A f4-e5W *\n\n'.repeat(30_000), reader)).toHaveLength(30_000);
    expect(core.exports.memory.buffer.byteLength - before).toBeLessThan(2 << 20);
  }, 60_000);
});
