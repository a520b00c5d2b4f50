/* Finding, naming, linking; reading a text bit by bit; games as records and back, by the core itself. */

import { beforeEach, describe, expect, test } from 'vitest';
import { dayOf, fingerprint, known, readEntry, recordDate } from '../../../src/app/records/entry';
import { gameFileName, gamesFileName, joinRecords, pictureFileName, slug } from '../../../src/app/records/files';
import { Finder } from '../../../src/app/records/find';
import { editorAddress, gameLink, positionLink, readEditorAddress } from '../../../src/app/records/link';
import { entryOf, idOf } from '../../../src/app/records/making';
import { computerName, keepNames, levelOf, readNames, tagsOf, tidy, withTag } from '../../../src/app/records/names';
import { analysisSetup, noteOpened, ownTags, readWhole, recordText, wholeGame, wordEnd } from '../../../src/app/records/opened';
import { plyReaching, readWanted } from '../../../src/app/records/reach';
import { sizeFor } from '../../../src/app/records/picture';
import type { Progress } from '../../../src/app/records/reading';
import { decode, entryOfRead, FAULTS_SHOWN, readGames } from '../../../src/app/records/reading';
import { describe as words, playersOf } from '../../../src/app/records/words';
import { readRoute } from '../../../src/app/router';
import type { TextStore } from '../../../src/app/store/storage';
import type { RecordCursor, Rules } from '../../../src/core/types';
import { CoreError } from '../../../src/core/types';
import { useCatalogue } from '../../../src/i18n';
import { en } from '../../../src/i18n/en';
import { newRules } from '../../core/support';
import { COMPUTER, FRIEND, Table } from '../support';
import { game } from './support';

class MemoryStore implements TextStore {
  readonly texts = new Map<string, string>();
  read = (key: string): string | null => this.texts.get(key) ?? null;
  write = (key: string, text: string): boolean => this.texts.set(key, text) === this.texts;
  remove = (key: string): void => void this.texts.delete(key);
}

beforeEach(() => useCatalogue('en', en));

describe('finding', () => {
  const finder = new Finder(words);
  const games = [
    game('old', { tags: [['White', 'Hery'], ['Black', 'Tiana'], ['Date', '2024.05.01']], turns: 40, outcome: { result: 'white', reason: 'resignation', clause: 'R5.5' } }),
    game('new', { tags: [['White', 'Zoé'], ['Black', 'Anja'], ['Date', '2026.11.30'], ['Event', 'Club évening']], turns: 9, setup: { variant: 'dimy', rules: 'chain=mandatory' }, text: '1. c2-c3A *' }),
    game('lost', { you: 'black', tags: [['White', computerName(3)], ['Black', '?'], ['Date', '????.??.??']], outcome: { result: 'white', reason: 'no-stones', clause: 'R5.1' }, text: '1. d3-e3W *' }),
  ];
  const find = (query: string, order: Parameters<Finder['find']>[2] = 'newest'): string[] => finder.find(games, query, order).map(({ id }) => id);

  test.each([
    ['', ['lost', 'new', 'old'].sort()],
    ['zoe', ['new']],
    ['ZOÉ anja', ['new']],
    ['hery anja', []],
    ['dimy', ['new']],
    ['5×5', ['new']],
    ['resignation', ['old']],
    ['white wins', ['lost', 'old']],
    ['1–0', ['lost', 'old']],
    ['evening', ['new']],
    ['chains must', ['new']],
    ['level 3', ['lost']],
    ['you', ['lost']],
    ['d3-e3w', ['lost']],
    ['2024', ['old']],
    ['BWBW1BWBW', ['lost', 'new', 'old']],
  ])('%j finds %j', (query, wanted) => {
    expect(find(query).sort()).toEqual(wanted);
  });

  test('orders', () => {
    expect(find('', 'newest')).toEqual(['lost', 'new', 'old']);
    expect(find('', 'oldest')).toEqual(['old', 'new', 'lost']);
    expect(find('', 'names')[0]).toBe('lost');
    expect(find('', 'longest')[0]).toBe('old');
    expect(find('', 'shortest')[0]).toBe('lost');
  });
});

describe('days, names, files', () => {
  test('the day of a game is its tag’s, as far as it is known, else the day it came', () => {
    expect(dayOf(game('a'))).toBe('2026-11-28');
    expect(dayOf(game('a', { tags: [['Date', '2025.??.??']] }))).toBe('2025');
    expect(dayOf(game('a', { tags: [['Date', '2025.03.??']] }))).toBe('2025-03');
    expect(dayOf(game('a', { tags: [['Date', '????.??.??']], added: new Date(2026, 0, 9).getTime() }))).toBe('2026-01-09');
    expect(recordDate(new Date(2026, 0, 9).getTime())).toBe('2026.01.09');
  });
  test('what stands for nothing is nothing', () => {
    for (const value of ['?', '????.??.??', '', ' ', '-']) expect(known([['Event', value]], 'Event')).toBe('');
    expect(known([['Event', ' Club ']], 'Event')).toBe('Club');
  });
  test('players', () => {
    expect(playersOf({ tags: [['White', computerName(4)], ['Black', '?']], you: 'black' })).toEqual(['Computer, level 4', 'You']);
    expect(playersOf({ tags: [], you: null })).toEqual(['White', 'Black']);
    expect(levelOf('Fanorona, level 9')).toBe(null);
  });
  test('tags of a game played here', () => {
    const now = new Date(2026, 10, 30).getTime();
    const names = { you: 'Hery', white: 'Zoé', black: '', event: '' };
    expect(tagsOf({ ...COMPUTER, human: 'black', level: 2 }, names, now)).toEqual([
      ['Event', '?'], ['Site', '?'], ['Date', '2026.11.30'], ['Round', '?'], ['White', 'Fanorona, level 2'], ['Black', 'Hery'],
    ]);
    expect(tagsOf({ ...FRIEND, clock: '10+5' }, { ...names, event: 'Club' }, now)).toEqual([
      ['Event', 'Club'], ['Site', '?'], ['Date', '2026.11.30'], ['Round', '?'], ['White', 'Zoé'], ['Black', '?'], ['TimeControl', '600+5'],
    ]);
  });
  test('names are remembered; a damaged store has none', () => {
    const store = new MemoryStore();
    const names = { you: 'Hery', white: 'A', black: 'B', event: 'Club' };
    keepNames(store, names);
    expect(readNames(store)).toEqual(names);
    store.write('fanorona.names', '{"you":7,"event":"a\\nb"}');
    expect(readNames(store)).toEqual({ you: '', white: '', black: '', event: 'a b' });
    expect(tidy(` a\u0007\tb ${'x'.repeat(300)}`).length).toBe(100);
  });
  test('a changed tag keeps its place', () => {
    const tags = [['Event', '?'], ['White', '?']] as const;
    expect(withTag(tags, 'White', ' Hery ')).toEqual([['Event', '?'], ['White', 'Hery']]);
    expect(withTag(tags, 'White', '')).toEqual([['Event', '?'], ['White', '?']]);
    expect(withTag(tags, 'Black', 'Tiana')).toEqual([['Event', '?'], ['White', '?'], ['Black', 'Tiana']]);
  });
  test('file names', () => {
    expect(slug('  Hery – «Été» / 4 ')).toBe('hery-ete-4');
    expect(slug('Михаил')).toBe('михаил');
    expect(gameFileName([['White', 'Hery'], ['Black', '?'], ['Date', '2026.11.??']], 0)).toBe('fanorona-2026-11-hery.fgn');
    expect(gamesFileName(12, new Date(2026, 10, 30).getTime())).toBe('fanorona-2026-11-30-12.fgn');
    expect(pictureFileName('tsivy', 12, 'png', 1280)).toBe('fanorona-tsivy-12-1280px.png');
    expect(pictureFileName('7x3', 0, 'svg')).toBe('fanorona-7x3.svg');
    expect(joinRecords(['1. a *\n\n', '1. b *'])).toBe('1. a *\n\n1. b *\n');
  });
  test('the longer side of a picture', () => {
    expect(sizeFor('<svg viewBox="0 0 9 5" width="1280" height="719">', 640)).toEqual({ width: 640, height: 360 });
    expect(sizeFor('<svg width="500" height="1000">', 640)).toEqual({ width: 320, height: 640 });
  });
  test('a text has one fingerprint and another text another', () => {
    const prints = new Set(Array.from({ length: 2000 }, (_, index) => fingerprint(`game ${index}`)));
    expect(prints.size).toBe(2000);
    expect(fingerprint('abc')).toBe(fingerprint('abc'));
  });
});

describe('links', () => {
  const place = { origin: 'https://example.org', pathname: '/some/folder/index.html' };
  test('are made of where the page is', () => {
    expect(gameLink('g=1&v=telo', place)).toBe('https://example.org/some/folder/#/g/g=1&v=telo');
    expect(gameLink('x', { origin: 'null', pathname: '/home/page/index.html' })).toBe('file:///home/page/#/g/x');
  });
  test('a position in the address comes back as it went', () => {
    const text = 'BB1BB/5/5/WW1WW/5 b 3 12 vela:w';
    const link = positionLink('dimy', 'chain=mandatory,quiet-limit=0', text, place);
    const route = readRoute(link.slice(link.indexOf('#')));
    if (route.page !== 'editor') throw new Error(route.page);
    expect(readEditorAddress(route.parts)).toEqual({ variant: 'dimy', rules: 'chain=mandatory,quiet-limit=0', text });
    expect(editorAddress('telo', '', '3/3/3 w 0 1 hand:3,3')).not.toMatch(/[ "<>^`{|}]/);
  });
  test('a bad address is none', () => {
    expect(readEditorAddress(['%E0%A4%A'])).toBe(null);
    expect(readEditorAddress([])).toBe(null);
  });
  test('routes', () => {
    expect(readRoute('#/g/g=1&t=e2e3A/b')).toEqual({ page: 'link', text: 'g=1&t=e2e3A/b' });
    expect(readRoute('#/games')).toEqual({ page: 'games' });
  });
  test.each(['g=1&t=e2e3A&p=1', 'g=1%26t%3De2e3A%26p%3D1', 'g=1&t=e2e3A&p=1).', 'g=1&t=e2e3A&p=1”,'])('a link that a messenger changed: %s', (text) => {
    expect(readRoute(`#/g/${text}`)).toEqual({ page: 'link', text: 'g=1&t=e2e3A&p=1' });
  });
  test('a link with a broken escape stays as it is', () => {
    expect(readRoute('#/g/g=1&t=%')).toEqual({ page: 'link', text: 'g=1&t=%' });
  });
  test('an opened record is looked at under the names of its players', () => {
    const setup = { variant: 'tsivy', rules: '' };
    expect(analysisSetup(setup, [['White', 'Rasoa'], ['Black', '?']]).names).toEqual({ white: 'Rasoa' });
    expect(analysisSetup(setup)).not.toHaveProperty('names');
  });
  test('the editor’s route', () => {
    expect(readRoute('#/editor')).toEqual({ page: 'editor', parts: [] });
  });
});

describe('reading in slices', () => {
  const services = (cursor: RecordCursor | Error, more: { cancelledAfter?: number } = {}) => {
    let now = 0;
    const seen: Progress[] = [];
    const rules: Pick<Rules, 'readRecords'> = {
      readRecords: () => {
        if (cursor instanceof Error) throw cursor;
        return cursor;
      },
    };
    return {
      seen,
      with: {
        rules,
        now: () => (now += 5),
        pause: () => Promise.resolve(),
        cancelled: () => seen.length >= (more.cancelledAfter ?? Infinity),
        onProgress: (progress: Progress) => void seen.push(progress),
      },
    };
  };
  const record = { tags: [], setup: { variant: 'tsivy', rules: '' }, turns: ['e2-e3A'], outcome: { result: 'ongoing', reason: '', clause: '' }, text: 'text' } as const;
  const cursorOf = (items: readonly ('game' | 'fault')[]): RecordCursor => {
    let at = 0;
    return {
      next: () => {
        const item = items[at++];
        if (!item) return null;
        return item === 'game' ? { game: record } : { fault: { game: at, line: at, column: 1, reason: 'broken' } };
      },
      get done() { return at; },
      total: items.length,
    };
  };

  test('breathes every few games, and numbers them as they stand in the file', async () => {
    const { seen, with: how } = services(cursorOf(['game', 'fault', 'game', 'game', 'game', 'fault', 'game']));
    const end = await readGames('text', how);
    expect(seen.length).toBeGreaterThan(2);
    expect(seen.slice(0, -1).every(({ state, part }) => state === 'reading' && part > 0 && part < 1)).toBe(true);
    expect(end).toMatchObject({ state: 'finished', part: 1, faultCount: 2 });
    expect(end.games.map(({ number }) => number)).toEqual([1, 3, 4, 5, 7]);
    expect(end.faults.map((fault) => fault.game)).toEqual([2, 6]);
  });
  test('can be broken off, and keeps what was read', async () => {
    const { with: how } = services(cursorOf(Array.from({ length: 1000 }, () => 'game')), { cancelledAfter: 3 });
    const end = await readGames('text', how);
    expect(end.state).toBe('cancelled');
    expect(end.games.length).toBeGreaterThan(0);
    expect(end.games.length).toBeLessThan(100);
  });
  test('does not pile up the faults of a file that is no record', async () => {
    const { with: how } = services(cursorOf(Array.from({ length: 5000 }, () => 'fault')));
    const end = await readGames('text', how);
    expect(end.faultCount).toBe(5000);
    expect(end.faults.length).toBe(FAULTS_SHOWN);
  });
  test('says why a text is refused', async () => {
    const { with: how } = services(new CoreError('too long'));
    expect(await readGames('text', how)).toMatchObject({ state: 'refused', reason: 'too long', games: [] });
  });
  test('text that is not UTF-8 is none', () => {
    expect(decode(new Uint8Array([0xef, 0xbb, 0xbf, 0x61]).buffer)).toBe('a');
    expect(decode(new Uint8Array([0x61, 0xe9, 0x20]).buffer)).toBe(null);
  });
});

describe('with the core', () => {
  const FILE = `[White "Hery"]
[Black "Tiana \\"T\\""]
[Result "1-0"]
[Termination "resignation"]

1. e2-e3A {good} f4-e5W-e4A (1... f4-e5W) 2. f2-e3A! 1-0

[White "Broken"]

1. e2-e3A zz *

[Variant "dimy"]
[Rules "chain=mandatory"]

1. c2-c3A *
`;
  const how = (rules: Rules) => ({
    rules, now: () => performance.now(), pause: () => Promise.resolve(), cancelled: () => false, onProgress: () => undefined,
  });

  test('good games among broken ones are read, with the place of the fault', async () => {
    const rules = await newRules();
    const end = await readGames(FILE, how(rules));
    expect(end.games.map(({ number, turns }) => [number, turns])).toEqual([[1, 3], [3, 1]]);
    expect(end.faults).toMatchObject([{ game: 2, line: 10, column: 11 }]);
    expect(end.games[1]?.setup).toMatchObject({ variant: 'dimy', rules: 'chain=mandatory' });
  });
  test('a game goes into the library with its comments, and is the same when it comes again', async () => {
    const rules = await newRules();
    const { games } = await readGames(FILE, how(rules));
    const entries = games.map((each) => entryOfRead(rules, each, 1));
    for (const entry of entries) expect(readEntry(structuredClone(entry))).toEqual(entry);
    expect(entries[0]?.text).toContain('{good}');
    expect(entries[0]?.outcome).toMatchObject({ result: 'white', reason: 'resignation' });
    const again = await readGames(joinRecords(entries.map(({ text }) => text)), how(rules));
    expect(again.games.map((each) => entryOfRead(rules, each, 1))).toEqual(entries);
  });
  test('the running game becomes a record and comes back from it', async () => {
    const rules = await newRules();
    const state = new Table({ ...COMPUTER, human: 'black' }, ['e2-e3A', 'f4-e5W-e4A']).state;
    const ended = { ...state, word: { kind: 'resign', loser: 'white' } as const };
    const whole = wholeGame(ended, { you: 'Hery', white: '', black: '', event: '' }, new MemoryStore(), 0);
    const entry = entryOf(rules, whole, { id: idOf(ended), added: 1, source: 'played', you: 'black', played: ended.setup });
    expect(entry.outcome).toEqual({ result: 'black', reason: 'resignation', clause: 'R5.5' });
    expect(readEntry(structuredClone(entry))?.played).toEqual(ended.setup);
    expect(readEntry({ ...entry, played: { mode: 'chess' } })?.played).toBe(null);
    const back = readWhole(rules, entry.text);
    expect(back.turns).toEqual(whole.turns);
    expect(back.word).toEqual({ reason: 'resignation', loser: 'white' });
    expect(Object.fromEntries(back.tags)).toMatchObject({ White: 'Fanorona, level 1', Black: 'Hery' });
    expect(readEntry(entry)).toEqual(entry);
  });
  test('games are found by a position they come to, with the side to move or without', async () => {
    const rules = await newRules();
    const { games } = await readGames(FILE, how(rules));
    const [long, short] = games.map((each) => entryOfRead(rules, each, 1));
    if (!long || !short) throw new Error('not read');
    rules.open(long.setup, ['e2-e3A', 'f4-e5W-e4A']);
    const { position } = rules.view();
    const [board = '', side = ''] = position.split(' ');
    expect(plyReaching(rules, long, readWanted(board) ?? '')).toBe(2);
    expect(plyReaching(rules, long, readWanted(`${board.toLowerCase()} ${side} 7 7`) ?? '')).toBe(2);
    expect(plyReaching(rules, long, readWanted(`${board} b`) ?? '')).toBe(null);
    expect(plyReaching(rules, short, readWanted(board) ?? '')).toBe(null);
    expect(plyReaching(rules, short, readWanted('BBBBB/BBBBB/BW1BW/WWWWW/WWWWW') ?? '')).toBe(0);
    for (const words of ['hery', '1/2', 'a/b', '', '½-½ 1/2']) expect(readWanted(words)).toBe(null);
  });
  test('a game opened for analysis leaves with its tags and its end, unless it was changed', async () => {
    const store = new MemoryStore();
    const names = { you: '', white: '', black: '', event: '' };
    const setup = { ...FRIEND, mode: 'analysis' as const };
    const { state } = new Table(setup, ['e2-e3A', 'f4-e5W-e4A'], { ply: 2 });
    const opened = { setup: { variant: 'tsivy', rules: '' }, turns: ['e2-e3A', 'f4-e5W-e4A'], tags: [['White', 'Hery']] as const, word: { reason: 'time', loser: 'black' } as const };
    noteOpened(store, opened);
    expect(wholeGame(state, names, store, 0)).toMatchObject({ tags: opened.tags, word: opened.word });
    const changed = new Table(setup, ['e2-e3A'], { ply: 1 }).state;
    expect(wholeGame(changed, names, store, 0)).not.toHaveProperty('word');
  });
  test('a record opened for analysis leaves as whole as it came, with the names it has now', async () => {
    const rules = await newRules();
    const store = new MemoryStore();
    const names = { you: '', white: '', black: '', event: '' };
    const text = '[Event "A \\"big\\" day"]\n[White "Rabe"]\n[Black "Soa"]\n[Result "1-0"]\n[Odd "kept"]\n\n'
      + '{before} 1. e2-e3A! (1. d3-e3A {other}) f4-e5W-e4A {[White "not a tag"]} 1-0\n';
    const opened = readWhole(rules, text);
    const before = rules.readRecords(text).next();
    if (!before || !('game' in before)) throw new Error('not read');
    noteOpened(store, opened);
    const { state } = new Table({ ...FRIEND, mode: 'analysis' as const }, opened.turns, { ply: 1 });
    const whole = wholeGame(state, names, store, 0);
    rules.open(whole.setup, whole.turns);
    expect(recordText(rules, whole)).toBe(before.game.text);
    const renamed = { ...whole, tags: withTag(whole.tags, 'White', 'R\\"$&"') };
    const leaves = recordText(rules, renamed);
    expect(leaves).toBe(before.game.text.replace('"Rabe"', () => '"R\\\\\\"$&\\""'));
    expect(Object.fromEntries(readWhole(rules, leaves).tags)).toMatchObject({ White: 'R\\"$&"', Black: 'Soa', Event: 'A "big" day', Odd: 'kept' });
    const entry = entryOf(rules, renamed, { id: 'x', added: 1, source: 'played', you: null, played: null });
    expect(entry.text).toBe(leaves);
    expect(entry.outcome.result).toBe('white');
    expect(entry.position).toBe(rules.open(whole.setup, whole.turns).position);
  });
  test('tags that the game says itself are not written twice', () => {
    expect(ownTags([['White', 'Hery'], ['Result', '1-0'], ['FEN', 'x'], ['Variant', 'dimy'], ['Rules', ''], ['Termination', 'Time'], ['Site', '?']])).toEqual([['White', 'Hery'], ['Site', '?']]);
    expect(ownTags([['Termination', 'rain']])).toEqual([['Termination', 'rain']]);
  });
  test('an end by word as records say it', () => {
    expect(wordEnd(null)).toBe(undefined);
    expect(wordEnd({ kind: 'draw' })).toEqual({ reason: 'agreement' });
    expect(wordEnd({ kind: 'time', loser: 'black' })).toEqual({ reason: 'time', loser: 'black' });
  });
  test('the same game has one id; another of its kind has another', () => {
    const { state } = new Table(FRIEND, ['e2-e3A']);
    expect(idOf(state)).toBe(idOf(new Table(FRIEND, ['e2-e3A', 'f4-e5W-e4A']).state));
    expect(idOf(state)).not.toBe(idOf(new Table({ ...FRIEND, seed: 2 }).state));
  });
});
