/* A game as the fold of its events. */

import { describe, expect, test } from 'vitest';
import { applyEvent, FoldError, foldEvents, isPlaying, seatOf, timeLeft, type NetGame } from '../../src/net/fold';
import type { Clock, Event } from '../../src/net/protocol';

const AT = 1_800_000_000_000;

function game(clock: Clock, ...events: Record<string, unknown>[]): NetGame {
  const all = [
    { kind: 'create', game: 'AbCdEfGhIj', spec: { variant: 'tsivy', rules: '', clock, rated: true } },
    { kind: 'join', side: 'white', player: { id: 'w', kind: 'guest' } },
    ...events,
  ].map((event, n) => ({ n, at: AT + 1000 * n, ...event }) as Event);
  return foldEvents(null, all)!;
}
const black = { kind: 'join', side: 'black', player: { id: 'b', kind: 'account', name: 'Rakoto' } };
const turn = (side: string, text: string, left: unknown = null): Record<string, unknown> => ({ kind: 'turn', side, turn: text, left });
const NONE: Clock = { kind: 'none' };

test('waits for the other, then plays', () => {
  expect(isPlaying(game(NONE))).toBe(false);
  const playing = game(NONE, black);
  expect(isPlaying(playing)).toBe(true);
  expect(seatOf(playing, 'b')).toBe('black');
  expect(seatOf(playing, 'somebody')).toBeNull();
  expect(seatOf(playing, undefined)).toBeNull();
  expect(playing.number).toBe(3);
});

test('an event out of order, a second creation and a game without a beginning are refused', () => {
  const playing = game(NONE, black);
  const event = (n: number): Event => ({ n, at: AT, kind: 'turn', side: 'white', turn: 'e2-e3A', left: null });
  expect(() => applyEvent(playing, event(5))).toThrow(FoldError);
  expect(() => applyEvent(playing, event(2))).toThrow(FoldError);
  expect(() => applyEvent(null, event(0))).toThrow(FoldError);
  expect(applyEvent(playing, event(3)).turns).toHaveLength(1);
});

test('offers stand until a turn or an answer', () => {
  const offer = { kind: 'draw-offer', side: 'white' };
  expect(game(NONE, black, offer).draw).toBe('white');
  expect(game(NONE, black, offer, turn('white', 'e2-e3A')).draw).toBe('white');
  expect(game(NONE, black, offer, turn('white', 'e2-e3A'), turn('black', 'f4-e5W')).draw).toBeNull();
  const declined = game(NONE, black, offer, { kind: 'draw-decline', side: 'black' });
  expect(declined.draw).toBeNull();
  expect(declined.declined).toEqual({ n: 4, what: 'draw', side: 'black' });
});

test('a takeback takes turns and offers away', () => {
  const back = game(NONE, black, turn('white', 'e2-e3A'), turn('black', 'f4-e5W'), { kind: 'takeback-ask', side: 'white' },
    { kind: 'takeback', side: 'black', ply: 0, left: null });
  expect(back.turns).toEqual([]);
  expect(back.underWay).toBe(true);
  expect(back.takeback).toBeNull();
  expect(back.tookBack).toEqual({ n: 6, ply: 0 });
});

describe('clocks', () => {
  const REAL: Clock = { kind: 'real', base_s: 300, increment_s: 3 };

  test('stand at the stock until they begin, and show what they showed when they stand again', () => {
    const begun = game(REAL, black, turn('white', 'e2-e3A'));
    expect(timeLeft(begun, 'white', 'black', AT + 90_000)).toBe(300_000);
    const running = game(REAL, black, turn('white', 'e2-e3A'), turn('black', 'f4-e5W', [300_000, 290_000]));
    expect(timeLeft(running, 'white', 'white', AT + 4000 + 10_000)).toBe(290_000);
    expect(timeLeft(running, 'black', 'white', AT + 4000 + 10_000)).toBe(290_000);
    expect(timeLeft(running, 'white', 'white', AT + 4_000_000)).toBe(0);
    expect(timeLeft(running, 'white', 'white', AT)).toBe(300_000);
  });

  test('an increment alone is its own stock; days are days; none is none', () => {
    expect(timeLeft(game({ kind: 'real', base_s: 0, increment_s: 5 }, black), 'white', 'white', AT)).toBe(5000);
    expect(timeLeft(game({ kind: 'days', days: 3 }, black), 'white', 'white', AT)).toBe(3 * 86_400_000);
    expect(timeLeft(game(NONE, black), 'white', 'white', AT)).toBeNull();
  });

  test('the end stops them, and only events that tell of clocks change them', () => {
    const over = game(REAL, black, turn('white', 'e2-e3A'), turn('black', 'f4-e5W', [300_000, 290_000]), { kind: 'phrase', side: 'white', phrase: 'hello' },
      { kind: 'end', result: 'black', reason: 'resignation', left: [250_000, 290_000] });
    expect(over.said?.phrase).toBe('hello');
    expect(timeLeft(over, 'white', 'white', AT + 1_000_000)).toBe(250_000);
    expect(over.end).toEqual({ result: 'black', reason: 'resignation', at: AT + 6000 });
  });
});

test('what comes after the end: ratings, an offer, the next game', () => {
  const after = game(NONE, black, { kind: 'end', result: 'draw', reason: 'agreement', left: null },
    { kind: 'rated', white: { before: 1500, after: 1508, provisional: true }, black: { before: 1510, after: 1502, provisional: false } },
    { kind: 'rematch-offer', side: 'white', rematch: 'vela' });
  expect(after.ratings?.white.after).toBe(1508);
  expect(after.rematch).toEqual({ side: 'white', kind: 'vela', agreed: false });
  const next = applyEvent(after, { n: 6, at: AT, kind: 'remade', game: 'JihGfEdCbA' });
  expect(next.next).toBe('JihGfEdCbA');
  expect(next.rematch).toBeNull();
});
