/* Making a turn: tap, choose, stop, go back, drag. */

import { expect, test } from 'vitest';
import { message } from '../../src/app/game/message';
import { scene } from '../../src/app/game/marks';
import { CHAIN_TURNS, FRIEND, point, Table } from './support';

const lastText = (table: Table): string | undefined => table.state.turns[table.state.turns.length - 1]?.text;

test('a tap takes a stone up, a second one puts it down', () => {
  const table = new Table().tap('e2');
  expect(table.state.from).toBe(point('e2'));
  expect(scene(table.state, table.rules).marks.reachable).toEqual([point('e3')]);
  expect(table.tap('e2').state.from).toBeNull();
});

test('a step with nothing left to take ends the turn by itself', () => {
  const table = new Table().tap('e2', 'e3');
  expect(lastText(table)).toBe('e2-e3A');
  expect(table.state.view.side).toBe('black');
  expect(table.asked()).toContain('say-turn');
  expect(table.asked()).toContain('save');
});

test('a chain goes step by step, and stops where the player stops', () => {
  const table = new Table(FRIEND, CHAIN_TURNS).tap('i3', 'h4', 'g3');
  expect(table.state.draft.text).toBe('i3-h4A-g3W');
  expect(table.state.turns).toHaveLength(CHAIN_TURNS.length);
  table.send({ type: 'stop' });
  expect(lastText(table)).toBe('i3-h4A-g3W');
});

test('a tap on the moving stone stops', () => {
  expect(lastText(new Table(FRIEND, CHAIN_TURNS).tap('i3', 'h4', 'h4'))).toBe('i3-h4A');
});

test('where a step takes both ways both groups light up and nothing is chosen', () => {
  const table = new Table(FRIEND, CHAIN_TURNS, { draft: 'i3-h4A-g3W-f4A' }).tap('e4');
  expect(table.state.draft.text).toBe('i3-h4A-g3W-f4A');
  const { marks } = scene(table.state, table.rules);
  expect(marks.chosen).toBe(point('e4'));
  expect(marks.groups?.map((group) => [group.kind, group.count])).toEqual([['A', 2], ['W', 1]]);
  expect(message(table.state).title).toBe('Take which group at e4?');
});

test('a stone of a group, its badge or its key chooses', () => {
  const open = (): Table => new Table(FRIEND, CHAIN_TURNS, { draft: 'i3-h4A-g3W-f4A' }).tap('e4');
  const made = (table: Table): string | undefined => table.state.draft.text || lastText(table);
  expect(made(open().tap('d4'))).toBe('i3-h4A-g3W-f4A-e4A');
  expect(made(open().tap('g4'))).toBe('i3-h4A-g3W-f4A-e4W');
  expect(made(open().send({ type: 'group', kind: 'A' }))).toBe('i3-h4A-g3W-f4A-e4A');
  expect(made(open().send({ type: 'group', kind: 'W' }))).toBe('i3-h4A-g3W-f4A-e4W');
});

test('a choice is put aside by a tap on its point, and by a step back', () => {
  const table = new Table(FRIEND, CHAIN_TURNS, { draft: 'i3-h4A-g3W-f4A' }).tap('e4', 'e4');
  expect(table.state.choice).toBeNull();
  expect(table.tap('e4').send({ type: 'step-back' }).state.draft.text).toBe('i3-h4A-g3W-f4A');
});

test('steps go back one by one, the whole turn at once', () => {
  const table = new Table(FRIEND, CHAIN_TURNS).tap('i3', 'h4', 'g3').send({ type: 'step-back' });
  expect(table.state.draft.text).toBe('i3-h4A');
  expect(table.send({ type: 'step-back' }).state.draft.text).toBe('');
  expect(table.state.from).toBe(point('i3'));
  table.tap('h4', 'g3').send({ type: 'turn-back' });
  expect([table.state.draft.text, table.state.from]).toEqual(['', null]);
  expect(table.state.view.length).toBe(CHAIN_TURNS.length);
});

test('the board as the turn began is one event away, and gone again with the next', () => {
  const table = new Table(FRIEND, CHAIN_TURNS).tap('i3', 'h4').send({ type: 'peek' });
  expect(scene(table.state, table.rules).stones[point('i3')]).toBe(1);
  expect(table.tap('a1').state.peek).toBe(false);
  expect(scene(table.state, table.rules).stones[point('i3')]).toBe(0);
});

test('the first time, one line says that going on is optional', () => {
  const table = new Table(FRIEND, CHAIN_TURNS);
  table.state = { ...table.state, taught: false };
  table.tap('i3', 'h4');
  expect(message(table.state).title).toBe('Going on is optional');
  expect(table.asked()).toContain('taught');
  expect(message(table.tap('g3').state).title).toBe('Go on or stop');
});

test('with one legal turn one tap plays it', () => {
  const lone = '7B1/BW2B4/9/9/9';
  expect(lastText(new Table().at(lone).tap('b4'))).toBe('b4-c4W');
  expect(lastText(new Table().at(lone).tap('c4'))).toBe('b4-c4W');
  expect(new Table().at(lone).tap('d4').state.refused?.refusal.code).toBe('empty');
});

test('mandatory chains do not stop early, and say why', () => {
  const table = new Table({ ...FRIEND, rules: 'chain=mandatory' });
  const rules = table.rules;
  // Any position with a chain will do: play on until one is there.
  for (let tries = 0; tries < 40; tries++) {
    const chain = rules.allTurns().find((turn) => turn.split('-').length > 2);
    if (chain) {
      const names = chain.split('-').map((part) => part.slice(0, 2));
      table.tap(names[0]!, names[1]!);
      if (table.state.choice) table.send({ type: 'group', kind: chain.split('-')[1]!.endsWith('A') ? 'A' : 'W' }).settle();
      table.send({ type: 'stop' });
      expect(table.state.refused?.refusal).toMatchObject({ code: 'stop', clause: 'R8' });
      expect(table.state.refused?.refusal.points.length).toBeGreaterThan(0);
      return;
    }
    table.send({ type: 'typed', text: rules.allTurns()[0]! }).settle();
  }
  throw new Error('no chain came up');
});

test('a stone is dragged through a chain: held over points it steps, dropped it stays', () => {
  const table = new Table(FRIEND, CHAIN_TURNS);
  const from = point('i3');
  table.send({ type: 'drag', drag: { phase: 'start', from, point: from } });
  table.send({ type: 'drag', drag: { phase: 'over', from, point: point('h4') } });
  table.send({ type: 'drag', drag: { phase: 'over', from, point: point('g3') } });
  table.send({ type: 'drag', drag: { phase: 'drop', from, point: point('g3') } });
  expect(table.state.draft.text).toBe('i3-h4A-g3W');
  expect(table.state.dragging).toBe(false);
});

test('a drag does not end the turn before the stone is let go', () => {
  const table = new Table();
  const from = point('e2');
  table.send({ type: 'drag', drag: { phase: 'start', from, point: from } });
  table.send({ type: 'drag', drag: { phase: 'over', from, point: point('e3') } });
  expect(table.state.turns).toHaveLength(0);
  table.send({ type: 'drag', drag: { phase: 'cancel', from, point: from } });
  expect([table.state.draft.text, table.state.turns.length]).toEqual(['', 0]);
  table.send({ type: 'drag', drag: { phase: 'start', from, point: from } });
  table.send({ type: 'drag', drag: { phase: 'over', from, point: point('e3') } });
  table.send({ type: 'drag', drag: { phase: 'drop', from, point: point('e3') } });
  expect(lastText(table)).toBe('e2-e3A');
});

test('a stone dropped where it cannot go is refused and stays in hand', () => {
  const table = new Table();
  const from = point('e2');
  table.send({ type: 'drag', drag: { phase: 'start', from, point: from } });
  table.send({ type: 'drag', drag: { phase: 'drop', from, point: point('f2') } });
  expect(table.state.refused?.refusal.code).toBe('occupied');
  expect(table.state.from).toBe(from);
});
