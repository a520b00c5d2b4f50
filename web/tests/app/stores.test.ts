/* What the browser's store holds may be anything; nothing in it breaks the page. */

import { describe, expect, test } from 'vitest';
import { Session } from '../../src/app/session';
import { GAME_KEY, GameStore, readSaved, writeSaved } from '../../src/app/store/saved';
import { DEFAULT_SETTINGS, readSettings, SETTINGS_KEY, SettingsStore } from '../../src/app/store/settings';
import type { TextStore } from '../../src/app/store/storage';
import { useCatalogue } from '../../src/i18n';
import { en } from '../../src/i18n/en';
import { clockText } from '../../src/app/game/clock';
import { readRules, rulesText, STANDARD_RULES } from '../../src/app/game/setup';
import { readRoute } from '../../src/app/router';
import { frameFor, layoutFor } from '../../src/app/play/layout';
import { PlainRules } from './plainRules';
import { CHAIN_TURNS, COMPUTER, FRIEND, point } from './support';

class MemoryStore implements TextStore {
  readonly texts = new Map<string, string>();
  full = false;
  read(key: string): string | null {
    return this.texts.get(key) ?? null;
  }
  write(key: string, text: string): boolean {
    if (!this.full) this.texts.set(key, text);
    return !this.full;
  }
  remove(key: string): void {
    this.texts.delete(key);
  }
}

let stamps = 0;
let now = 1000;

function openTab(store: MemoryStore): { session: Session; said: string[]; games: GameStore } {
  useCatalogue('en', en);
  const said: string[] = [];
  const games = new GameStore(store, () => `stamp-${++stamps}`);
  const session = new Session({
    rules: new PlainRules(),
    engine: () => {
      throw new Error('no engine in this test');
    },
    store: games,
    say: (text) => said.push(text),
    sound: () => undefined,
    taught: () => undefined,
    evaluates: () => false,
    analyses: () => false,
    pause: () => Promise.resolve(),
    now: () => now,
  });
  return { session, said, games };
}

function tap(session: Session, ...names: string[]): void {
  for (const name of names) {
    session.dispatch({ type: 'point', point: point(name) });
    const id = session.state?.animating;
    if (id != null) session.dispatch({ type: 'animation-end', id });
  }
}

const GAME = { setup: FRIEND, turns: ['e2-e3A'], ply: 1, draft: '', word: null, stamp: 's', over: false, clock: null };

test('a game comes back as it was kept, the turn in the making included', () => {
  const store = new MemoryStore();
  const first = openTab(store);
  first.session.begin(FRIEND, true);
  for (const text of CHAIN_TURNS) {
    first.session.dispatch({ type: 'typed', text });
    first.session.dispatch({ type: 'animation-end', id: first.session.state?.animating ?? -1 });
  }
  tap(first.session, 'i3', 'h4', 'g3');

  const second = openTab(store);
  const loaded = second.games.load();
  if (loaded.found !== 'game') throw new Error(loaded.found);
  second.session.resume(loaded.game, true);
  expect(second.session.state?.draft.text).toBe('i3-h4A-g3W');
  expect(second.session.state?.turns.map((turn) => turn.text)).toEqual(CHAIN_TURNS);
});

test('two tabs do not overwrite each other silently', () => {
  const store = new MemoryStore();
  const first = openTab(store);
  first.session.begin(FRIEND, true);
  const second = openTab(store);
  const loaded = second.games.load();
  if (loaded.found !== 'game') throw new Error(loaded.found);
  second.session.resume(loaded.game, true);
  tap(second.session, 'e2', 'e3');

  first.session.noticeStore();
  expect(first.session.elsewhere).toBe(true);
  const kept = store.read(GAME_KEY);
  tap(first.session, 'd2', 'e3');
  expect(store.read(GAME_KEY)).toBe(kept);

  first.session.claim();
  expect(first.session.elsewhere).toBe(false);
  second.session.noticeStore();
  expect(second.session.elsewhere).toBe(true);
});

test('without the event of the browser the other tab’s game is not overwritten either', () => {
  const store = new MemoryStore();
  const first = openTab(store);
  first.session.begin(FRIEND, true);
  const second = openTab(store);
  second.session.begin({ ...FRIEND, variant: 'dimy' }, true);
  const kept = store.read(GAME_KEY);
  tap(first.session, 'e2', 'e3');
  expect(first.session.elsewhere).toBe(true);
  expect(store.read(GAME_KEY)).toBe(kept);
});

test('a full store is told', () => {
  const store = new MemoryStore();
  store.full = true;
  const { session } = openTab(store);
  session.begin(FRIEND, true);
  expect(session.unkept).toBe(true);
});

test('a turn is said in words, and an end with its reason', () => {
  const { session, said } = openTab(new MemoryStore());
  session.begin(FRIEND, true);
  tap(session, 'e2', 'e3');
  expect(said[said.length - 1]).toBe('White e2 to e3, approach, takes 2');
  session.dispatch({ type: 'resign' });
  expect(said[said.length - 1]).toBe('White wins. Black resigned.');
});

describe('a clock', () => {
  const timed = { ...FRIEND, clock: '3+2' } as const;

  test('stands before the first turn, then runs for the side to move, and adds with every turn', () => {
    const { session } = openTab(new MemoryStore());
    session.begin(timed, true);
    now += 60_000;
    tap(session, 'e2', 'e3');
    expect(session.clock).toMatchObject({ white: 182_000, black: 180_000, running: 'black' });
    now += 5000;
    tap(session, 'f4', 'e5', 'e4');
    if (session.state?.draft.text) session.dispatch({ type: 'stop' });
    expect(session.clock).toMatchObject({ white: 182_000, black: 177_000, running: 'white' });
  });

  test('ends the game when it has run out, and that can be taken back', () => {
    const { session, said } = openTab(new MemoryStore());
    session.begin(timed, true);
    tap(session, 'e2', 'e3');
    session.dispatch({ type: 'time', loser: 'black' });
    expect(session.state?.view.outcome).toEqual({ result: 'white', reason: 'time', clause: 'R5.5' });
    expect(session.clock?.running).toBeNull();
    expect(said[said.length - 1]).toBe('White wins. Black ran out of time.');
    session.dispatch({ type: 'take-back' });
    expect(session.state?.view.outcome.result).toBe('ongoing');
    expect(session.clock?.running).toBe('black');
  });

  test('does not run while the page is closed', () => {
    const store = new MemoryStore();
    const first = openTab(store);
    first.session.begin(timed, true);
    tap(first.session, 'e2', 'e3');
    now += 30_000;
    first.session.leave();
    now += 3_600_000;
    const second = openTab(store);
    const loaded = second.games.load();
    if (loaded.found !== 'game') throw new Error(loaded.found);
    second.session.resume(loaded.game, true);
    expect(second.session.clock).toMatchObject({ black: 150_000, running: 'black' });
  });

  test('is written as people read it', () => {
    expect([600_000, 599_001, 65_000, 10_000, 9_940, 50, 0].map(clockText)).toEqual(['10:00', '10:00', '1:05', '0:10', '0:09.9', '0:00.0', '0:00.0']);
  });
});

test('what is written is read', () => {
  expect(readSaved(writeSaved(GAME))).toEqual({ found: 'game', game: GAME });
  const resigned = { ...GAME, setup: COMPUTER, word: { kind: 'resign', loser: 'white' } as const, over: true };
  expect(readSaved(writeSaved(resigned))).toEqual({ found: 'game', game: resigned });
});

test('an analysis is kept with the turns gone back over, a set-up game with its position and roles', () => {
  const setup = { ...FRIEND, mode: 'analysis', position: 'W8/9/9/9/8B b 0 1', gives: 'black', names: { white: 'Rasoa' } } as const;
  const game = { ...GAME, setup, turns: ['i1-i2', 'a5-a4'], ply: 1 };
  expect(readSaved(writeSaved(game))).toEqual({ found: 'game', game });
  const { session, games } = openTab(new MemoryStore());
  session.begin(setup, true, game.turns, 1);
  const loaded = games.load();
  expect(loaded).toMatchObject({ found: 'game', game: { turns: game.turns, ply: 1, setup } });
  expect(session.state?.later.map((turn) => turn.text)).toEqual(['a5-a4']);
  expect(readSaved(writeSaved({ ...game, ply: 3 }))).toEqual({ found: 'damaged' });
  expect(readSaved(writeSaved({ ...game, setup: FRIEND, ply: 0 }))).toEqual({ found: 'damaged' });
  for (const names of [7, null, { white: 7 }, { green: 'x' }, { white: 'x'.repeat(2000) }]) {
    expect(readSaved(JSON.stringify({ version: 2, ...game, setup: { ...setup, names } }))).toEqual({ found: 'damaged' });
  }
});

test('a game that cannot be opened leaves the one before it', () => {
  const { session } = openTab(new MemoryStore());
  session.begin(FRIEND, true, ['e2-e3A']);
  expect(() => session.begin({ ...FRIEND, variant: 'telo', rules: 'vela=white' }, true)).toThrow();
  expect(() => session.begin({ ...FRIEND, mode: 'analysis' }, true, ['a1-a2'])).toThrow();
  expect(session.state?.turns.map((turn) => turn.text)).toEqual(['e2-e3A']);
});

describe('what the first version kept is read', () => {
  const { variant: _, ...rest } = FRIEND;
  test.each([['9x5', 'tsivy'], ['5x5', 'dimy']] as const)('a game on %s', (board, variant) => {
    const text = JSON.stringify({ version: 1, ...GAME, setup: { ...rest, board } });
    expect(readSaved(text)).toEqual({ found: 'game', game: { ...GAME, setup: { ...FRIEND, variant } } });
  });
  test.each([['9x5', 'tsivy'], ['5x5', 'dimy'], ['3x1', 'tsivy']] as const)('the settings of %s', (board, variant) => {
    expect(readSettings(JSON.stringify({ board, level: 5 }))).toEqual({ ...DEFAULT_SETTINGS, variant, level: 5 });
  });
});

describe('a damaged game is told, never believed', () => {
  test.each([
    ['no JSON', '{"version":1'],
    ['no object', '[1]'],
    ['no version', '{}'],
    ['turns of another kind', JSON.stringify({ version: 2, ...GAME, turns: [1, 2] })],
    ['too many turns', JSON.stringify({ version: 2, ...GAME, turns: Array(60_000).fill('a1-a2') })],
    ['an unknown variant', JSON.stringify({ version: 2, ...GAME, setup: { ...FRIEND, variant: 'chess' } })],
    ['an unknown board', JSON.stringify({ version: 2, ...GAME, setup: { ...FRIEND, board: '99x1', variant: undefined } })],
    ['a level of none', JSON.stringify({ version: 2, ...GAME, setup: { ...FRIEND, level: 9 } })],
    ['rules that are none', JSON.stringify({ version: 2, ...GAME, setup: { ...FRIEND, rules: 'chain=maybe' } })],
    ['an end that is none', JSON.stringify({ version: 2, ...GAME, word: { kind: 'resign', loser: 'red' } })],
    ['a draft that is no text', JSON.stringify({ version: 2, ...GAME, draft: {} })],
  ])('%s', (_, text) => {
    expect(readSaved(text)).toEqual({ found: 'damaged' });
  });
  test('no variant at all', () => {
    const { variant: _, ...setup } = FRIEND;
    expect(readSaved(JSON.stringify({ version: 2, ...GAME, setup }))).toEqual({ found: 'damaged' });
  });
  test('a newer version is left alone', () => {
    expect(readSaved('{"version":99}')).toEqual({ found: 'newer' });
  });
  test('turns that are no game make resuming fail', () => {
    const { session } = openTab(new MemoryStore());
    expect(() => session.resume({ ...GAME, turns: ['a1-a2'] }, true)).toThrow();
    expect(session.state).toBeNull();
  });
  test('a draft that is none costs the draft alone', () => {
    const { session } = openTab(new MemoryStore());
    session.resume({ ...GAME, draft: 'a1-i5A' }, true);
    expect([session.state?.turns.length, session.state?.notice]).toEqual([1, 'draft-lost']);
  });
});

describe('settings', () => {
  test.each(['', 'null', '7', '{"theme":"pink","level":99,"sound":"loud","rules":"x=y"}'])('%s gives the defaults', (text) => {
    expect(readSettings(text)).toEqual(DEFAULT_SETTINGS);
  });
  test('keep what is good beside what is not', () => {
    expect(readSettings('{"theme":"dark","level":"8"}')).toEqual({ ...DEFAULT_SETTINGS, theme: 'dark' });
  });
  test('are written and told', () => {
    const store = new MemoryStore();
    const settings = new SettingsStore(store);
    let told = 0;
    settings.subscribe(() => told++);
    settings.change({ material: 'granite' });
    expect([told, readSettings(store.read(SETTINGS_KEY)).material]).toEqual([1, 'granite']);
  });
});

test('rule options read as they are written', () => {
  const choice = { chain: 'mandatory', firstTurn: 'single', blocked: 'draw', quietLimit: 0, repetition: 5, vela: 'black', velaFirst: 'giver' } as const;
  expect(rulesText(choice)).toBe('chain=mandatory,first-turn=single,blocked=draw,quiet-limit=0,repetition=5,vela=black,vela-first=giver');
  expect(readRules(rulesText(choice))).toEqual(choice);
  expect([rulesText(STANDARD_RULES), readRules('')]).toEqual(['', STANDARD_RULES]);
  for (const bad of ['chain', 'repetition=1', 'repetition=6', 'quiet-limit=1001', 'quiet-limit=-1', 'x=1', ',']) {
    expect(readRules(bad), bad).toBeNull();
  }
});

test('addresses', () => {
  expect(readRoute('')).toEqual({ page: 'home' });
  expect(readRoute('#/play')).toEqual({ page: 'play' });
  expect(readRoute('#/rules/3.1')).toEqual({ page: 'rules', clause: '3.1' });
  expect(readRoute('#/rules/<script>')).toEqual({ page: 'rules', clause: null });
  expect(readRoute('#/nothing')).toEqual({ page: 'home' });
});

const LOOK = { variant: 'tsivy', flat: false, coordinates: true };

test('each width has its layout, and the board fits beside what is around it', () => {
  const sizes = [[1440, 900], [1200, 800], [1199, 800], [800, 900], [799, 900], [500, 800], [499, 800], [390, 844], [360, 640], [359, 640], [320, 568], [844, 390]] as const;
  expect(sizes.map(([width, height]) => layoutFor(width, height))).toEqual([
    'wide', 'wide', 'medium', 'medium', 'drawer', 'drawer', 'phone', 'phone', 'phone', 'tiny', 'tiny', 'low',
  ]);
  for (const [width, height] of sizes) {
    const { boardPx } = frameFor(width, height, LOOK);
    expect(boardPx, `${width}x${height}`).toBeGreaterThan(100);
    expect(boardPx, `${width}x${height}`).toBeLessThan(width);
  }
  expect(frameFor(390, 844, LOOK)).toMatchObject({ upright: true, boardPx: 352 });
  expect(frameFor(390, 844, { ...LOOK, flat: true }).upright).toBe(false);
  expect(frameFor(390, 844, { ...LOOK, variant: 'dimy' }).upright).toBe(false);
});

test('the board of telo is no giant, and its trays have their room at every size', () => {
  const sizes: [number, number][] = [[1920, 1080], [1440, 900], [1024, 768], [768, 1024], [500, 900], [390, 844], [360, 640], [320, 568], [844, 390]];
  const around = { wide: [436, 336], medium: [56, 336], drawer: [32, 300], phone: [38, 203], tiny: [64, 101], low: [288, 16] } as const;
  for (const [width, height] of sizes) {
    const { layout, boardPx, trays, trayPx } = frameFor(width, height, { ...LOOK, variant: 'telo' });
    const [beside, above] = around[layout];
    const across = boardPx + (trays === 'sides' ? 2 * trayPx : 0);
    const down = boardPx * 0.9 + (trays === 'ends' ? 2 * trayPx : 0);
    expect(boardPx, `${width}x${height}`).toBeGreaterThan(170);
    expect(boardPx, `${width}x${height}`).toBeLessThan(460);
    expect(across, `${width}x${height}`).toBeLessThanOrEqual(width - beside + 2);
    expect(down, `${width}x${height}`).toBeLessThanOrEqual(height - above + 2);
  }
  expect(frameFor(1440, 900, { ...LOOK, variant: 'telo' }).trays).toBe('sides');
  expect(frameFor(390, 844, { ...LOOK, variant: 'telo' }).trays).toBe('ends');
});
