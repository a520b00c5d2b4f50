/* The lobby's list, a game about to be made, and both in words. */

import { beforeAll, describe, expect, test } from 'vitest';
import { loadLanguage } from '../../../src/i18n';
import { changeLobby, seeksFor, watchable } from '../../../src/app/lobby/lobbyList';
import type { Making } from '../../../src/app/lobby/making';
import { FIRST_CHOICE, gameOf, handOver, hindrance, keepMaking, mayBeRated, OTHER_SIZES, readMaking, REAL_CLOCKS, seekOf, specOf, takeOver } from '../../../src/app/lobby/making';
import { decodeKey, encodeKey } from '../../../src/app/lobby/push';
import { clockText, loadWords, mySide, playerWords, rangeText, ratingText, specNames } from '../../../src/app/lobby/words';
import { readRoute } from '../../../src/app/router';
import type { GameSummary, Lobby, Player, Seek } from '../../../src/net/protocol';
import { readMessage } from '../../protocol';

const ANNA: Player = { id: 'anna', kind: 'account', name: 'Anna', rating: 1500, provisional: true };
const SPEC = specOf(FIRST_CHOICE);

function seek(id: string, at: number, by: Player = ANNA): Seek {
  return { seek: id, by, spec: SPEC, side: 'random', at };
}

function game(id: string, part: Partial<GameSummary> = {}): GameSummary {
  return { game: id, spec: SPEC, state: 'playing', turns: 3, events: 5, changed: 1, white: ANNA, ...part };
}

const LOBBY: Lobby = { seeks: [seek('s1', 1), seek('s2', 2)], games: [game('g1')], players: 4 };

describe('a change of the lobby', () => {
  test('adds, replaces and takes away', () => {
    const next = changeLobby(LOBBY, { is: 'lobby-change', add: [seek('s3', 3), { ...seek('s2', 2), side: 'white' }], remove: ['s1'], games: [game('g1', { turns: 4 }), game('g2')], players: 5 });
    expect(next.seeks.map(({ seek: id, side }) => `${id} ${side}`)).toEqual(['s3 random', 's2 white']);
    expect(next.games.map(({ game: id, turns }) => `${id} ${turns}`)).toEqual(['g2 3', 'g1 4']);
    expect(next.players).toBe(5);
  });

  test('that says nothing changes nothing', () => {
    expect(changeLobby(LOBBY, { is: 'lobby-change' })).toEqual(LOBBY);
  });

  test('lets games go that are gone or have ended', () => {
    const both = changeLobby(LOBBY, { is: 'lobby-change', games: [game('g2')] });
    expect(changeLobby(both, { is: 'lobby-change', gone: ['g1'], games: [game('g2', { state: 'ended' })] }).games).toEqual([]);
  });
});

test('one’s own offers stand apart, the newest first; one’s own games are not to be watched', () => {
  const lobby = { ...LOBBY, seeks: [...LOBBY.seeks, seek('mine', 0, { id: 'me', kind: 'guest' })], games: [game('g1'), game('g2', { black: { id: 'me', kind: 'guest' } }), game('g3', { state: 'waiting' })] };
  const { own, others } = seeksFor(lobby, 'me');
  expect([own.map((each) => each.seek), others.map((each) => each.seek)]).toEqual([['mine'], ['s2', 's1']]);
  expect(watchable(lobby, 'me').map((each) => each.game)).toEqual(['g1']);
});

describe('a game about to be made', () => {
  const made: readonly Partial<Making>[] = [
    {}, { against: 'computer', level: 8 }, { against: 'seek', ratingMin: 1200, ratingMax: 1800 }, { clock: 'none', variant: 'telo', rules: 'chain=mandatory,vela=white' },
    { clock: 'days', days: 14, variant: 'dimy', rules: 'vela=black,vela-first=giver' }, { variant: '7x5', rated: true }, { rated: true }, { start: ' 4B4/9/9/9/4W4 w 0 1 ' },
    ...OTHER_SIZES.map((variant) => ({ variant })), ...REAL_CLOCKS,
  ];

  test.each(made)('%j is one of the protocol', (part) => {
    const making = { ...FIRST_CHOICE, ...part };
    expect(readMessage('MakeGame', gameOf(making))).toBe('');
    expect(readMessage('MakeSeek', seekOf(making))).toBe('');
  });

  test('leaves out what its board knows nothing of', () => {
    expect(specOf({ ...FIRST_CHOICE, variant: 'telo', rules: 'chain=mandatory,vela=white,blocked=draw' }).rules).toBe('blocked=draw');
    expect(specOf({ ...FIRST_CHOICE, variant: '7x3', rules: 'vela=white' }).rules).toBe('');
  });

  test('is rated only where it may be', () => {
    const rated = (part: Partial<Making>): boolean => specOf({ ...FIRST_CHOICE, against: 'seek', rated: true, ...part }).rated;
    expect([rated({}), rated({ against: 'link' }), rated({ against: 'computer' }), rated({ rules: 'blocked=draw' }), rated({ start: '9/9/9/9/9' }), rated({ variant: '7x3' })])
      .toEqual([true, true, false, false, false, false]);
    expect(mayBeRated({ ...FIRST_CHOICE, variant: 'telo', rules: 'chain=mandatory' })).toBe(true);
  });

  test('says what stands against it', () => {
    const of = (part: Partial<Making>): unknown => hindrance({ ...FIRST_CHOICE, ...part });
    expect([of({}), of({ rules: 'quiet-limit=0,repetition=0' }), of({ baseS: 0, incrementS: 0 }), of({ baseS: 0, incrementS: 0, clock: 'none' }), of({ baseS: 0, incrementS: 5 }), of({ baseS: 60, incrementS: 0 }), of({ ratingMin: 1500, ratingMax: 1400 })])
      .toEqual([null, 'endless', 'no-time', null, null, null, 'rating-order']);
  });

  test('is remembered, and read with care', () => {
    const kept = new Map<string, string>();
    const store = { read: (key: string) => kept.get(key) ?? null, write: (key: string, text: string) => (kept.set(key, text), true), remove: () => undefined };
    expect(readMaking(store)).toEqual(FIRST_CHOICE);
    const making: Making = { ...FIRST_CHOICE, against: 'computer', variant: '7x5', rules: 'chain=mandatory', clock: 'days', days: 7, rated: true, side: 'black', level: 3 };
    keepMaking(store, { ...making, start: 'x', ratingMin: 5 });
    expect(readMaking(store)).toEqual(making);
    kept.forEach((_, key) => kept.set(key, '{"variant":"4x4","rules":"x","clock":"sand","baseS":-1,"days":99,"level":"3","side":"both","against":null}'));
    expect(readMaking(store)).toEqual(FIRST_CHOICE);
  });
});

test('a start that was set up elsewhere is taken once, and only if it can be read', () => {
  const kept = new Map<string, string>();
  const store = { read: (key: string) => kept.get(key) ?? null, write: (key: string, text: string) => (kept.set(key, text), true), remove: (key: string) => void kept.delete(key) };
  const start = { variant: '7x3', rules: 'blocked=draw', start: '7/3B3/3W3 w 0 1' };
  handOver(store, start);
  expect([takeOver(store), takeOver(store)]).toEqual([start, {}]);
  for (const bad of [{ ...start, variant: '8x8' }, { ...start, rules: 'x' }, { ...start, start: null }]) {
    handOver(store, bad as typeof start);
    expect(takeOver(store)).toEqual({});
  }
});

describe('in words', () => {
  beforeAll(async () => {
    await loadLanguage('en');
    await loadWords();
  });

  test('players of every kind', () => {
    const kinds: readonly [Player | undefined, string][] = [
      [ANNA, 'Anna'], [{ id: 'xyz1234', kind: 'guest' }, 'Guest 1234'], [{ id: 'c', kind: 'computer', level: 3 }, 'Computer, level 3'],
      [{ id: 'g', kind: 'gone' }, 'Former player'], [undefined, 'nobody yet'], [{ id: 'b', kind: 'bot', name: 'robo' }, 'robo'],
    ];
    for (const [player, words] of kinds) expect(playerWords(player)).toBe(words);
    expect([ratingText(ANNA), ratingText({ rating: 1600 }), ratingText({})]).toEqual(['1500?', '1600', '']);
  });

  test('clocks of every kind', () => {
    expect([
      clockText({ kind: 'none' }), clockText({ kind: 'days', days: 1 }), clockText({ kind: 'days', days: 3 }), clockText({ kind: 'real', base_s: 600, increment_s: 5 }),
      clockText({ kind: 'real', base_s: 45, increment_s: 0 }),
    ]).toEqual(['no clock', '1 day', '3 days', '10 + 5', '0:45 + 0']);
  });

  test('offers, with all that is not usual', () => {
    expect(specNames({ ...SPEC, variant: 'telo', rated: true, rules: 'blocked=draw' })).toEqual(['3×3 telo', 'rated', 'blocked is a draw']);
    expect([rangeText({}), rangeText({ rating_min: 1200 }), rangeText({ rating_max: 1800 }), rangeText({ rating_min: 1200, rating_max: 1800 })])
      .toEqual(['', 'rating from 1200', 'rating to 1800', 'rating 1200 to 1800']);
  });

  test('where one sits', () => {
    expect([mySide(game('g'), 'anna'), mySide(game('g'), 'me'), mySide(game('g'), null)]).toEqual(['white', null, null]);
  });
});

test('addresses of the pages', () => {
  expect(['#/lobby', '#/lobby/new', '#/lobby/new/seek', '#/player/A_b-1', '#/leaders/telo', '#/leaders/<b>', '#/account', '#/move/abc%20d.', '#/fair-play', '#/player/', '#/move'].map(readRoute)).toEqual([
    { page: 'lobby' }, { page: 'make', against: '' }, { page: 'make', against: 'seek' }, { page: 'player', name: 'A_b-1' }, { page: 'leaders', variant: 'telo' },
    { page: 'leaders', variant: 'tsivy' }, { page: 'account' }, { page: 'move', code: 'abc d' }, { page: 'fair-play' }, { page: 'home' }, { page: 'home' },
  ]);
});

test('keys of push are base64url without padding, both ways', () => {
  const bytes = Uint8Array.from([251, 255, 190, 0, 1]);
  expect(encodeKey(bytes.buffer)).toBe('-_--AAE');
  expect([...decodeKey('-_--AAE')]).toEqual([...bytes]);
});
