/* Notices: on only when the browser and the server both agree, and told anew when the address or the person is another. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pushState, renewPush, startPush, stopPush } from '../../../src/app/lobby/push';
import { loadLanguage } from '../../../src/i18n';
import { identity } from '../../../src/net/identity';
import { rest } from '../../../src/net/rest';

const KEY = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM';

interface Ways {
  readonly permission?: string;
  readonly answer?: string;
  readonly fails?: boolean;
  readonly secure?: boolean;
}

/** A browser with a push service. */
function browser({ permission = 'granted', answer = permission, fails = false, secure = true }: Ways = {}) {
  const state = { endpoint: 'https://push/1', subscribed: false, permission };
  const subscription = {
    get endpoint() { return state.endpoint; },
    getKey: (name: string) => Uint8Array.from(name === 'auth' ? [1, 2] : [3, 4]).buffer,
    unsubscribe: () => Promise.resolve((state.subscribed = false)),
  };
  const pushManager = {
    getSubscription: () => Promise.resolve(state.subscribed ? subscription : null),
    subscribe: () => (fails ? Promise.reject(new Error('no push service')) : Promise.resolve(((state.subscribed = true), subscription))),
  };
  const kept = new Map<string, string>();
  vi.stubGlobal('window', { isSecureContext: secure, PushManager: {}, Notification: {} });
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => Promise.resolve({ pushManager }) } });
  vi.stubGlobal('Notification', { get permission() { return state.permission; }, requestPermission: () => Promise.resolve((state.permission = answer)) });
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => kept.set(key, text), removeItem: (key: string) => kept.delete(key) });
  return state;
}

const sent = vi.spyOn(rest, 'pushTo');

beforeEach(async () => {
  await loadLanguage('mg');
  vi.spyOn(rest, 'pushKey').mockResolvedValue({ ok: true, value: { key: KEY } });
  vi.spyOn(rest, 'endPush').mockResolvedValue({ ok: true, value: null });
  sent.mockReset().mockResolvedValue({ ok: true, value: null });
  identity.me = { player: { id: 'me', kind: 'guest' }, made: 1 };
});
afterEach(() => vi.unstubAllGlobals());

describe('switched on', () => {
  test('the server learns the address, the keys and the language', async () => {
    browser();
    expect(await startPush()).toBe('on');
    expect(sent.mock.calls).toEqual([[{ endpoint: 'https://push/1', p256dh: 'AwQ', auth: 'AQI', language: 'mg' }]]);
    expect(await pushState()).toBe('on');
    expect(await stopPush()).toBe('off');
    expect(await pushState()).toBe('off');
  });

  test('against the person’s will it stays off', async () => {
    browser({ permission: 'default', answer: 'denied' });
    expect([await startPush(), await pushState(), sent.mock.calls.length]).toEqual(['denied', 'denied', 0]);
  });

  test('without a push service it is told', async () => {
    browser({ fails: true });
    expect(await startPush()).toBe('failed');
  });

  test('refused by the server, nothing stays behind in the browser', async () => {
    const state = browser();
    sent.mockResolvedValue({ ok: false, why: { reason: 'too-many', text: '' } });
    expect(await startPush()).toMatchObject({ reason: 'too-many' });
    expect(state.subscribed).toBe(false);
  });

  test('needs https', async () => {
    browser({ secure: false });
    expect(await pushState()).toBe('insecure');
  });
});

describe('later', () => {
  test('the same address of the same person is not told again, another one is', async () => {
    const state = browser();
    await startPush();
    await renewPush();
    expect(sent).toHaveBeenCalledTimes(1);
    state.endpoint = 'https://push/2';
    await renewPush();
    identity.me = { player: { id: 'other', kind: 'account', name: 'Other' }, made: 1 };
    await renewPush();
    await renewPush();
    expect(sent.mock.calls.map(([address]) => address.endpoint)).toEqual(['https://push/1', 'https://push/2', 'https://push/2']);
  });

  test('whoever never switched it on is left alone', async () => {
    browser().subscribed = true;
    await renewPush();
    expect(sent).not.toHaveBeenCalled();
  });
});
