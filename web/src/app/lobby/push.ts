/* Notices for a closed page, by the browser's own push service: the service worker shows them. */

import { currentLanguage } from '../../i18n';
import { identity } from '../../net/identity';
import type { PushSubscription as PushAddress } from '../../net/protocol';
import type { Trouble } from '../../net/rest';
import { rest } from '../../net/rest';
import { browserStore } from '../store/storage';

export type PushState = 'on' | 'off' | 'insecure' | 'unable' | 'denied';
/** What became of switching; or why the server would not. */
export type Switched = PushState | 'failed' | Trouble;

async function worker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return null;
  return (await navigator.serviceWorker.getRegistration()) ?? null;
}

export async function pushState(): Promise<PushState> {
  if (!window.isSecureContext) return 'insecure';
  const registration = await worker();
  if (!registration) return 'unable';
  if (Notification.permission === 'denied') return 'denied';
  return (await registration.pushManager.getSubscription()) ? 'on' : 'off';
}

const SENT_KEY = 'fanorona.push';

/** Whose notices go where. */
function markOf(endpoint: string): string {
  return `${identity.me?.player.id ?? ''} ${endpoint}`;
}

/** Browsers change the address now and then, and people who they are: the server learns of both. */
export async function renewPush(): Promise<void> {
  const sent = browserStore.read(SENT_KEY);
  if (sent === null) return;
  const subscription = await (await worker())?.pushManager.getSubscription();
  if (!subscription || sent === markOf(subscription.endpoint)) return;
  if ((await rest.pushTo(addressOf(subscription))).ok) browserStore.write(SENT_KEY, markOf(subscription.endpoint));
}

/** Asks the browser, then tells the server where notices go. */
export async function startPush(): Promise<Switched> {
  const registration = await worker();
  if (!registration) return 'unable';
  if ((await Notification.requestPermission()) !== 'granted') return Notification.permission === 'denied' ? 'denied' : 'off';
  const key = await rest.pushKey();
  if (!key.ok) return key.why;
  try {
    const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: decodeKey(key.value.key) });
    const sent = await rest.pushTo(addressOf(subscription));
    if (sent.ok) {
      browserStore.write(SENT_KEY, markOf(subscription.endpoint));
      return 'on';
    }
    await subscription.unsubscribe();
    return sent.why;
  } catch {
    return 'failed';
  }
}

export async function stopPush(): Promise<Switched> {
  const subscription = await (await worker())?.pushManager.getSubscription();
  browserStore.remove(SENT_KEY);
  if (!subscription) return 'off';
  const ended = await rest.endPush(subscription.endpoint);
  await subscription.unsubscribe();
  return ended.ok ? 'off' : ended.why;
}

function addressOf(subscription: PushSubscription): PushAddress {
  return {
    endpoint: subscription.endpoint, p256dh: encodeKey(subscription.getKey('p256dh')), auth: encodeKey(subscription.getKey('auth')),
    language: currentLanguage(),
  };
}

/** Base64url without its padding. */
export function encodeKey(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

export function decodeKey(text: string): Uint8Array<ArrayBuffer> {
  const signs = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
}
