/* Analysis, games from elsewhere, and turns that are typed many at once. */

import { describe, expect, test } from 'vitest';
import { enterTurns, splitTurns } from '../../src/app/game/entry';
import { scene } from '../../src/app/game/marks';
import { message, situation } from '../../src/app/game/message';
import type { GameSetup } from '../../src/app/game/setup';
import { readShape } from '../../src/app/game/setup';
import { canAct, canTakeBack, lineLength, openGame, shownPly } from '../../src/app/game/state';
import { frameFor } from '../../src/app/play/layout';
import { CHAIN_TURNS, FRIEND, FORCED_TURNS, point, Table } from './support';

const ANALYSIS: GameSetup = { ...FRIEND, mode: 'analysis' };
const made = (table: Table): string[] => table.state.turns.map((turn) => turn.text);
const later = (table: Table): string[] => table.state.later.map((turn) => turn.text);

describe('an analysis', () => {
  test('going back makes the older position the one to go on from', () => {
    const table = new Table(ANALYSIS, CHAIN_TURNS).send({ type: 'browse', ply: 2 });
    expect([made(table), later(table)]).toEqual([CHAIN_TURNS.slice(0, 2), CHAIN_TURNS.slice(2)]);
    expect([table.state.browse, canAct(table.state), shownPly(table.state), lineLength(table.state)]).toEqual([null, true, 2, 10]);
    expect(table.state.view.stones).toEqual(new Table(FRIEND, CHAIN_TURNS.slice(0, 2)).state.view.stones);
  });
  test('the same turn goes along the game, another one leaves it', () => {
    const table = new Table(ANALYSIS, CHAIN_TURNS).send({ type: 'browse', ply: 0 }).tap('e2', 'e3');
    expect(lineLength(table.state)).toBe(10);
    table.send({ type: 'browse', ply: 0 }).tap('d2', 'e3');
    expect([made(table), later(table)]).toEqual([['d2-e3A'], []]);
  });
  test('forward again by one turn replays it, to any ply jumps', () => {
    const table = new Table(ANALYSIS, CHAIN_TURNS).send({ type: 'browse', ply: 1 }).send({ type: 'browse', ply: 2 });
    expect(table.state.animation?.steps.map((step) => step.to)).toEqual([point('e5'), point('e4')]);
    table.settle().send({ type: 'browse', ply: 99 });
    expect([made(table), later(table)]).toEqual([CHAIN_TURNS, []]);
  });
  test('a turn in the making is dropped by going elsewhere, and taking back goes back', () => {
    const table = new Table(ANALYSIS, CHAIN_TURNS).tap('i3', 'h4').send({ type: 'take-back' });
    expect([table.state.draft.text, made(table).length, later(table).length]).toEqual(['', 9, 1]);
    expect(canTakeBack(new Table(ANALYSIS).state)).toBe(false);
  });
  test('both sides are moved and no end is celebrated', () => {
    const table = new Table({ ...ANALYSIS, rules: 'quiet-limit=2', position: 'W8/9/9/9/8B w 0 1' }).tap('a5', 'a4', 'i1', 'i2');
    expect(table.state.view.outcome.result).toBe('draw');
    expect(table.effects).not.toContainEqual({ type: 'sound', sound: 'end' });
    expect(table.send({ type: 'browse', ply: 1 }).state.view.outcome.result).toBe('ongoing');
  });
  test('opens at a ply with the turns after it at hand, and is kept so', () => {
    const table = new Table(ANALYSIS, FORCED_TURNS, { ply: 3 });
    expect([made(table), later(table)]).toEqual([FORCED_TURNS.slice(0, 3), FORCED_TURNS.slice(3)]);
    expect(situation(table.state).title).toBe('Black to move');
  });
  test('a game that a word has ended goes on', () => {
    const table = new Table(ANALYSIS, FORCED_TURNS, { word: { kind: 'resign', loser: 'white' } });
    expect([table.state.word, table.state.view.outcome.result, canAct(table.state)]).toEqual([null, 'ongoing', true]);
  });
  test('the best turn is on the board while no stone is in hand', () => {
    const table = new Table(ANALYSIS);
    expect(scene(table.state, table.rules, 'd3-e3W').marks.bestLines).toEqual([[point('d3'), point('e3')]]);
    table.tap('e2');
    expect(scene(table.state, table.rules, 'd3-e3W').marks.bestLines).toBeUndefined();
  });
});

describe('a game from elsewhere', () => {
  test('begins where it is told, by Black too', () => {
    const table = new Table({ ...FRIEND, position: 'W8/9/9/9/8B b 3 7' });
    expect(table.state.view).toMatchObject({ side: 'black', quiet: 3, number: 7 });
    table.tap('i1', 'i2').send({ type: 'take-back' });
    expect(table.state.view).toMatchObject({ side: 'black', quiet: 3 });
  });
  test.each([['7x3', 7, 3], ['3x5', 3, 5], ['5x3', 5, 3], ['7x7', 7, 7], ['telo', 3, 3]])('has a board: %s', (variant, files, ranks) => {
    expect(readShape(variant)).toEqual({ files, ranks });
    const { boardPx } = frameFor(390, 844, { variant, flat: false, coordinates: true });
    expect(boardPx).toBeGreaterThan(150);
    expect(new Table({ ...FRIEND, variant }).state.view.stones).toHaveLength(files * ranks);
  });
  test.each(['4x4', '1x9', '9x7', '9', 'x', '99x99', 'chess', ''])('is refused on %s', (variant) => {
    expect(readShape(variant)).toBeNull();
  });
  test('turns that do not fit it throw, and nothing is opened half', () => {
    const table = new Table();
    expect(() => openGame(table.rules, FRIEND, true, { turns: ['a1-a2'], ply: 1, draft: '', word: null })).toThrow();
  });
});

describe('turns that are written', () => {
  const split = (text: string): string[] => splitTurns(text).map((turn) => turn.text);
  test('are found among numbers, comments, marks and results', () => {
    expect(split('1. e2-e3A! d4-e4W?? 2. {strong} d2-d3A $14 1-0')).toEqual(['e2-e3A', 'd4-e4W', 'd2-d3A']);
    expect(split('12...d4e4W\n13.e2e3A  ½-½')).toEqual(['d4e4W', 'e2e3A']);
    expect(split(' *  ')).toEqual([]);
  });

  function writer(table: Table): Parameters<typeof enterTurns>[1] {
    return {
      read: (text) => table.rules.read(text),
      mayMove: () => canAct(table.settle().state),
      play: (text, many) => void table.send({ type: 'typed', text, many }),
      done: () => void table.send({ type: 'written' }),
    };
  }

  test('are all played, told once and kept once', () => {
    const table = new Table();
    expect(enterTurns('1. e2-e3A f4-e5W-e4A 2. f2-e3A d5-d4A', writer(table))).toEqual({ played: 4, of: 4, fault: null });
    expect(made(table)).toEqual(CHAIN_TURNS.slice(0, 4));
    expect(table.effects.filter((effect) => effect.type === 'save')).toHaveLength(1);
    expect(table.effects.filter((effect) => effect.type === 'say-turn')).toHaveLength(1);
  });
  test('up to the first that cannot be, which is told with what is left', () => {
    const table = new Table();
    const entered = enterTurns('e2-e3A a1-b1 f2-e3A', writer(table));
    expect(entered).toMatchObject({ played: 1, of: 3, fault: { text: 'a1-b1', rest: 'a1-b1 f2-e3A', reading: { reading: 'illegal' } } });
    expect(made(table)).toEqual(['e2-e3A']);
  });
  test('one alone is animated, one of two meanings asks', () => {
    const table = new Table();
    expect(enterTurns('d3-e3', writer(table)).fault?.reading).toMatchObject({ reading: 'ambiguous', count: 2 });
    expect(enterTurns('d3-e3W', writer(table))).toEqual({ played: 1, of: 1, fault: null });
    expect(table.state.replaying).toBe(true);
  });
  test('nothing written is told, and so is a game that is over', () => {
    const table = new Table().send({ type: 'resign' });
    expect(enterTurns('', writer(new Table())).fault?.reading).toMatchObject({ reading: 'malformed', fault: 'empty' });
    expect(enterTurns('e2-e3A', writer(table)).fault?.reading).toBe('waiting');
    expect(message(table.state).tone).toBe('result');
  });
});
