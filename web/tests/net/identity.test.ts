/* Who one is: nobody until the first act, and never asked where there is no server. */

import { describe, expect, test } from 'vitest';
import { Identity } from '../../src/net/identity';
import type { GameSummary, Me, Server } from '../../src/net/protocol';
import type { Answer, Rest } from '../../src/net/rest';

const SERVER: Server = { name: 'fanorona', version: '1', protocol: 1, protocols: [1], features: ['play'] };
const GUEST: Me = { player: { id: 'guest1', kind: 'guest' }, made: 1 };
const ACCOUNT: Me = { player: { id: 'guest1', kind: 'account', name: 'Hery' }, made: 1 };

function game(id: string, part: Partial<GameSummary> = {}): GameSummary {
  return { game: id, spec: { variant: 'tsivy', rules: '', clock: { kind: 'none' }, rated: false }, state: 'playing', turns: 1, events: 1, changed: 1, ...part };
}

const yes = <T>(value: T): Promise<Answer<T>> => Promise.resolve({ ok: true, value });
const no = <T>(reason: 'network' | 'answer' | 'needs-player' | 'too-many'): Promise<Answer<T>> => Promise.resolve({ ok: false, why: { reason, text: '' } });

function world(asks: Partial<Pick<Rest, 'server' | 'session' | 'me' | 'myGames'>> = {}, notes = new Map<string, string>()) {
  const asked: string[] = [];
  const all: Pick<Rest, 'server' | 'session' | 'me' | 'myGames'> = { server: () => yes(SERVER), session: () => yes(GUEST), me: () => yes(GUEST), myGames: () => yes({ games: [] }), ...asks };
  const heard = <K extends keyof typeof all>(name: K): (typeof all)[K] => ((...args: never[]) => (asked.push(name), (all[name] as (...a: never[]) => unknown)(...args))) as (typeof all)[K];
  let changes = 0;
  const store = { read: (key: string) => notes.get(key) ?? null, write: (key: string, text: string) => (notes.set(key, text), true), remove: (key: string) => void notes.delete(key) };
  const identity = new Identity({ server: heard('server'), session: heard('session'), me: heard('me'), myGames: heard('myGames') }, store, () => (changes += 1));
  return { identity, asked, notes, changes: () => changes };
}

describe('arriving', () => {
  test('somebody who never was anybody here is not asked for', async () => {
    const { identity, asked } = world();
    await identity.arrive();
    expect([identity.place, asked]).toEqual(['here', ['server']]);
  });

  test('whoever has been somebody is, with the games', async () => {
    const { identity } = world({ myGames: ({ state } = {}) => yes({ games: state === 'playing' ? [game('a'), game('b', { your_turn: true })] : [game('c', { state: 'waiting' })] }) }, new Map([['fanorona.net', 'player']]));
    await identity.arrive();
    expect(identity.me).toEqual(GUEST);
    expect(identity.games.map((each) => each.game)).toEqual(['b', 'a', 'c']);
  });

  test('whom the server has forgotten is nobody again', async () => {
    const { identity, notes } = world({ me: () => no('needs-player') }, new Map([['fanorona.net', 'player']]));
    await identity.arrive();
    expect([identity.me, notes.size]).toEqual([null, 0]);
  });

  test.each([
    ['a plain host', () => no<Server>('answer'), 'absent'],
    ['a server without play', () => yes({ ...SERVER, features: ['tables'] }), 'absent'],
    ['a server of another protocol', () => yes({ ...SERVER, protocol: 9, protocols: [9, 8] }), 'absent'],
    ['something else', () => yes({ ...SERVER, name: 'other' } as unknown as Server), 'absent'],
    ['no network', () => no<Server>('network'), 'away'],
    ['no network, by the worker’s word', () => yes({ name: 'away', features: [] } as unknown as Server), 'away'],
  ] as const)('at %s there is nothing to play on', async (_name, server, place) => {
    const { identity } = world({ server });
    await identity.arrive();
    expect(identity.place).toBe(place);
  });

  test('a newer server that still serves this protocol will do', async () => {
    const { identity } = world({ server: () => yes({ ...SERVER, protocol: 2, protocols: [2, 1] }) });
    await identity.arrive();
    expect(identity.place).toBe('here');
  });

  test('asks once, and after a failure once more', async () => {
    let there = false;
    const { identity, asked } = world({ server: () => (there ? yes(SERVER) : no('network')) });
    await Promise.all([identity.arrive(), identity.arrive()]);
    there = true;
    await identity.arrive();
    await identity.arrive();
    expect([identity.place, asked]).toEqual(['here', ['server', 'server']]);
  });
});

describe('the first act', () => {
  test('makes one guest, however many acts come at once', async () => {
    const { identity, asked, notes, changes } = world();
    expect(await Promise.all([identity.ensure(), identity.ensure()])).toEqual([true, true]);
    expect(asked.filter((name) => name === 'session').length).toBe(1);
    expect([identity.me, notes.get('fanorona.net'), changes()]).toEqual([GUEST, 'guest guest1', 1]);
  });

  test('is refused with the server’s reason, and may be tried again', async () => {
    let full = true;
    const { identity } = world({ session: () => (full ? no('too-many') : yes(GUEST)) });
    expect(await identity.ensure()).toBe(false);
    expect(identity.refusal?.reason).toBe('too-many');
    full = false;
    expect(await identity.ensure()).toBe(true);
  });
});

test('the connection is made anew only when somebody else asks', async () => {
  const { identity, changes } = world();
  await identity.ensure();
  await identity.became(GUEST);
  expect(changes()).toBe(1);
  await identity.became(ACCOUNT);
  expect([changes(), identity.isAccount]).toEqual([2, true]);
  identity.forget();
  expect([changes(), identity.me]).toEqual([3, null]);
});

test('a game that has changed takes its place, one that has ended goes', async () => {
  const { identity } = world();
  await identity.ensure();
  identity.noteGame(game('a'));
  identity.noteGame(game('b', { your_turn: true }));
  identity.noteGame(game('a', { your_turn: true, changed: 9 }));
  expect(identity.games.map((each) => each.game)).toEqual(['a', 'b']);
  identity.noteGame(game('a', { state: 'ended' }));
  expect(identity.games.map((each) => each.game)).toEqual(['b']);
});

describe('games that are asked for', () => {
  /** Answers only when told to, in any order. */
  function held() {
    const open: ((games: readonly GameSummary[]) => void)[] = [];
    const asked = world({
      myGames: ({ state } = {}) => new Promise((resolve) => void open.push((games) => resolve({ ok: true, value: { games: games.filter((each) => each.state === state) } }))),
    });
    /** Both halves of the question that came as number `which`. */
    const answer = (which: number, games: readonly GameSummary[]): void => open.slice(2 * which, 2 * which + 2).forEach((each) => each(games));
    return { ...asked, answer };
  }
  const shown = (identity: Identity): string[] => identity.games.map((each) => `${each.game} ${each.state} ${each.turns}`);

  test('what one was told of meanwhile is newer than the answer', async () => {
    const { identity, answer } = held();
    const done = identity.refreshGames();
    identity.noteGame(game('a', { turns: 7 }));
    identity.noteGame(game('b', { state: 'ended' }));
    answer(0, [game('a', { state: 'waiting', turns: 0 }), game('b'), game('c')]);
    await done;
    expect(shown(identity).sort()).toEqual(['a playing 7', 'c playing 1']);
  });

  test('a game that began between the two halves is there once', async () => {
    const { identity } = world({ myGames: ({ state = 'playing' } = {}) => yes({ games: [game('a', { state })] }) });
    await identity.refreshGames();
    expect(shown(identity)).toEqual(['a playing 1']);
  });

  test('an answer that is overtaken by a later one counts no more', async () => {
    const { identity, answer } = held();
    const done = Promise.all([identity.refreshGames(), identity.refreshGames()]);
    answer(1, [game('new')]);
    await Promise.resolve();
    answer(0, [game('old')]);
    await done;
    expect(shown(identity)).toEqual(['new playing 1']);
  });

  test('who has left has no games, whatever answer is still to come', async () => {
    const { identity, answer } = held();
    const done = identity.refreshGames();
    identity.forget();
    answer(0, [game('a')]);
    await done;
    expect(identity.games).toEqual([]);
  });
});

describe('another window', () => {
  const STRANGER: Me = { player: { id: 'other1', kind: 'account', name: 'Soa' }, made: 1 };

  test('logs out, and logs in as somebody else: so does this one, and its connection', async () => {
    let me: () => Promise<Answer<Me>> = () => yes(GUEST);
    const { identity, notes, changes } = world({ me: () => me() }, new Map([['fanorona.net', 'guest guest1']]));
    await identity.arrive();
    expect(changes()).toBe(0);
    me = () => no('needs-player');
    await identity.reconsider();
    expect([identity.me, changes()]).toEqual([null, 1]);
    me = () => yes(STRANGER);
    await identity.reconsider();
    expect([identity.me, changes()]).toEqual([STRANGER, 2]);
    await identity.reconsider();
    expect(changes()).toBe(2);
    expect(notes.size).toBe(0);
  });

  test('sees in the note who one has become', async () => {
    const { identity, notes } = world();
    await identity.ensure();
    const before = notes.get('fanorona.net');
    await identity.became(ACCOUNT);
    expect(notes.get('fanorona.net')).not.toBe(before);
  });
});
