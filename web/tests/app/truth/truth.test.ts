/* What endgame tables know, beside the board and on it. */

import { afterEach, describe, expect, it, vi } from 'vitest';
import type { GameSetup } from '../../../src/app/game/setup';
import { scene } from '../../../src/app/game/marks';
import { Session } from '../../../src/app/session';
import { GameStore } from '../../../src/app/store/saved';
import { truthNow, truthsOn } from '../../../src/app/truth/board';
import type { Standing } from '../../../src/app/truth/finder';
import { Absent, ANSWER_WAIT_MS, fetchJson } from '../../../src/app/truth/answers';
import { Finder, tablesAddress } from '../../../src/app/truth/finder';
import { follow, questionOf } from '../../../src/app/truth/follower';
import { beginsWith, pointTruths, positionText, turnsFrom, turnText } from '../../../src/app/truth/words';
import type { Setup, Truths } from '../../../src/core/types';
import { useCatalogue } from '../../../src/i18n';
import { en } from '../../../src/i18n/en';
import { newRules } from '../../core/support';
import { COMPUTER, FRIEND, point } from '../support';
import { comes } from '../../patience';

useCatalogue('en', en);

const FEW: Required<Setup> = { variant: 'tsivy', rules: '', position: '9/4B4/9/9/3WW4 w 0 1' };
const VALUES: Truths = {
  value: 'win', metric: 'values',
  turns: [{ turn: 'd1-d2', value: 'win' }, { turn: 'e1-f2', value: 'win' }, { turn: 'e1-f1', value: 'draw' }, { turn: 'e1-e2', value: 'loss' }],
};
const EXACT: Truths = {
  value: 'win', distance: 7, limited: 'win', limitedDistance: 7, metric: 'dtc',
  turns: [
    { turn: 'd1-d2', value: 'win', distance: 7, limited: 'win', limitedDistance: 7 },
    { turn: 'e1-f2', value: 'win', distance: 13, limited: 'draw' },
    { turn: 'e1-f1', value: 'draw', limited: 'draw' },
    { turn: 'e1-e2', value: 'loss', distance: 2, limited: 'loss', limitedDistance: 2 },
  ],
};
const SERVER = { tables: [{ variant: 'tsivy', rules: '', stones: 7, metric: 'dtc' }] };

describe('in words', () => {
  it('a turn, for who makes it', () => {
    expect(EXACT.turns.map((turn) => turnText(turn, 'dtc'))).toEqual([
      'win · capture in 7 turns', 'won, but the quiet limit comes first', 'draw', 'loss · capture in 2 turns',
    ]);
    expect(turnText({ turn: 'a1-a2A', value: 'loss', distance: 1 }, 'dtw')).toBe('loss · end in 1 turn');
    expect(turnText({ turn: 'a1-a2A', value: 'loss', distance: 1 }, 'dtc')).toBe('loss');
    expect(turnText({ turn: 'a1-a2', value: 'loss', distance: 40, limited: 'draw' }, 'dtc')).toBe('lost, but the quiet limit comes first');
    expect(turnText({ turn: 'a1-a2', value: 'win' }, 'values')).toBe('win');
    // The way that keeps within the limit may be another one than the shortest.
    expect(turnText({ turn: 'a1-a2', value: 'win', distance: 3, limited: 'win', limitedDistance: 9 }, 'dtc')).toBe('win · capture in 9 turns');
  });

  it('a position, by colour', () => {
    expect(positionText(EXACT, 'white')).toBe('White wins · capture in 7 turns');
    expect(positionText({ ...EXACT, value: 'loss', limited: 'loss' }, 'white')).toBe('Black wins · capture in 7 turns');
    expect(positionText({ ...EXACT, limited: 'draw' }, 'black')).toBe('Black would win, but the quiet limit comes first');
    expect(positionText({ ...EXACT, value: 'loss', limited: 'draw' }, 'black')).toBe('White would win, but the quiet limit comes first');
    expect(positionText({ ...VALUES, value: 'draw' }, 'black')).toBe('Draw');
  });
});

describe('on the board', () => {
  const CHAIN: Truths['turns'] = [
    { turn: 'f2-e3W-f4A-g3A', value: 'win' }, { turn: 'f2-e3W', value: 'draw' }, { turn: 'f2-e3W-f4A', value: 'loss' },
    { turn: 'f2-g2A', value: 'loss' }, { turn: 'a1-a2A', value: 'draw' },
  ];
  const making = (text: string, from: string | null = null) => ({ text, from: from === null ? null : point(from), files: 9 });
  const told = (text: string, from: string | null = null) => [...pointTruths(CHAIN, making(text, from))].sort(([a], [b]) => a - b);

  it('stones wear the best they can do', () => {
    expect(told('')).toEqual([[point('a1'), 'draw'], [point('f2'), 'win']]);
  });

  it('then points the best that lies there, and the moving stone what stopping gives', () => {
    expect(told('', 'f2')).toEqual([[point('g2'), 'loss'], [point('e3'), 'win']]);
    expect(told('f2-e3W')).toEqual([[point('e3'), 'draw'], [point('f4'), 'win']]);
    expect(told('f2-e3W-f4A')).toEqual([[point('g3'), 'win'], [point('f4'), 'loss']]);
  });

  it('what the quiet limit takes away is no win', () => {
    expect([...pointTruths([{ turn: 'a1-a2', value: 'win', limited: 'draw' }], making(''))]).toEqual([[0, 'draw']]);
  });

  it('a point of two digits is not one of one', () => {
    expect([beginsWith('a1-a10', 'a1-a1'), beginsWith('a1-a1A-b2A', 'a1-a1'), beginsWith('a1-a1', 'a1-a1')]).toEqual([false, true, true]);
    expect(turnsFrom(CHAIN, making('f2-e3W-f4A'))).toHaveLength(2);
  });
});

describe('the finder', () => {
  const page = (truths: Truths | null | Error) => ({
    truths: vi.fn(() => (truths instanceof Error ? Promise.reject(truths) : Promise.resolve(truths))),
  });
  const find = async (finder: Finder, stones: number, setup = FEW): Promise<Standing[]> => {
    const told: Standing[] = [];
    await finder.find({ setup, stones }, (standing) => told.push(standing));
    return told;
  };
  const nowhere = (): Promise<never> => Promise.reject(new TypeError('no network'));
  const plainHost = (): Promise<never> => Promise.reject(new Absent('404'));

  it('takes the page’s tables where there is no server', async () => {
    for (const json of [nowhere, plainHost]) {
      expect(await find(new Finder(page(VALUES), json), 3)).toEqual([{ state: 'asking' }, { state: 'found', truths: VALUES, from: 'page' }]);
    }
  });

  it('takes the server’s where it has them: they know distances', async () => {
    const asked: string[] = [];
    const finder = new Finder(page(VALUES), (address) => {
      asked.push(address);
      return Promise.resolve(address.endsWith('/server') ? SERVER : EXACT);
    });
    expect((await find(finder, 3)).pop()).toEqual({ state: 'found', truths: EXACT, from: 'server' });
    expect((await find(finder, 7)).pop()).toEqual({ state: 'found', truths: EXACT, from: 'server' });
    expect(asked).toEqual(['./api/v1/server', tablesAddress(FEW), tablesAddress(FEW)]);
    expect(tablesAddress({ ...FEW, rules: 'quiet-limit=30' })).toBe('./api/v1/tables?fen=9%2F4B4%2F9%2F9%2F3WW4%20w%200%201&rules=quiet-limit%3D30');
  });

  it('does without the server when that fails', async () => {
    const finder = new Finder(page(VALUES), (address) => (address.endsWith('/server') ? Promise.resolve(SERVER) : plainHost()));
    expect((await find(finder, 3)).pop()).toEqual({ state: 'found', truths: VALUES, from: 'page' });
    expect((await find(finder, 7)).pop()).toEqual({ state: 'unknown', why: 'failed' });
  });

  it('says honestly that there are none, and why', async () => {
    const source = page(null);
    const finder = new Finder(source, plainHost);
    expect(await find(finder, 8)).toEqual([{ state: 'asking' }, { state: 'unknown', why: 'stones' }]);
    expect(await find(finder, 9)).toEqual([{ state: 'none' }]);
    expect((await find(finder, 3, { ...FEW, rules: 'blocked=draw' })).pop()).toEqual({ state: 'unknown', why: 'rules' });
    expect((await find(finder, 3, { ...FEW, variant: '7x3' })).pop()).toEqual({ state: 'unknown', why: 'rules' });
    expect(source.truths).not.toHaveBeenCalled();
    expect((await find(new Finder(page(new Error('no network')), nowhere), 3)).pop()).toEqual({ state: 'unknown', why: 'failed' });
  });

  it('asks about the server again after the network was gone', async () => {
    let network = false;
    const finder = new Finder(page(VALUES), (address) => (!network ? nowhere() : Promise.resolve(address.endsWith('/server') ? SERVER : EXACT)));
    expect((await find(finder, 3)).pop()).toMatchObject({ from: 'page' });
    network = true;
    expect((await find(finder, 3)).pop()).toMatchObject({ from: 'server' });
  });

  it('asks again a server that could not answer, and a plain host no more', async () => {
    for (const [error, times] of [[new Error('503'), 2], [new Absent('404'), 1]] as const) {
      const json = vi.fn(() => Promise.reject(error));
      const finder = new Finder(page(VALUES), json);
      await find(finder, 3);
      expect((await find(finder, 3)).pop()).toMatchObject({ from: 'page' });
      expect(json).toHaveBeenCalledTimes(times);
    }
  });

  it('takes nothing from a server that is out of order', async () => {
    const nonsense = [null, 7, {}, [], { tables: 3 }, { ...EXACT, turns: undefined }, { ...EXACT, value: 'maybe' }, { ...EXACT, turns: [null] },
      { ...EXACT, turns: [{ turn: '<b>', value: 'win' }] }, { ...EXACT, distance: 'far' }, { ...EXACT, metric: 1 }];
    for (const answer of nonsense) {
      const finder = new Finder(page(VALUES), (address) => Promise.resolve(address.endsWith('/server') ? SERVER : answer));
      expect((await find(finder, 3)).pop(), JSON.stringify(answer)).toMatchObject({ state: 'found', from: 'page' });
    }
    for (const about of [null, 7, [], { tables: [null, 3, {}] }]) {
      expect((await find(new Finder(page(VALUES), () => Promise.resolve(about)), 3)).pop(), JSON.stringify(about)).toMatchObject({ from: 'page' });
    }
  });

  it('has more stones of the small board', async () => {
    const dimy = { ...FEW, variant: 'dimy', position: '2B2/2B2/5/1W3/WWWW1 w 0 1' };
    expect((await find(new Finder(page(VALUES), plainHost), 7, dimy)).pop()).toMatchObject({ state: 'found', from: 'page' });
    expect((await find(new Finder(page(VALUES), plainHost), 8, dimy)).pop()).toEqual({ state: 'unknown', why: 'stones' });
  });
});

describe('the answer of a server', () => {
  afterEach(() => void (vi.useRealTimers(), vi.unstubAllGlobals()));
  const answers = (body: string, status: number) => vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })));

  it('is JSON; what is not there, or is a page for whatever is asked, is absent', async () => {
    answers('{"a":1}', 200);
    expect(await fetchJson('there')).toEqual({ a: 1 });
    for (const [body, status] of [['', 404], ['<!doctype html>', 200]] as const) {
      answers(body, status);
      await expect(fetchJson('there')).rejects.toBeInstanceOf(Absent);
    }
    answers('', 503);
    const busy = fetchJson('there');
    await expect(busy).rejects.toThrow('503');
    await expect(busy).rejects.not.toBeInstanceOf(Absent);
  });

  it('is not waited for without end', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new DOMException('late', 'AbortError')))));
    const late = expect(fetchJson('there')).rejects.toThrow('late');
    await vi.advanceTimersByTimeAsync(ANSWER_WAIT_MS + 1);
    await late;
  });
});

describe('beside a game', () => {
  afterEach(() => void vi.restoreAllMocks());

  async function game(setup: GameSetup, truths: Truths | null = VALUES) {
    const rules = await newRules();
    const source = { truths: vi.fn(() => Promise.resolve(truths)) };
    const session = new Session({
      rules, engine: () => { throw new Error('nobody searches'); }, tables: () => source,
      store: new GameStore({ read: () => null, write: () => true, remove: () => undefined }, () => 's'),
      say: () => undefined, sound: () => undefined, taught: () => undefined,
      evaluates: () => false, analyses: () => false, pause: () => Promise.resolve(), now: () => 0,
    });
    const listeners = new Set<() => void>();
    const settings = {
      truths: true,
      get: () => ({ truths: settings.truths }),
      change: (part: { truths: boolean }) => { settings.truths = part.truths; listeners.forEach((listener) => listener()); },
      subscribe: (listener: () => void) => { listeners.add(listener); return () => void listeners.delete(listener); },
    };
    session.begin(setup, true);
    follow(session, settings, new Finder(session.tables, () => Promise.reject(new Error('404'))));
    await comes(() => expect(session.truth?.standing.state).not.toBe('asking'));
    return { session, source, settings };
  }
  const marksOf = (session: Session) => scene(session.state!, session.rules, undefined, truthsOn(session, session.state!)).marks.truths;
  const few = (mode: GameSetup['mode'], more: Partial<GameSetup> = {}): GameSetup => ({ ...FRIEND, mode, position: FEW.position, ...more });

  it('an analysis is told at once, on the board and in words', async () => {
    const { session, source, settings } = await game(few('analysis'));
    expect(source.truths).toHaveBeenCalledWith(FEW);
    expect(truthNow(session, session.state!)).toBe('White wins');
    expect(marksOf(session)).toEqual([{ point: point('d1'), value: 'win' }, { point: point('e1'), value: 'win' }]);
    session.dispatch({ type: 'point', point: point('e1') });
    expect(marksOf(session)).toEqual([
      { point: point('f2'), value: 'win' }, { point: point('f1'), value: 'draw' }, { point: point('e2'), value: 'loss' },
    ]);
    session.truth!.switchTo(false);
    expect([settings.truths, truthNow(session, session.state!), marksOf(session)]).toEqual([false, '', undefined]);
  });

  it('each position is asked about once', async () => {
    const { session, source } = await game(few('analysis'));
    session.dispatch({ type: 'point', point: point('e1') });
    session.dispatch({ type: 'typed', text: 'd1-d2' });
    await comes(() => expect(source.truths).toHaveBeenCalledTimes(2));
    expect(source.truths).toHaveBeenLastCalledWith({ ...FEW, position: '9/4B4/9/3W5/4W4 b 1 1' });
  });

  it('what was asked before a turn and its taking back tells nothing any more', async () => {
    const { session, source } = await game(few('analysis'));
    let fail = (_: Error): void => undefined;
    source.truths.mockImplementationOnce(() => Promise.resolve(VALUES)).mockImplementationOnce(() => new Promise((_, reject) => (fail = reject)));
    session.dispatch({ type: 'typed', text: 'd1-d2' });
    await comes(() => expect(source.truths).toHaveBeenCalledTimes(2));
    session.dispatch({ type: 'take-back' });
    await comes(() => expect(source.truths).toHaveBeenCalledTimes(3));
    session.dispatch({ type: 'typed', text: 'd1-d2' });
    session.dispatch({ type: 'take-back' });
    await comes(() => expect(session.truth?.standing.state).toBe('found'));
    fail(new Error('too late'));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(session.truth?.standing.state).toBe('found');
  });

  it('against the computer it is offered, for one game', async () => {
    const setup = few('computer', { ...COMPUTER, position: FEW.position });
    const { session } = await game(setup);
    expect([session.truth?.standing.state, session.truth?.on, marksOf(session)]).toEqual(['found', false, undefined]);
    session.truth!.switchTo(true);
    expect([session.truth?.on, truthNow(session, session.state!)]).toEqual([true, 'White wins']);
    session.begin({ ...setup }, true);
    expect(session.truth?.on).toBe(false);
  });

  it('against a person it is there without a clock and not with one', async () => {
    expect((await game(few('friend'))).session.truth).toMatchObject({ on: false, standing: { state: 'found' } });
    const { session, source } = await game(few('friend', { clock: '10+5' }));
    expect([session.mayAskTables, session.truth?.standing.state, source.truths.mock.calls.length]).toEqual([false, 'none', 0]);
  });

  it('many stones, telo and vela ask nothing', async () => {
    for (const setup of [FRIEND, { ...FRIEND, variant: 'telo' }, { ...FRIEND, rules: 'vela=white' }]) {
      const { session, source } = await game(setup);
      expect([session.mayAskTables, source.truths.mock.calls.length]).toEqual([false, 0]);
    }
  });

  it('a question names what the answer depends on', async () => {
    const { session } = await game(few('analysis', { rules: 'quiet-limit=30' }));
    expect(questionOf(session.state!.view)).toEqual({ setup: { ...FEW, rules: 'quiet-limit=30' }, stones: 3 });
  });
});
