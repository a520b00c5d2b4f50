/* Telo on the page: stones from the hand, rows, and what is said of them. */

import { describe, expect, test } from 'vitest';
import { HAND as BOARD_HAND } from '../../src/board/geometry';
import { HAND } from '../../src/core/types';
import { scene } from '../../src/app/game/marks';
import { message, result, situation } from '../../src/app/game/message';
import { canAct, stonesInHand } from '../../src/app/game/state';
import { sayHand, sayPoint, sayTurn } from '../../src/app/game/words';
import type { GameSetup } from '../../src/app/game/setup';
import { COMPUTER, FRIEND, point, Table } from './support';

const TELO: GameSetup = { ...FRIEND, variant: 'telo' };
/** Every stone is placed and nobody has a row; White is to move. */
const PLACED = ['a1', 'b2', 'c3', 'b1', 'b3', 'a3'];

const at = (name: string): number => point(name, 3);
const texts = (table: Table): string[] => table.state.turns.map((turn) => turn.text);

test('the core and the board call the hand the same point', () => {
  expect(BOARD_HAND).toBe(HAND);
});

test('a tap on a free point places a stone, by turns', () => {
  const table = new Table(TELO).tap('b2', 'a1', 'c3');
  expect(texts(table)).toEqual(['b2', 'a1', 'c3']);
  expect(stonesInHand(table.state, table.state.view)).toEqual({ white: 1, black: 2 });
  expect(scene(table.state, table.rules).marks.lastTurn).toEqual({ path: [at('c3')], taken: [] });
});

test('the hand can be taken up and put down, and says where its stone may stand', () => {
  const table = new Table(TELO, ['b2']).send({ type: 'point', point: HAND });
  expect(table.state.from).toBe(HAND);
  expect(scene(table.state, table.rules).marks.reachable).toHaveLength(8);
  expect(message(table.state).title).toBe('A stone is in hand');
  expect(sayPoint(table.state, table.state.draft.stones, at('a1'))).toBe('a1, empty, can be placed here');
  expect(table.send({ type: 'point', point: HAND }).state.from).toBeNull();
  expect(scene(table.state, table.rules).marks.reachable).toEqual([]);
  expect(scene(table.state, table.rules).open).toHaveLength(8);
});

test('a stone is dragged from the hand; held over a point it is not yet placed', () => {
  const table = new Table(TELO);
  const drag = (phase: 'start' | 'over' | 'drop' | 'cancel', to: number): Table => table.send({ type: 'drag', drag: { phase, from: HAND, point: to } });
  drag('start', HAND);
  drag('over', at('a1'));
  drag('over', at('b2'));
  expect(table.state.draft.text).toBe('');
  drag('drop', at('b2'));
  expect(texts(table)).toEqual(['b2']);
  drag('start', HAND);
  drag('drop', at('b2'));
  expect(table.state.refused?.refusal.code).toBe('occupied');
  drag('start', HAND);
  drag('cancel', HAND);
  expect(texts(table)).toEqual(['b2']);
});

test('a stone on the board does not move while others are in hand', () => {
  const table = new Table(TELO, ['b2', 'a1']).tap('b2');
  expect(message(table.state)).toMatchObject({ tone: 'refusal', title: 'Stones are still in hand.', clause: { id: 'R6.2', label: 'Telo, rule 6.2' } });
  expect(message(table.tap('a1').state).title).toBe('a1 is not empty.');
});

test('then stones move along lines', () => {
  const table = new Table(TELO, PLACED).tap('c3', 'c2');
  expect(texts(table).pop()).toBe('c3-c2');
  expect(sayTurn(table.state.turns[6]!, table.state.view)).toBe('White c3 to c2');
});

test('a row wins, while stones are being placed too, and is shown', () => {
  const table = new Table(TELO, ['b2', 'a1', 'c3', 'b1']).tap('a3', 'c1');
  expect(result(table.state)).toMatchObject({ title: 'Black wins', sub: 'Black has three in a row.', clause: { id: 'R6.3' } });
  expect(scene(table.state, table.rules).marks.row).toEqual([at('a1'), at('b1'), at('c1')]);
  expect(sayPoint(table.state, table.state.draft.stones, at('b1'))).toBe('b1, black stone, in the winning row');
  expect(stonesInHand(table.state, table.state.view)).toEqual({ white: 0, black: 0 });
  expect(table.effects.filter((effect) => effect.type === 'sound').pop()).toEqual({ type: 'sound', sound: 'end' });
});

test('with one legal turn left a tap on its stone plays nothing, a tap on its target does', () => {
  const lone = { ...TELO, position: '3/WBB/WWB w 9 9' };
  expect(new Table(lone).rules.allTurns()).toEqual(['a2-a3']);
  const table = new Table(lone).tap('a2');
  expect([table.state.from, table.state.turns.length]).toEqual([at('a2'), 0]);
  expect(texts(table.tap('a3'))).toEqual(['a2-a3']);
  expect(texts(new Table(lone).tap('a3'))).toEqual(['a2-a3']);
});

test('what is to be done is said with the number of stones in hand', () => {
  expect(situation(new Table(TELO).state).sub).toBe('3 stones in hand. Place one on a free point.');
  expect(situation(new Table(TELO, PLACED.slice(0, 4)).state).sub).toBe('Your last stone: place it on a free point.');
  expect(situation(new Table(TELO, PLACED).state).sub).toBe('Move a stone along a line. Three in a row win.');
});

test('a placement and the hands in words', () => {
  const table = new Table(TELO, ['b2', 'a1']);
  expect(table.state.turns.map((turn) => sayTurn(turn, table.state.view))).toEqual(['White places b2', 'Black places a1']);
  expect([sayHand('white', 3), sayHand('black', 1), sayHand('white', 0)]).toEqual([
    'White has 3 stones in hand', 'Black has one stone in hand', 'White has no stone in hand',
  ]);
});

test('a hint for a placement marks its point', () => {
  const table = new Table({ ...COMPUTER, variant: 'telo' }).send({ type: 'hint' });
  table.send({ type: 'hint-answer', request: table.state.request, line: { score: 25_100, chance: 1000, winIn: 9, turns: ['b2', 'a1'] } });
  expect(scene(table.state, table.rules).marks.bestLines).toEqual([[at('b2')]]);
  expect(message(table.state)).toMatchObject({ title: 'Hint: b2', sub: 'It wins in 9 turns of both sides.' });
});

test('the computer places too, and its turn can be taken back with one’s own', () => {
  const table = new Table({ ...COMPUTER, variant: 'telo' }).tap('b2');
  expect(table.state.asking).toBe('turn');
  table.send({ type: 'answer', request: table.state.request, turn: 'a1' }).settle();
  expect(table.state.animation?.steps).toEqual([{ from: HAND, to: at('a1'), taken: [] }]);
  expect(canAct(table.state)).toBe(true);
  expect(table.send({ type: 'take-back' }).state.turns).toHaveLength(0);
  expect(stonesInHand(table.state, table.state.view)).toEqual({ white: 3, black: 3 });
});

test('walking back shows the hands as they were', () => {
  const table = new Table(TELO, PLACED).send({ type: 'browse', ply: 2 });
  const { view } = scene(table.state, table.rules);
  expect(stonesInHand(table.state, view)).toEqual({ white: 2, black: 2 });
});

describe('draws', () => {
  test('by repetition, every turn counting as quiet', () => {
    const table = new Table(TELO, PLACED);
    const round = ['c3-c2', 'b2-a2', 'c2-c3', 'a2-b2'];
    for (const text of [...round, ...round]) table.send({ type: 'typed', text }).settle();
    expect(table.state.view.quiet).toBe(14);
    expect(result(table.state)).toMatchObject({ title: 'Draw', sub: 'The same position has stood 3 times.' });
  });
  test('by the quiet limit', () => {
    const table = new Table({ ...TELO, rules: 'quiet-limit=4' }, ['b2', 'a1', 'c3']).tap('c1');
    expect(result(table.state)).toMatchObject({ title: 'Draw', sub: '4 turns have passed without a capture.' });
  });
});
