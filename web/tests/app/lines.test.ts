/* The engine's lines in an analysis: searched while they are wanted, for the position on the board and no other. */

import { expect, test } from 'vitest';
import type { Answer, Engine, Job, Report } from '../../src/core/types';
import { Session } from '../../src/app/session';
import { GameStore } from '../../src/app/store/saved';
import { lineText, opinionOf, opinionText, opinionWords, percent } from '../../src/app/game/chances';
import { useCatalogue } from '../../src/i18n';
import { en } from '../../src/i18n/en';
import { PlainRules } from './plainRules';
import { FRIEND } from './support';

const ANALYSIS = { ...FRIEND, mode: 'analysis' } as const;

/** An engine that answers when it is told to. */
class Engines implements Engine {
  readonly jobs: Job[] = [];
  readonly told: ((report: Report) => void)[] = [];
  readonly done: ((answer: Answer) => void)[] = [];
  stops = 0;
  search(job: Job, onReport?: (report: Report) => void): Promise<Answer> {
    this.jobs.push(job);
    this.told.push(onReport ?? (() => undefined));
    return new Promise((resolve) => this.done.push(resolve));
  }
  stop(): void {
    this.stops += 1;
  }
  close(): void {
    throw new Error('nobody closes it');
  }
}

function open(): { session: Session; engine: Engines; wanted: { lines: boolean } } {
  useCatalogue('en', en);
  const engine = new Engines();
  const wanted = { lines: true };
  const session = new Session({
    rules: new PlainRules(), engine: () => engine,
    store: new GameStore({ read: () => null, write: () => true, remove: () => undefined }, () => 's'),
    say: () => undefined, sound: () => undefined, taught: () => undefined,
    evaluates: () => false, analyses: () => wanted.lines, pause: () => Promise.resolve(), now: () => 0,
  });
  return { session, engine, wanted };
}

const report = (turn: string, depth = 5): Report => ({ depth, nodes: 1, elapsedMs: 1, lines: [{ score: 40, chance: 560, turns: [turn] }] });

test('three lines of the position now, told with every depth', () => {
  const { session, engine } = open();
  session.begin(ANALYSIS, true, ['e2-e3A']);
  expect(engine.jobs).toHaveLength(1);
  expect(engine.jobs[0]).toMatchObject({ lines: 3, turns: ['e2-e3A'] });
  engine.told[0]!(report('f4-e5W', 7));
  expect(session.lines).toMatchObject({ ply: 1, side: 'black', depth: 7 });
  expect(session.bestTurn).toBe('f4-e5W');
});

test('another position stops the search, and what it still says is not heard', () => {
  const { session, engine } = open();
  session.begin(ANALYSIS, true);
  engine.told[0]!(report('d3-e3W'));
  session.dispatch({ type: 'typed', text: 'e2-e3A' });
  expect([session.lines, session.bestTurn, engine.stops > 0]).toEqual([null, undefined, true]);
  expect(engine.jobs[1]).toMatchObject({ turns: ['e2-e3A'] });
  engine.told[0]!(report('d3-e3W'));
  expect(session.lines).toBeNull();
  // Going back to a position of the same length is another position too.
  session.dispatch({ type: 'browse', ply: 0 });
  session.dispatch({ type: 'typed', text: 'd2-e3A' });
  engine.told[1]!(report('f4-e5W'));
  expect(session.bestTurn).toBeUndefined();
});

test('a step of a turn in the making, or a tap, asks nothing anew', () => {
  const { session, engine } = open();
  session.begin(ANALYSIS, true);
  session.dispatch({ type: 'point', point: 13 });
  session.dispatch({ type: 'point', point: 13 });
  expect(engine.jobs).toHaveLength(1);
});

test('switched off there are none, switched on they come back', () => {
  const { session, engine, wanted } = open();
  session.begin(ANALYSIS, true);
  engine.told[0]!(report('d3-e3W'));
  wanted.lines = false;
  session.consider();
  expect([session.lines, engine.stops > 0, engine.jobs.length]).toEqual([null, true, 1]);
  wanted.lines = true;
  session.consider();
  expect(engine.jobs).toHaveLength(2);
});

test('none are searched where the game is over, or in a game that is played', () => {
  const { session, engine } = open();
  session.begin({ ...ANALYSIS, position: '9/9/9/9/W8 b 0 9' }, true);
  session.begin(FRIEND, true);
  expect(engine.jobs).toHaveLength(0);
});

test('values are told as winning chances, of who is to move in a line and of who is ahead elsewhere', () => {
  expect(lineText({ chance: 643 })).toBe('64%');
  expect(lineText({ chance: 1000, winIn: 9 })).toBe('win in 9');
  expect(lineText({ chance: 0, lossIn: 4 })).toBe('loss in 4');
  const black = opinionOf({ chance: 643 }, 'black');
  expect(black).toEqual({ chance: 357, endsIn: null });
  expect([opinionText(black), opinionWords(black)]).toEqual(['Black 64%', 'White’s winning chances: 36%']);
  expect(opinionText(opinionOf({ chance: 643 }, 'white'))).toBe('White 64%');
  expect(opinionText(opinionOf({ chance: 502 }, 'black'))).toBe('even');
  const lost = opinionOf({ chance: 0, lossIn: 4 }, 'black');
  expect([opinionText(lost), opinionWords(lost)]).toEqual(['White wins in 4 turns', 'White wins in 4 turns']);
});

test('only what is certain is none or all', () => {
  expect([0, 1, 4, 500, 996, 999, 1000].map(percent)).toEqual([0, 1, 1, 50, 99, 99, 100]);
});

test('rules under which a game may never end are for analysis only', () => {
  const { session } = open();
  const rules = 'quiet-limit=0,repetition=0';
  expect(() => session.begin({ ...FRIEND, rules }, true)).toThrow(/analysis/);
  expect(session.state).toBeNull();
  session.begin({ ...ANALYSIS, rules }, true);
  expect(session.state?.view.quietLimit).toBe(0);
});
