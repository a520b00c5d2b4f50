/* Vela on the page: the phases, what is said of them, and the roles from game to game. */

import { describe, expect, test } from 'vitest';
import { scene } from '../../src/app/game/marks';
import { message, situation } from '../../src/app/game/message';
import type { GameSetup } from '../../src/app/game/setup';
import { fitRules, readRules, rulesText, STANDARD_RULES } from '../../src/app/game/setup';
import { gameNames, hasOpenings, velaPhase } from '../../src/app/game/words';
import { nextGiver, plainRematch, velaOffer, velaRematch } from '../../src/app/play/rematch';
import { COMPUTER, FRIEND, Table } from './support';

const VELA: GameSetup = { ...FRIEND, rules: 'vela=white' };
/** White has six stones and gives; Black can take one of them. */
const LAST_GIFT: GameSetup = { ...FRIEND, variant: 'dimy', rules: 'vela=white', position: 'B4/4B/2B2/W4/WWWWW b 0 5' };

test('the taker begins, and takes one stone a turn without a chain', () => {
  const table = new Table(VELA);
  expect(table.state.view).toMatchObject({ side: 'black', giver: 'white', toGive: 17 });
  expect(situation(table.state).sub).toMatch(/^\d+ stones can capture\. A turn takes one stone\.$/);
  const turn = table.rules.allTurns()[0]!;
  table.send({ type: 'typed', text: turn }).settle();
  expect(table.state.turns[0]!.steps.map((step) => step.taken.length)).toEqual([1]);
  expect(table.state.view).toMatchObject({ side: 'white', toGive: 16, mustCapture: false });
  expect(situation(table.state).sub).toBe('16 stones left to give. Step without taking.');
});

test('by vela-first the giver begins', () => {
  expect(new Table({ ...VELA, rules: 'vela=white,vela-first=giver' }).state.view.side).toBe('white');
});

test('the giver steps without taking, even where a step would take', () => {
  const table = new Table({ ...VELA, rules: 'vela=white,vela-first=giver' }).tap('e2', 'e3');
  expect(table.state.turns[0]!.text).toBe('e2-e3');
  expect(table.state.choice).toBeNull();
  expect(table.state.turns[0]!.steps[0]!.taken).toEqual([]);
});

test('the phase is named with what is left to give', () => {
  expect(velaPhase(new Table(VELA).state.view)).toBe('White gives, 17 stones left to give');
  expect(velaPhase(new Table({ ...VELA, rules: 'vela=black' }).state.view)).toBe('Black gives, 17 stones left to give');
  expect(velaPhase(new Table().state.view)).toBe('');
});

test('with five stones the second phase begins: it is said, shown, and both capture', () => {
  const table = new Table(LAST_GIFT);
  expect(velaPhase(table.state.view)).toBe('White gives, 1 stone left to give');
  table.tap('c3', 'c2');
  expect(table.state.view).toMatchObject({ giver: null, toGive: 0, mustCapture: true });
  expect(message(table.state)).toMatchObject({ tone: 'notice', title: 'White has five stones: from now on both capture' });
  expect(table.effects.find((effect) => effect.type === 'say-turn')).toMatchObject({ velaOver: 'white' });
  const [stone] = table.state.view.movable;
  table.send({ type: 'point', point: stone! });
  expect(table.state.notice).toBeNull();
});

test('against the computer the change of phase stays in sight until the person’s next tap', () => {
  const taker = new Table({ ...LAST_GIFT, mode: 'computer', human: 'black' }).tap('c3', 'c2');
  expect(taker.state.asking).toBe('turn');
  expect(message(taker.state).title).toBe('White has five stones: from now on both capture');
  taker.send({ type: 'answer', request: taker.state.request, turn: taker.rules.allTurns()[0]! }).settle();
  expect([taker.state.view.side, taker.state.view.outcome.result]).toEqual(['black', 'ongoing']);
  expect(message(taker.state).title).toBe('White has five stones: from now on both capture');
  taker.send({ type: 'point', point: taker.state.view.movable[0]! });
  expect(taker.state.notice).toBeNull();
});

test('everything unusual is named; the named openings are those of the plain game', () => {
  expect(gameNames(new Table(VELA).state)).toEqual(['vela: White gives']);
  expect(gameNames(new Table({ ...VELA, rules: 'chain=mandatory,vela=black,vela-first=giver' }).state)).toEqual([
    'chains must go on', 'vela: Black gives', 'the giver begins',
  ]);
  expect(gameNames(new Table(LAST_GIFT).state)).toEqual(['from a set-up position', 'vela: White gives']);
  expect([hasOpenings(new Table(VELA).state), hasOpenings(new Table().state)]).toEqual([false, true]);
});

describe('what a board knows nothing of is left out of its rules', () => {
  const all = readRules('chain=mandatory,first-turn=single,blocked=draw,quiet-limit=9,repetition=0,vela=black,vela-first=giver')!;
  test.each([
    ['tsivy', rulesText(all)],
    ['telo', 'blocked=draw,quiet-limit=9,repetition=0'],
    ['7x3', 'chain=mandatory,first-turn=single,blocked=draw,quiet-limit=9,repetition=0'],
  ])('%s', (variant, rules) => {
    expect(rulesText(fitRules(all, variant))).toBe(rules);
  });
  test('who begins a game of vela is nothing to say without one', () => {
    expect(rulesText(fitRules({ ...STANDARD_RULES, velaFirst: 'giver' }, 'tsivy'))).toBe('');
  });
});

describe('roles from game to game', () => {
  const ended = (setup: GameSetup, loser: 'white' | 'black' | null): Table => {
    const table = new Table(setup);
    if (loser === null) table.state = { ...table.state, view: table.rules.agreeDraw(), word: { kind: 'draw' } };
    else table.state = { ...table.state, view: table.rules.resign(loser), word: { kind: 'resign', loser } };
    return table;
  };

  test('after a decisive game its winner gives; colours stay as they were', () => {
    const { state } = ended({ ...COMPUTER, rules: 'quiet-limit=20' }, 'black');
    expect(velaOffer(state)).toBe('white');
    expect(velaRematch(state, 'white')).toMatchObject({ human: 'white', rules: 'quiet-limit=20,vela=white', gives: 'white' });
  });
  test('nothing is offered while a game runs, after a first draw, on other boards, in an analysis', () => {
    expect(velaOffer(new Table().state)).toBeUndefined();
    expect(velaOffer(ended(FRIEND, null).state)).toBeUndefined();
    expect(velaOffer(ended({ ...FRIEND, variant: 'telo' }, 'white').state)).toBeUndefined();
    expect(velaOffer(ended({ ...FRIEND, variant: '7x3' }, 'white').state)).toBeUndefined();
    expect(velaOffer(ended({ ...FRIEND, mode: 'analysis' }, 'white').state)).toBeUndefined();
  });
  test('after a drawn game of vela the roles stay', () => {
    const { state } = ended({ ...VELA, rules: 'vela=black', gives: 'black' }, null);
    expect(velaOffer(state)).toBe('black');
  });
  test('after a lost game of vela the other side gives', () => {
    expect(velaOffer(ended(VELA, 'white').state)).toBe('black');
  });
  test('a plain game in between leaves vela and keeps the roles, which go with the players', () => {
    const { state } = ended({ ...COMPUTER, rules: 'vela=white', human: 'white' }, 'black');
    const next = plainRematch(state);
    expect(next).toMatchObject({ rules: '', human: 'black', gives: 'black' });
    expect(nextGiver(ended(next, null).state)).toBe('black');
    expect(plainRematch(ended(FRIEND, 'black').state).gives).toBe('white');
  });
  test('vela begins at the start, whatever the last game began from', () => {
    const { state } = ended(LAST_GIFT, 'white');
    expect(velaRematch(state, 'black')).not.toHaveProperty('position');
    expect(new Table(velaRematch(state, 'black')).state.view).toMatchObject({ side: 'white', giver: 'black', toGive: 7 });
  });
});

test('the trail and the marks of a game of vela are those of any other', () => {
  const table = new Table(VELA);
  const { marks } = scene(table.state, table.rules);
  expect(marks.canCapture?.length).toBeGreaterThan(0);
});
