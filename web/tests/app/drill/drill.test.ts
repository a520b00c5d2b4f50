/* Telo noho dimy: what its tasks are, who defends, who judges. */

import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { bestDefence, Drill, inTime, isKept, isSolved, TABLES_WAIT_MS } from '../../../src/app/drill/drill';
import { noteSolved, solvedTasks } from '../../../src/app/drill/solved';
import type { Task } from '../../../src/app/drill/tasks';
import { setupOf, TASKS, taskOf } from '../../../src/app/drill/tasks';
import { analyse, rematch } from '../../../src/app/play/rematch';
import { Session } from '../../../src/app/session';
import { GameStore, readSetup } from '../../../src/app/store/saved';
import { Finder } from '../../../src/app/truth/finder';
import type { Answer, Truths } from '../../../src/core/types';
import { useCatalogue } from '../../../src/i18n';
import { en } from '../../../src/i18n/en';
import { newRules } from '../../core/support';
import { comes } from '../../patience';

beforeAll(() => useCatalogue('en', en));
afterEach(() => void vi.restoreAllMocks());

const count = (position: string, stone: string): number => [...position.split(' ')[0]!].filter((each) => each === stone).length;

describe('the tasks', () => {
  it('are three against five, White to move, each of its own', async () => {
    const rules = await newRules();
    for (const task of TASKS) {
      const [own, others] = [count(task.position, 'W'), count(task.position, 'B')];
      expect([own, others], task.id).toEqual(task.aim === 'win' ? [5, 3] : [3, 5]);
      const view = rules.open(setupOf(task, 1));
      expect(view, task.id).toMatchObject({ side: task.side, outcome: { result: 'ongoing' } });
      // A win that could be taken at once would be none to look for.
      if (task.aim === 'win') expect([view.mustCapture, (task.plies ?? 0) > 1], task.id).toEqual([false, true]);
    }
    expect(new Set(TASKS.map(({ id }) => id)).size).toBe(TASKS.length);
    expect(new Set(TASKS.map(({ position }) => position)).size).toBe(TASKS.length);
    expect([TASKS.filter(({ aim }) => aim === 'win').length > 3, TASKS.filter(({ aim }) => aim === 'hold').length > 3]).toEqual([true, true]);
  });

  it('come back from the store as what they are', () => {
    const setup = setupOf(TASKS[0]!, 7);
    expect(readSetup(JSON.parse(JSON.stringify(setup)))).toEqual(setup);
    expect(readSetup({ ...setup, drill: 'x'.repeat(100) })).toBeNull();
    expect(readSetup({ ...setup, drill: 3 })).toBeNull();
    expect(taskOf('win-1')).toBe(TASKS[0]);
    expect([taskOf('nothing'), taskOf(undefined)]).toEqual([undefined, undefined]);
  });

  it('that are solved are remembered', () => {
    let kept = '';
    const store = { read: () => kept, write: (_: string, text: string) => { kept = text; return true; } };
    noteSolved('win-1', store);
    noteSolved('hold-2', store);
    noteSolved('win-1', store);
    expect([...solvedTasks(store)]).toEqual(['win-1', 'hold-2']);
    expect(solvedTasks({ read: () => 'x '.repeat(9999) }).size).toBe(0);
  });
});

describe('judging', () => {
  it('a win must stay won, a hold must not be lost', () => {
    expect(['win', 'draw', 'loss'].map((theirs) => isKept({ aim: 'win' }, theirs as 'win'))).toEqual([false, false, true]);
    expect(['win', 'draw', 'loss'].map((theirs) => isKept({ aim: 'hold' }, theirs as 'win'))).toEqual([false, true, true]);
  });

  it('what the quiet limit of the task forestalls decides nothing', () => {
    const at = (quiet: number, quietLimit: number) => inTime({ value: 'win', distance: 8 }, { quiet, quietLimit });
    expect([at(12, 20), at(13, 20), at(99, 0)]).toEqual(['win', 'draw', 'win']);
    expect(inTime({ value: 'win', distance: 8, limited: 'win' }, { quiet: 45, quietLimit: 50 })).toBe('win');
    expect(inTime({ value: 'loss' }, { quiet: 3, quietLimit: 20 })).toBe('loss');
  });

  it('what counts in the end is the result', () => {
    const ended = (result: 'white' | 'black' | 'draw', reason = 'quiet') => ({ view: { outcome: { result, reason } } }) as unknown as Parameters<typeof isSolved>[1];
    const solved = (aim: Task['aim']) => (['white', 'draw', 'black'] as const).map((result) => isSolved({ aim, side: 'white' }, ended(result)));
    expect([solved('win'), solved('hold')]).toEqual([[true, false, false], [true, true, false]]);
    expect(isSolved({ aim: 'hold', side: 'white' }, ended('draw', 'agreement'))).toBe(false);
  });

  it('the best defence is one of the turns that are best, by lot', () => {
    const turns = [
      { turn: 'a', value: 'loss', distance: 9 }, { turn: 'b', value: 'loss', distance: 9 }, { turn: 'c', value: 'loss', distance: 3 },
    ] as const;
    expect([0, 1, 2].map((seed) => bestDefence({ turns }, seed))).toEqual(['a', 'b', 'a']);
    expect(bestDefence({ turns: [] }, 1)).toBeNull();
  });
});

describe('a task on the board', () => {
  const WIN: Task = { id: TASKS[0]!.id, aim: 'win', position: '9/4B4/9/9/3WW4 w 0 1', side: 'white' };
  const ENGINES = 'e4-d4';

  async function play(truths: ((position: string) => Truths | null) | null, task = WIN) {
    const rules = await newRules();
    const search = vi.fn(() => Promise.resolve({ turn: ENGINES, lines: [], depth: 1, nodes: 1, elapsedMs: 1, stopped: false } as Answer));
    const heard: string[] = [];
    const session = new Session({
      rules, engine: () => ({ search, stop: () => undefined, close: () => undefined }),
      store: new GameStore({ read: () => null, write: () => true, remove: () => undefined }, () => 's'),
      say: (text) => heard.push(text), sound: () => undefined, taught: () => undefined,
      evaluates: () => true, analyses: () => true, pause: () => Promise.resolve(), now: () => 0,
    });
    const noted: string[] = [];
    const finder = new Finder(session.tables, (address) => {
      if (!truths) return Promise.reject(new TypeError('no network'));
      if (address.endsWith('/server')) return Promise.resolve({ tables: [{ variant: 'tsivy', rules: '', stones: 8 }] });
      const found = truths(new URL(address, 'http://host/').searchParams.get('fen')!);
      return found ? Promise.resolve(found) : Promise.reject(new Error('404'));
    });
    session.begin(setupOf(task, 0), true);
    const drill = new Drill(session, task, finder, (id) => noted.push(id));
    const move = (text: string): void => {
      session.dispatch({ type: 'typed', text });
      if (session.state?.animating != null) session.dispatch({ type: 'animation-end', id: session.state.animating });
    };
    const answered = (turns: number) => comes(() => {
      if (session.state?.animating != null) session.dispatch({ type: 'animation-end', id: session.state.animating });
      expect(session.state?.turns.length).toBe(turns);
    });
    return { session, drill, search, noted, heard, move, answered, finder };
  }
  const reply = (value: 'win' | 'draw' | 'loss', turn: string): Truths => ({ value, distance: 6, metric: 'dtc', turns: [{ turn, value, distance: 6 }] });

  it('tables defend and judge: what lets the win slip is told, and can be taken back', async () => {
    const { session, drill, search, move, answered } = await play((position) =>
      position.startsWith('9/4B4/9/4W4') ? reply('win', 'e4-e3A') : reply('loss', 'e4-e5'));
    expect(drill.message()).toMatchObject({ title: 'Win with the five', sub: 'White is yours. It can be done.' });
    move('e1-e2');
    await answered(2);
    expect(session.state!.turns[1]!.text).toBe('e4-e3A');
    expect(drill.message()).toMatchObject({ tone: 'notice', title: 'e1-e2 lets the win slip' });
    drill.actions().find(({ kind }) => kind === 'main')!.act();
    expect([session.state!.turns.length, drill.message().title]).toEqual([0, 'Win with the five']);
    move('d1-d2');
    await answered(2);
    expect([session.state!.turns[1]!.text, drill.message().sub]).toEqual(['e4-e5', 'Tables defend and judge.']);
    expect(search).not.toHaveBeenCalled();
  });

  it('what one turn gave away no later one does; it is said with the answer, once', async () => {
    const { session, drill, heard, move, answered } = await play((position) =>
      position.includes(' b ') ? reply('win', position.startsWith('9/4B4') ? 'e4-d4' : 'd4-e4') : reply('loss', 'd1-d2'));
    move('e1-f1');
    await answered(2);
    expect(heard.pop()).toBe('Black e4 to d4, takes none. e1-f1 lets the win slip. Take it back, or play on.');
    move('f1-e1');
    await answered(4);
    expect([drill.message().title, heard.pop()]).toEqual(['e1-f1 lets the win slip', 'Black d4 to e4, takes none']);
    session.dispatch({ type: 'take-back' });
    expect([session.state!.turns.length, drill.message().title]).toEqual([2, 'e1-f1 lets the win slip']);
    session.dispatch({ type: 'take-back' });
    expect(drill.message()).toMatchObject({ title: 'Win with the five', sub: 'Tables defend and judge.' });
  });

  it('a game gone on with is judged where it stands, and again when turns are taken back', async () => {
    const { session, move, answered, finder } = await play((position) =>
      position.includes(' b ') ? reply('win', position.startsWith('9/4B4') ? 'e4-d4' : 'd4-e4') : reply('draw', 'd1-d2'));
    move('e1-f1');
    await answered(2);
    move('f1-e1');
    await answered(4);
    session.setExercise(null);
    const resumed = new Drill(session, WIN, finder, () => undefined);
    expect(resumed.message().sub).toBe('');
    await comes(() => expect(resumed.message()).toMatchObject({ tone: 'notice', title: 'There is no win here any more' }));
    session.dispatch({ type: 'take-back' });
    await comes(() => expect(resumed.message().title).toBe('There is no win here any more'));
    session.dispatch({ type: 'take-back' });
    expect(resumed.message()).toMatchObject({ title: 'Win with the five', sub: 'Tables defend and judge.' });
  });

  it('without tables the engine defends at full strength, and that is told', async () => {
    const { session, drill, search, move, answered } = await play(null);
    move('d1-d2');
    await answered(2);
    expect(session.state!.turns[1]!.text).toBe(ENGINES);
    expect(search).toHaveBeenCalledWith(expect.objectContaining({ level: 8 }), undefined);
    expect(drill.message()).toMatchObject({ title: 'Win with the five', sub: 'No tables here: the engine defends, the end judges.' });
  });

  it('tables that never answer keep the defence no longer than a while', async () => {
    const { session, search, move, answered } = await play(null);
    vi.spyOn(Finder.prototype, 'find').mockImplementation(() => new Promise(() => undefined));
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    move('d1-d2');
    await vi.advanceTimersByTimeAsync(TABLES_WAIT_MS + 1);
    vi.useRealTimers();
    await answered(2);
    expect([search.mock.calls.length, session.state!.turns[1]!.text]).toEqual([1, ENGINES]);
  });

  it('a turn taken back while the tables are asked is answered by nobody', async () => {
    let answer = (_: unknown): void => undefined;
    const { session, search, move } = await play(() => reply('loss', 'e4-e5'));
    const asked = vi.spyOn(Finder.prototype, 'find').mockImplementation(() => new Promise((resolve) => { answer = () => resolve(); }));
    move('d1-d2');
    await comes(() => expect(asked).toHaveBeenCalled());
    session.dispatch({ type: 'take-back' });
    answer(null);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect([session.state!.turns.length, search.mock.calls.length]).toEqual([0, 0]);
  });

  it('nobody helps meanwhile, and the game is told to be the drill’s', async () => {
    const { session } = await play(null);
    expect([session.mayAskTables, session.exercise !== null]).toEqual([false, true]);
    expect(session.state!.setup.drill).toBe(WIN.id);
  });

  it('a win is noted; another game ends the drill', async () => {
    const { session, drill, noted, move } = await play(null, { ...WIN, position: '9/9/9/3W5/3WB4 w 0 1' });
    const taking = session.rules.draft('').open.find(({ taken }) => taken.length === 1);
    expect(taking).toBeDefined();
    const name = (point: number): string => `${'abcdefghi'[point % 9]}${Math.floor(point / 9) + 1}`;
    move(`${name(taking!.from)}-${name(taking!.to)}${taking!.kind === 'approach' ? 'A' : 'W'}`);
    expect(session.state!.view.outcome.result).toBe('white');
    expect([drill.message().title, noted]).toEqual(['Solved', [WIN.id]]);
    expect(drill.actions().map(({ label }) => label)).toEqual(['End', 'Next']);
    rematch(session);
    expect([session.exercise, session.state!.setup.drill]).toEqual([null, undefined]);
  });

  it('an analysis of it is no drill', async () => {
    const { session } = await play(null);
    analyse(session);
    expect(session.state!.setup).toMatchObject({ mode: 'analysis' });
    expect(session.state!.setup.drill).toBeUndefined();
  });
});
