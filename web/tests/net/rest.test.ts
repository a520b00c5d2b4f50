/* Requests to a server: an answer is a value, whatever comes. */

import { describe, expect, test } from 'vitest';
import { asks } from '../../src/net/protocol';
import { gameFile, Rest } from '../../src/net/rest';

interface Sent {
  readonly address: string;
  readonly method: string;
  readonly body: unknown;
}

function restWith(status: number, text: string, sent: Sent[] = []): Rest {
  return new Rest((address, init) => {
    sent.push({ address: String(address), method: init?.method ?? '', body: init?.body === undefined ? undefined : JSON.parse(String(init.body)) });
    return Promise.resolve(new Response(status === 204 ? null : text, { status }));
  });
}

const ME = { player: { id: 'abc', kind: 'guest' }, made: 1 };

describe('an answer', () => {
  test('is what was asked for', async () => {
    expect(await restWith(200, JSON.stringify(ME)).me()).toEqual({ ok: true, value: ME });
  });

  test('of nothing is fine where nothing is due', async () => {
    expect(await restWith(204, '').endSession()).toEqual({ ok: true, value: null });
  });

  test('that refuses says why', async () => {
    const why = { reason: 'name-taken', text: 'Taken.' };
    expect(await restWith(409, JSON.stringify({ why })).makeAccount({ name: 'Hery', password: '12345678' })).toEqual({ ok: false, why });
  });

  test.each([
    ['a page of a plain host', 200, '<!doctype html><title>x</title>'],
    ['half an answer', 200, '{"player": {"id": "a"'],
    ['another answer', 200, '{"seeks": []}'],
    ['null', 200, 'null'],
    ['an empty one', 200, ''],
    ['a list', 200, '[]'],
    ['a refusal without a reason', 500, '{"why": {}}'],
    ['a refusal of a proxy', 502, 'Bad gateway'],
  ])('that is %s is told as one that is none', async (_name, status, text) => {
    expect(await restWith(status, text).me()).toMatchObject({ ok: false, why: { reason: 'answer' } });
  });

  test('that never comes is told', async () => {
    const rest = new Rest(() => Promise.reject(new TypeError('no network')));
    expect(await rest.me()).toMatchObject({ ok: false, why: { reason: 'network', text: 'no network' } });
  });
});

test('every request is one of the protocol, by its method and its path', async () => {
  const sent: Sent[] = [];
  const rest = restWith(200, '{}', sent);
  const clock = { kind: 'none' } as const;
  const spec = { variant: 'tsivy', rules: '', clock, rated: false };
  await Promise.all([
    rest.server(), rest.session(), rest.endSession(), rest.me(), rest.myGames({ state: 'playing' }), rest.deleteMe('x'), rest.makeAccount({ name: 'a', password: 'b' }),
    rest.login({ name: 'a', password: 'b' }), rest.changePassword({ old: 'a', new: 'b' }), rest.transfer(), rest.takeTransfer('c'), rest.bots(), rest.makeBot('b'),
    rest.endBot('b'), rest.lobby(), rest.makeSeek({ spec, side: 'random' }), rest.endSeek('s'), rest.acceptSeek('s'), rest.games({ player: 'a' }),
    rest.makeGame({ spec, side: 'white', opponent: { kind: 'link' } }), rest.game('g'), rest.player('a'), rest.leaders('tsivy'),
    rest.report({ player: 'p', why: 'other' }), rest.pushKey(), rest.pushTo({ endpoint: 'e', p256dh: 'p', auth: 'a' }), rest.endPush('e'),
  ]);
  const forms = Object.values(asks).map(({ method, path }) => ({ method, form: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`) }));
  for (const { address, method } of sent) {
    const path = address.replace(/^\./, '');
    expect(forms.some((form) => form.method === method && form.form.test(path)), `${method} ${path}`).toBe(true);
  }
  expect(sent.length).toBe(27);
});

test('names from elsewhere stay within their part of the address', async () => {
  const sent: Sent[] = [];
  const rest = restWith(200, '{}', sent);
  const evil = '../me?x=1#y';
  await Promise.all([rest.player(evil), rest.endBot(evil), rest.endSeek(evil), rest.acceptSeek(evil), rest.game(evil), rest.leaders(evil), rest.games({ player: evil })]);
  const part = '..%2Fme%3Fx%3D1%23y';
  expect(sent.map(({ address }) => address.replace('./api/v1/', ''))).toEqual([
    `players/${part}`, `bots/${part}`, `seeks/${part}`, `seeks/${part}/accept`, `games/${part}`, `leaderboard/${part}`, `games?player=${part}`,
  ]);
  expect(gameFile(evil, 'ics')).toBe(`./api/v1/games/${part}.ics`);
});

test('a guest is deleted without a password, an account with it', async () => {
  const sent: Sent[] = [];
  const rest = restWith(204, '', sent);
  await rest.deleteMe();
  await rest.deleteMe('secret');
  expect(sent.map(({ body }) => body)).toEqual([{}, { password: 'secret' }]);
});
