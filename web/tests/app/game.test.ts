/* The game around the turns: the computer, taking back, hints, ends, walking through it. */

import { expect, test } from 'vitest';
import { message, result, spoken } from '../../src/app/game/message';
import { scene } from '../../src/app/game/marks';
import { canTakeBack } from '../../src/app/game/state';
import { sayTurn } from '../../src/app/game/words';
import { COMPUTER, CHAIN_TURNS, FRIEND, point, Table } from './support';

/** The person opens, the computer answers; ends when the person is to move. */
function pair(table = new Table(COMPUTER)): Table {
  table.tap('e2', 'e3');
  return answer(table);
}

function answer(table: Table): Table {
  table.send({ type: 'answer', request: table.state.request, turn: table.rules.allTurns()[0]! });
  return table.settle();
}

test('after the person’s turn the computer is asked, and its turn is replayed whole', () => {
  const table = new Table(COMPUTER).tap('e2', 'e3');
  expect(table.state.asking).toBe('turn');
  expect(table.effects.some((effect) => effect.type === 'think')).toBe(true);
  const turn = table.rules.allTurns().find((text) => text.split('-').length > 2)!;
  table.send({ type: 'answer', request: table.state.request, turn });
  expect(table.state.animation?.steps).toHaveLength(turn.split('-').length - 1);
  expect(table.state.replaying).toBe(true);
  table.settle();
  expect([table.state.replaying, table.state.trail]).toEqual([false, true]);
  expect(scene(table.state, table.rules).marks.lastTurn).toBeDefined();
});

test('an answer that comes while a stone is on its way waits for it', () => {
  const table = new Table(COMPUTER).tap('e2');
  table.send({ type: 'point', point: point('e3') });
  const turn = table.rules.allTurns()[0]!;
  table.send({ type: 'answer', request: table.state.request, turn });
  expect(table.state.turns).toHaveLength(1);
  table.settle();
  expect(table.state.turns.map((each) => each.text)).toEqual(['e2-e3A', turn]);
});

test('an answer to an older question is dropped', () => {
  const table = new Table(COMPUTER).tap('e2', 'e3');
  const { request } = table.state;
  table.send({ type: 'take-back' });
  table.send({ type: 'answer', request, turn: 'a1-a2' });
  expect(table.state.turns).toHaveLength(0);
});

test('the trail stays until the next tap', () => {
  const table = pair();
  expect(scene(table.state, table.rules).marks.lastTurn).toBeDefined();
  table.tap(nameOf(table.state.view.movable[0]!));
  expect(scene(table.state, table.rules).marks.lastTurn).toBeUndefined();
});

function nameOf(at: number): string {
  return String.fromCharCode(97 + (at % 9)) + String(Math.floor(at / 9) + 1);
}

test('black as a person: the computer begins', () => {
  const table = new Table({ ...COMPUTER, human: 'black' }).send({ type: 'wake' });
  expect(table.state.asking).toBe('turn');
  answer(table);
  expect(table.state.view.side).toBe('black');
  expect(canTakeBack(table.state)).toBe(false);
  expect(table.send({ type: 'take-back' }).state.turns).toHaveLength(1);
});

test('taking back undoes the whole last pair', () => {
  const table = pair().send({ type: 'take-back' });
  expect(table.state.turns).toHaveLength(0);
  expect(table.state.view.side).toBe('white');
  expect(table.state.asking).toBeNull();
});

test('taking back while the computer thinks stops it and undoes the person’s turn', () => {
  const table = new Table(COMPUTER).tap('e2', 'e3').send({ type: 'take-back' });
  expect(table.asked()).toContain('stop-engine');
  expect(table.state.turns).toHaveLength(0);
});

test('beside a friend one turn is taken back', () => {
  const table = new Table().tap('e2', 'e3').send({ type: 'take-back' });
  expect([table.state.turns.length, table.state.view.side]).toEqual([0, 'white']);
});

test('a resignation can be taken back too', () => {
  const table = pair().send({ type: 'resign' });
  expect(result(table.state)).toMatchObject({ title: 'Black wins', sub: 'White resigned.' });
  expect(result(table.state).clause?.id).toBe('R5.5');
  table.send({ type: 'take-back' });
  expect([table.state.view.outcome.result, table.state.turns.length]).toEqual(['ongoing', 2]);
});

test('after the last stone is taken the losing turn can be taken back', () => {
  const table = new Table({ ...COMPUTER, variant: 'dimy' });
  for (let plies = 0; plies < 400 && table.state.view.outcome.result === 'ongoing'; plies++) {
    if (table.state.asking === 'turn') answer(table);
    else table.send({ type: 'typed', text: table.rules.allTurns().pop()! }).settle();
  }
  expect(table.state.view.outcome.result).not.toBe('ongoing');
  expect(result(table.state).sub).not.toBe('');
  const before = table.state.turns.length;
  table.send({ type: 'take-back' });
  expect(table.state.view.outcome.result).toBe('ongoing');
  expect(table.state.view.side).toBe('white');
  expect(table.state.turns.length).toBeLessThan(before);
});

test('a hint is shown and not played', () => {
  const table = new Table(COMPUTER).send({ type: 'hint' });
  expect(table.state.asking).toBe('hint');
  table.send({ type: 'hint-answer', request: table.state.request, line: { score: 10, chance: 510, turns: ['d3-e3W', 'a1-a2'] } });
  expect(table.state.turns).toHaveLength(0);
  expect(scene(table.state, table.rules).marks.bestLines).toEqual([[point('d3'), point('e3')]]);
  expect(message(table.state)).toMatchObject({ title: 'Hint: d3-e3W', sub: 'Then a1-a2' });
  table.tap('e2', 'e3');
  expect(table.state.hint).toBeNull();
});

test('a draw is offered to the computer, agreed with a friend', () => {
  const offered = new Table(COMPUTER).send({ type: 'offer-draw' });
  offered.send({ type: 'draw-answer', request: offered.state.request, accepts: false });
  expect(message(offered.state).title).toBe('The computer declines the draw');
  offered.send({ type: 'offer-draw' });
  offered.send({ type: 'draw-answer', request: offered.state.request, accepts: true });
  expect(offered.state.view.outcome).toMatchObject({ result: 'draw', reason: 'agreement' });
  expect(new Table().send({ type: 'agree-draw' }).state.view.outcome.result).toBe('draw');
  expect(new Table(COMPUTER).send({ type: 'agree-draw' }).state.view.outcome.result).toBe('ongoing');
});

test('when the engine fails it is said, and asking again works', () => {
  const table = new Table(COMPUTER).tap('e2', 'e3');
  table.send({ type: 'engine-failed', request: table.state.request });
  expect(message(table.state).title).toBe('The computer could not think');
  expect(table.send({ type: 'wake' }).state.asking).toBe('turn');
});

test('walking through the game shows it as it was, and a tap leads back', () => {
  const table = new Table(FRIEND, CHAIN_TURNS).send({ type: 'browse', ply: 3 });
  expect(message(table.state).title).toBe('Turn 3 of 10');
  expect(scene(table.state, table.rules).stones).toEqual(table.rules.view(3).stones);
  expect(table.tap('a1').state.browse).toBeNull();
  expect(table.send({ type: 'browse', ply: -5 }).state.browse).toBe(0);
  expect(table.send({ type: 'browse', ply: 99 }).state.browse).toBeNull();
});

test('one turn forward is replayed', () => {
  const table = new Table(FRIEND, CHAIN_TURNS).send({ type: 'browse', ply: 1 }).send({ type: 'browse', ply: 2 });
  expect(table.state.animation?.steps.map((step) => step.to)).toEqual([point('e5'), point('e4')]);
});

test('the computer’s turn arrives while an older one is looked at', () => {
  const table = new Table(COMPUTER).tap('e2', 'e3').send({ type: 'browse', ply: 0 });
  answer(table);
  expect([table.state.turns.length, table.state.browse]).toEqual([2, 0]);
});

test('three equal positions end the game, and each of them can be shown', () => {
  const table = new Table().at('W8/9/9/9/8B w 0 1');
  const round = ['a5-a4', 'i1-i2', 'a4-a5', 'i2-i1'];
  for (const text of [...round, ...round]) table.send({ type: 'typed', text }).settle();
  expect(table.state.view.outcome).toMatchObject({ result: 'draw', reason: 'repetition', clause: 'R5.4' });
  expect(result(table.state).sub).toBe('The same position has stood 3 times.');
  expect(table.state.view.occurrences).toEqual([0, 4, 8]);
  table.send({ type: 'browse', ply: 4 });
  expect(scene(table.state, table.rules).stones).toEqual(table.state.view.stones);
});

test('a blocked side loses, and its stones are pointed at', () => {
  const table = new Table().at('9/9/9/BB7/WB7 w 0 1');
  expect(result(table.state)).toMatchObject({ title: 'Black wins', sub: 'White has no legal turn.' });
  expect(scene(table.state, table.rules).marks.refusal).toEqual({ at: point('a1'), because: [] });
});

test('the quiet limit ends the game with its number', () => {
  const table = new Table({ ...FRIEND, rules: 'quiet-limit=2' }).at('W8/9/9/9/8B w 0 1');
  table.tap('a5', 'a4', 'i1', 'i2');
  expect(result(table.state)).toMatchObject({ title: 'Draw', sub: '2 turns have passed without a capture.' });
  expect(result(table.state).clause?.id).toBe('R5.3');
});

test('a whole turn is told in words', () => {
  const table = new Table(FRIEND, ['e2-e3A', 'f4-e5W-e4A']);
  expect(sayTurn(table.state.turns[0]!, table.state.view)).toBe('White e2 to e3, approach, takes 2');
  expect(sayTurn(table.state.turns[1]!, table.state.view)).toMatch(/^Black f4 to e5, withdrawal, takes (one|\d), then to e4, approach, takes (one|\d)$/);
});

test('what is read out has one stop after each sentence', () => {
  const say = (title: string, sub: string): string => spoken({ tone: 'plain', title, sub });
  expect(say('Your turn', 'Step to a free point.')).toBe('Your turn. Step to a free point.');
  expect(say('Must capture: d3 can.', 'While a capture is open.')).toBe('Must capture: d3 can. While a capture is open.');
  expect(say('Take which group at e4?', 'Tap it.')).toBe('Take which group at e4? Tap it.');
  expect(say('Looking for a hint', '')).toBe('Looking for a hint');
  expect(spoken(message(new Table(FRIEND).tap('a1').state))).toBe('a1 cannot step. Every point next to it is taken.');
});

test('Escape leaves a walk through the game', () => {
  const table = pair();
  table.send({ type: 'browse', ply: 1 });
  expect(table.state.browse).toBe(1);
  table.send({ type: 'turn-back' });
  expect(table.state.browse).toBeNull();
  expect(table.state.turns).toHaveLength(2);
});
