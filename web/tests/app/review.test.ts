/* The review of a game: what is looked at and in what order, which turns get a mark, and learning from them. */

import { beforeEach, describe, expect, test } from 'vitest';
import type { Answer, Engine, Job, Side } from '../../src/core/types';
import { target } from '../../src/app/review/Curve';
import { Learning, lessons } from '../../src/app/review/learn';
import type { Known, Made, Plies } from '../../src/app/review/marks';
import {
  areaPath, carryOver, COSTS, costAt, curvePoints, linePath, markAt, markedPlies, markOf, nextTask, plyAt,
} from '../../src/app/review/marks';
import { GameReview } from '../../src/app/review/review';
import { Reviewer } from '../../src/app/review/reviewer';
import type { ReviewShelf } from '../../src/app/review/shelf';
import { readPlies } from '../../src/app/review/shelf';
import { Session } from '../../src/app/session';
import { GameStore } from '../../src/app/store/saved';
import { useCatalogue } from '../../src/i18n';
import { en } from '../../src/i18n/en';
import { PlainRules } from './plainRules';
import { FRIEND } from './support';

const known = (chance: number, best: string | null = 'x', held?: number): Known => ({ chance, endsIn: null, best, ...(held === undefined ? {} : { held }) });
const made = (...texts: string[]): Made[] => texts.map((text, ply) => ({ text, side: ply % 2 === 0 ? 'white' : 'black' }));

beforeEach(() => useCatalogue('en', en));

describe('marks', () => {
  test('a turn costs what its side has lost, and the best one nothing', () => {
    const plies = [known(600), known(350), known(900)];
    expect(costAt(plies, 0, made('a', 'b'))).toBe(250);
    expect(costAt(plies, 1, made('a', 'b'))).toBe(550);
    expect(costAt(plies, 1, made('a', 'x'))).toBe(0);
    expect(costAt([known(600), null], 0, made('a'))).toBeNull();
    expect(costAt([known(600, 'x', 400), known(350)], 0, made('a'))).toBe(50);
  });

  test('only what changed the game gets one', () => {
    expect([-50, 0, 99, 100, 199, 200, 299, 300, 1000].map(markOf)).toEqual([
      null, null, null, 'doubtful', 'doubtful', 'mistake', 'mistake', 'blunder', 'blunder',
    ]);
    expect(COSTS.doubtful).toBeGreaterThan(0);
  });

  test('it stands only once the better turn was looked at too', () => {
    const turns = made('a', 'b');
    const plies: Plies = [known(600), known(200), known(200)];
    expect(markAt(plies, 0, turns)).toBeNull();
    const checked: Plies = [known(600, 'x', 580), known(200), known(200)];
    expect(markAt(checked, 0, turns)).toBe('blunder');
    expect(markedPlies(checked, turns)).toEqual([0]);
    // The first look was wrong about the turn it wanted.
    expect(markAt([known(600, 'x', 250), known(200), known(200)], 0, turns)).toBeNull();
  });

  test('a win thrown away to a draw is a blunder, one that takes longer is none', () => {
    const won = { chance: 1000, endsIn: 5, best: 'x', held: 1000 };
    expect(markAt([won, known(500)], 0, made('a'))).toBe('blunder');
    expect(markAt([won, { chance: 1000, endsIn: 9, best: null }], 0, made('a'))).toBeNull();
    expect(markAt([won, known(960)], 0, made('a'))).toBeNull();
  });
});

describe('what is looked at', () => {
  test('every position from the end to the start, then the better turns', () => {
    const turns = made('a', 'b');
    const plies: (Known | null)[] = [null, null, null];
    const order: string[] = [];
    for (let task = nextTask(plies, turns); task; task = nextTask(plies, turns)) {
      order.push(`${task.type} ${task.ply}`);
      plies[task.ply] = task.type === 'look' ? known([900, 100, 100][task.ply] ?? 0) : { ...plies[task.ply]!, held: 900 };
    }
    expect(order).toEqual(['look 2', 'look 1', 'look 0', 'check 0']);
  });

  test('what is the same in another game is not looked at again', () => {
    const plies = [known(1), known(2), known(3), known(4)];
    expect(carryOver(plies, made('a', 'b', 'c'), made('a', 'b', 'd', 'e'))).toEqual([known(1), known(2), known(3), null, null]);
    expect(carryOver([], [], made('a'))).toEqual([null, null]);
  });

  test('what was kept is believed only if it is whole', () => {
    const plies = [known(600, 'x', 500), null, { chance: 0, endsIn: 3, best: null }];
    const kept = { key: 'k', version: 1, used: 1, plies };
    expect(readPlies(kept, 2)).toEqual(plies);
    for (const bad of [null, 'x', {}, { ...kept, version: 2 }, { ...kept, plies: 'x' }, { ...kept, plies: [{ chance: 1001, endsIn: null, best: null }, null, null] },
      { ...kept, plies: [null, null, { chance: 1, endsIn: -1, best: null }] }, { ...kept, plies: [null, null, { chance: 1, endsIn: null, best: 5 }] },
      { ...kept, plies: [null, null, { chance: 1, endsIn: null, best: null, held: 'x' }] }]) expect(readPlies(bad, 2)).toBeNull();
    expect(readPlies(kept, 3)).toBeNull();
  });
});

describe('the curve', () => {
  test('runs where something is known, White’s win at the top', () => {
    const runs = curvePoints([known(1000), known(500), null, known(0), known(250)], 400, 100);
    expect(runs.map((run) => run.map(({ ply, x, y }) => [ply, x, y]))).toEqual([[[0, 0, 0], [1, 100, 50]], [[3, 300, 100], [4, 400, 75]]]);
    expect(linePath(runs[0]!)).toBe('M0 0L100 50');
    expect(areaPath(runs[1]!, 100)).toBe('M300 100L400 75L400 50L300 50Z');
    expect([curvePoints([], 400, 100), curvePoints([known(500)], 400, 100), areaPath([], 100)]).toEqual([[], [[{ ply: 0, x: 0, y: 50 }]], '']);
  });

  test('a tap goes to the nearest turn, keys a turn or a mark on', () => {
    expect([-1, 0, 0.24, 0.26, 1, 2].map((part) => plyAt(part, 2))).toEqual([0, 0, 0, 1, 2, 2]);
    const press = (key: string, at: number): number | null => target(key, at, 10, [2, 6]);
    expect([press('ArrowLeft', 0), press('ArrowRight', 10), press('Home', 4), press('End', 4)]).toEqual([0, 10, 0, 10]);
    expect([press('PageDown', 0), press('PageDown', 3), press('PageDown', 7), press('PageUp', 7), press('PageUp', 3)]).toEqual([3, 7, 7, 3, 3]);
    expect(press('a', 3)).toBeNull();
  });
});

/** White's chances by the turns that lead there; the turn to make there. */
type Values = Readonly<Record<string, readonly [number, string]>>;

class FakeEngine implements Engine {
  readonly asked: string[] = [];
  closed = 0;
  fails = false;
  constructor(private readonly values: Values) {}
  search({ turns }: Job): Promise<Answer> {
    const key = turns.join(' ');
    this.asked.push(key);
    if (this.fails) return Promise.reject(new Error('broken'));
    const [white, turn] = this.values[key] ?? [500, 'none'];
    const chance = turns.length % 2 === 0 ? white : 1000 - white;
    return Promise.resolve({ depth: 1, nodes: 1, elapsedMs: 1, turn, stopped: false, lines: [{ score: 0, chance, turns: [turn] }] });
  }
  stop(): void {}
  close(): void {
    this.closed += 1;
  }
}

const TURNS = ['d3-e3W', 'd4-d3A-c3W-d2A'];
/** Black's answer threw away most of its chances; d4-e3A would have kept them. */
const VALUES: Values = {
  '': [520, 'd3-e3W'], 'd3-e3W': [480, 'd4-d3A-c3W'], 'd3-e3W d4-d3A-c3W-d2A': [800, 'a1-a2'], 'd3-e3W d4-d3A-c3W': [500, 'x'],
};
const subject = { setup: { variant: 'tsivy', rules: '' }, made: made(...TURNS), end: null };

describe('the reviewer', () => {
  test('looks at everything, tells of it, and lets the engine go', async () => {
    const engine = new FakeEngine(VALUES);
    const told: number[] = [];
    const reviewer = new Reviewer(subject, [null, null, null], () => engine, () => told.push(reviewer.done));
    await reviewer.start();
    expect(engine.asked).toEqual(['d3-e3W d4-d3A-c3W-d2A', 'd3-e3W', '', 'd3-e3W d4-d3A-c3W']);
    expect(reviewer.plies).toEqual([known(520, 'd3-e3W'), known(480, 'd4-d3A-c3W', 500), known(800, 'a1-a2')]);
    expect([told, reviewer.standing, engine.closed]).toEqual([[0, 1, 2, 3, 3, 3], 'done', 1]);
  });

  test('stops at once, and goes on from what is known', async () => {
    const engine = new FakeEngine(VALUES);
    const reviewer = new Reviewer(subject, [null, null, null], () => engine, () => reviewer.done === 1 && reviewer.stop());
    await reviewer.start();
    expect([reviewer.standing, reviewer.done, engine.closed]).toEqual(['open', 1, 1]);
    const again = new Reviewer(subject, reviewer.plies, () => engine, () => undefined);
    await again.start();
    expect(engine.asked.filter((key) => key === 'd3-e3W d4-d3A-c3W-d2A')).toHaveLength(1);
    expect(again.standing).toBe('done');
  });

  test('an end needs no engine, and one that breaks is told', async () => {
    const engine = new FakeEngine(VALUES);
    engine.fails = true;
    const reviewer = new Reviewer({ ...subject, end: { chance: 1000, endsIn: null } }, [null, null, null], () => engine, () => undefined);
    expect(reviewer.plies[2]).toEqual({ chance: 1000, endsIn: null, best: null });
    await reviewer.start();
    expect([reviewer.standing, engine.asked]).toEqual(['failed', ['d3-e3W']]);
  });
});

class FakeShelf implements ReviewShelf {
  readonly kept = new Map<string, Plies>();
  read(key: string): Promise<Plies | null> {
    return Promise.resolve(this.kept.get(key) ?? null);
  }
  write(key: string, plies: Plies): Promise<void> {
    this.kept.set(key, [...plies]);
    return Promise.resolve();
  }
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

function open(values = VALUES): { session: Session; review: GameReview; shelf: FakeShelf; engine: FakeEngine; saved: () => { turns: string[]; ply: number } } {
  let text: string | null = null;
  const session = new Session({
    rules: new PlainRules(), engine: () => new FakeEngine({}),
    store: new GameStore({ read: () => text, write: (_, now) => ((text = now), true), remove: () => undefined }, () => 's'),
    say: () => undefined, sound: () => undefined, taught: () => undefined, evaluates: () => false, analyses: () => false,
    pause: () => Promise.resolve(), now: () => 0,
  });
  const engine = new FakeEngine(values);
  const shelf = new FakeShelf();
  session.begin({ ...FRIEND, mode: 'analysis' }, true, TURNS);
  const review = new GameReview(session, { shelf, engine: () => engine, rules: () => Promise.resolve(new PlainRules()), now: () => 0 });
  return { session, review, shelf, engine, saved: () => JSON.parse(text ?? '{}') };
}

describe('the review of the game that is open', () => {
  test('begins when it is asked to, is kept, and is there again with the game', async () => {
    const { session, review, shelf, engine } = open();
    await settle();
    expect(engine.asked).toEqual([]);
    review.start();
    await settle();
    expect(review.marked).toEqual([1]);
    expect(session.reviewed?.mark(1)).toBe('blunder');
    expect(shelf.kept.size).toBe(1);
    session.begin({ ...FRIEND, mode: 'analysis' }, true, ['d2-e3A']);
    await settle();
    expect([review.marked, review.current?.standing]).toEqual([[], 'open']);
    const before = engine.asked.length;
    session.begin({ ...FRIEND, mode: 'analysis' }, true, TURNS);
    await settle();
    expect([review.marked, review.current?.standing, engine.asked.length]).toEqual([[1], 'done', before]);
  });

  test('another turn keeps what came before it', async () => {
    const { session, review } = open();
    review.start();
    await settle();
    session.dispatch({ type: 'browse', ply: 1 });
    session.dispatch({ type: 'typed', text: 'd4-d3A-c3W' });
    await settle();
    expect(review.plies.map((each) => each?.chance ?? null)).toEqual([520, 480, null]);
    expect(review.current?.standing).toBe('open');
  });

  test('a game that is played has none', async () => {
    const { session, review } = open();
    review.start();
    await settle();
    session.begin(FRIEND, true);
    expect([session.reviewed, review.current]).toEqual([null, null]);
  });
});

describe('learning from mistakes', () => {
  /** From somewhere in the game. */
  async function learn(from = TURNS.length): Promise<ReturnType<typeof open> & { learning: Learning; press: (label: string) => void }> {
    const opened = open();
    opened.review.start();
    await settle();
    opened.session.dispatch({ type: 'browse', ply: from });
    const learning = new Learning(opened.session, opened.review, lessons(opened.review, undefined));
    const press = (label: string): void => learning.actions().find((action) => action.label === label)!.act();
    return { ...opened, learning, press };
  }
  const title = (learning: Learning): string => learning.message().title;

  test('is about the person’s own side where that is known', async () => {
    const { review } = await learn();
    const of = (side: Side | undefined): readonly number[] => lessons(review, side);
    expect([of(undefined), of('black'), of('white')]).toEqual([[1], [1], []]);
  });

  test('the turn that was made is wrong, the better one right, and the game is as it was', async () => {
    const { session, learning, press, saved } = await learn();
    expect([title(learning), session.state?.turns.length, session.bestTurn]).toEqual(['Find a better turn for Black', 1, undefined]);
    session.dispatch({ type: 'typed', text: 'd4-d3A-c3W-d2A' });
    expect([title(learning), learning.message().sub]).toEqual(['That was played', 'Chances 20%, of 50% at best.']);
    press('Try again');
    session.dispatch({ type: 'typed', text: 'd4-d3A-c3W' });
    expect(title(learning)).toBe('Good: d4-d3A-c3W');
    expect(saved().turns).toEqual(TURNS);
    press('Next');
    expect([title(learning), learning.message().sub]).toEqual(['That was the last one', '0 of 1 found']);
    press('End');
    expect([session.exercise, session.state?.turns.length, session.state?.later.length]).toEqual([null, 1, 1]);
  });

  test('the engine judges any other turn', async () => {
    const { session, learning, press, engine } = await learn();
    session.dispatch({ type: 'typed', text: 'd4-d3A' });
    expect(title(learning)).toBe('Looking at d4-d3A');
    await settle();
    expect(engine.asked[engine.asked.length - 1]).toBe('d3-e3W d4-d3A');
    expect(title(learning)).toBe('Good: d4-d3A');
    press('Next');
    expect(learning.message().sub).toBe('1 of 1 found');
  });

  test('shows the better turn, and ends where somebody goes elsewhere in the game', async () => {
    const { session, learning, press } = await learn(0);
    press('Show it');
    expect([title(learning), session.bestTurn]).toEqual(['Better: d4-d3A-c3W', 'd4-d3A-c3W']);
    session.dispatch({ type: 'browse', ply: 0 });
    expect([session.exercise, session.state?.turns.length, session.state?.later.length]).toEqual([null, 0, 2]);
  });
});
