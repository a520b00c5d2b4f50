/* The page's one connection, on the browser's own sockets. */

import { NetClient } from './client';
import { onIdentityChange } from './identity';
import type { Socket } from './line';

export { NetClient, NetLost, NetRefused } from './client';

let client: NetClient | null = null;

export function net(): NetClient {
  if (client) return client;
  const made = new NetClient({
    connect: () => new WebSocket(address(), 'fanorona.v1') as unknown as Socket,
    now: () => performance.now(),
    random: () => Math.random(),
    later: (ms, then) => {
      const timer = setTimeout(then, ms);
      return () => clearTimeout(timer);
    },
  });
  onIdentityChange(() => made.reopen());
  window.addEventListener('online', () => made.nudge());
  // A machine that wakes does not know yet that its connection is gone.
  document.addEventListener('visibilitychange', () => !document.hidden && made.nudge());
  client = made;
  return made;
}

/** Beside the page, as everything else of it. */
function address(): string {
  const at = new URL('api/v1/ws', document.baseURI);
  at.protocol = at.protocol === 'https:' ? 'wss:' : 'ws:';
  return at.href;
}
