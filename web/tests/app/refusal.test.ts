/* Every refused tap says why, cites its clause and points at what forbids it. */

import { describe, expect, test } from 'vitest';
import type { Refusal, RefusalCode } from '../../src/core/types';
import { clauseAddress, message, refusalMessage } from '../../src/app/game/message';
import { scene } from '../../src/app/game/marks';
import { FORCED_TURNS, CHAIN_TURNS, FRIEND, point, Table } from './support';

test('a stone that cannot capture while another can', () => {
  const table = new Table(FRIEND, FORCED_TURNS).tap('c2');
  expect(message(table.state)).toMatchObject({
    tone: 'refusal',
    title: 'Must capture: d3 can.',
    sub: 'While a capture is open, c2 cannot make a quiet move.',
    clause: { id: 'R3.1', label: 'Forced capture, rule 3.1' },
  });
  expect(scene(table.state, table.rules).marks.refusal).toEqual({ at: point('c2'), because: [point('d3')] });
});

test.each([
  ['an enemy stone', [], ['e4'], 'enemy'],
  ['an empty point', [], ['e3'], 'empty'],
  ['a point that is taken', [], ['e2', 'e4'], 'occupied'],
  ['no line', CHAIN_TURNS, ['i3', 'e4'], 'no-line'],
  ['another stone in a chain', CHAIN_TURNS, ['i3', 'h4', 'a1'], 'other-stone'],
  ['a point stood on before', CHAIN_TURNS, ['i3', 'h4', 'i3'], 'visited'],
  ['a step that takes nothing in a chain', CHAIN_TURNS, ['i3', 'h4', 'h3'], 'not-capturing'],
] as const)('%s', (_, turns, taps, code) => {
  const table = new Table(FRIEND, [...turns]).tap(...taps);
  expect(table.state.refused?.refusal.code).toBe(code);
  expect(message(table.state).tone).toBe('refusal');
});

test('the next tap clears a refusal', () => {
  const table = new Table().tap('e4', 'e2');
  expect(table.state.refused).toBeNull();
  expect(table.state.from).toBe(point('e2'));
});

const CODES: readonly Exclude<RefusalCode, 'legal'>[] = [
  'ended', 'empty', 'enemy', 'other-stone', 'occupied', 'no-line', 'must-capture', 'visited', 'direction',
  'no-approach', 'no-withdrawal', 'not-capturing', 'over', 'stuck', 'stop', 'single',
  'place', 'hand', 'telo', 'giver', 'taker',
];

describe.each(CODES)('refusal %s', (code) => {
  test('has a title, a line under it and a link to its clause, all filled in', () => {
    const refusal: Refusal = { code, clause: 'R3.1', points: [21, 22] };
    const told = refusalMessage(refusal, 12, 13, 9);
    expect(told.title).not.toMatch(/[{}]/);
    expect(told.sub).not.toMatch(/[{}]/);
    expect([told.title, told.sub, told.clause?.label]).not.toContain('');
    expect(told.clause?.id).toBe('R3.1');
  });
});

test('a clause has an address in the page', () => {
  expect(clauseAddress('R3.1')).toBe('#/rules/3.1');
  expect(clauseAddress('R8')).toBe('#/rules/8');
});
