/* The service worker's notices: what the server tells is shown, whatever it is; a tap leads to the game. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';

interface Client {
  readonly url: string;
  readonly focused: boolean;
}

const SCOPE = 'https://host/folder/';
const SOURCE = readFileSync(join(import.meta.dirname, '../../src/offline/sw.js'), 'utf8');

/** A worker with these pages open. */
function worker(open: readonly Client[] = []) {
  const handlers = new Map<string, (event: unknown) => void>();
  const shown: { title: string; body: string; data: string }[] = [];
  const went: string[] = [];
  const clients = open.map((client) => ({
    ...client,
    focus() { return Promise.resolve(this); },
    navigate: (address: string) => Promise.resolve(went.push(`navigate ${address}`)),
  }));
  const self = {
    registration: { scope: SCOPE, showNotification: (title: string, { body, data }: { body: string; data: string }) => Promise.resolve(shown.push({ title, body, data })) },
    clients: { matchAll: () => Promise.resolve(clients), openWindow: (address: string) => Promise.resolve(went.push(`open ${address}`)) },
    addEventListener: (name: string, handler: (event: unknown) => void) => handlers.set(name, handler),
  };
  runInNewContext(SOURCE, { self, URL, caches: {}, console });
  const fire = async (name: string, event: object): Promise<void> => {
    let waits: Promise<unknown> = Promise.resolve();
    handlers.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (waits = promise) });
    await waits;
  };
  const push = (text: string | null): Promise<void> => fire('push', { data: text === null ? null : { json: () => JSON.parse(text) as unknown } });
  const tap = (data: string): Promise<void> => fire('notificationclick', { notification: { data, close: () => undefined } });
  return { push, tap, shown, went };
}

describe('a notice', () => {
  test('is shown as the server words it', async () => {
    const { push, shown } = worker();
    await push('{"title":"Ваш ход","body":"Tiana","game":"abcdefghij"}');
    expect(shown).toEqual([{ title: 'Ваш ход', body: 'Tiana', data: '#/net/abcdefghij' }]);
  });

  test.each([[null], [''], ['no json'], ['{}'], ['null'], ['[]'], ['{"title":5,"body":{},"game":"../../x"}']])('that is %j is one all the same', async (text) => {
    const { push, shown } = worker();
    await push(text);
    expect(shown).toEqual([{ title: 'Fanorona', body: '', data: '#/lobby' }]);
  });

  test('is left out for whoever looks at the game', async () => {
    const { push, shown } = worker([{ url: `${SCOPE}#/net/abcdefghij`, focused: true }]);
    await push('{"title":"a","game":"abcdefghij"}');
    await push('{"title":"b","game":"otherother"}');
    const away = worker([{ url: `${SCOPE}#/net/abcdefghij`, focused: false }]);
    await away.push('{"title":"c","game":"abcdefghij"}');
    expect([...shown, ...away.shown].map(({ title }) => title)).toEqual(['b', 'c']);
  });
});

test('a tap opens the game, in the page that is open already', async () => {
  const alone = worker();
  await alone.tap('#/net/abcdefghij');
  const open = worker([{ url: `${SCOPE}?lang=mg#/rules`, focused: false }]);
  await open.tap('#/net/abcdefghij');
  expect([alone.went, open.went]).toEqual([[`open ${SCOPE}#/net/abcdefghij`], [`navigate ${SCOPE}#/net/abcdefghij`]]);
});
