/* One connection at a time, kept up: it comes back by itself, slower with every failure and never in step with
 * others; it measures how long a message takes, and what the server's clock shows. */

import type { Player, RefusalReason, Say, Tell, Time } from './protocol';

/** What of a WebSocket is needed; the tests bring their own. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

export interface LineServices {
  readonly connect: () => Socket;
  /** Milliseconds from any fixed moment. */
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Calls `then` once, unless the answer is called before. */
  readonly later: (ms: number, then: () => void) => () => void;
}

/** off: nobody needs it. waiting: until the next try. ended: the server wants no more of it. */
export type LineState = 'off' | 'connecting' | 'open' | 'waiting' | 'ended';

export const PROTOCOL = 1;
/** A hello that is not answered in that time is tried anew. */
const HELLO_MS = 8000;
export const PING_MS = 15_000;
/** While somebody plays: the other side is told how the line is, and a line that has gone is noticed soon. */
export const PLAY_PING_MS = 4000;
const PONG_MS = 4000;
const BACK_FIRST_MS = 400;
const BACK_MOST_MS = 20_000;
/** Of the last ones the quickest tells the server's clock best. */
const SAMPLES = 8;

interface Sample {
  readonly lag: number;
  readonly offset: number;
}

export class Line {
  state: LineState = 'off';
  you: Player | null = null;
  /** The page is older than the server: to be loaded anew after the game. */
  old = false;
  storageAway = false;
  /** Why the server has ended it. */
  bye: RefusalReason | null = null;
  /** When the next try comes, by `now`. */
  retryAt = 0;
  private socket: Socket | null = null;
  /** Between two questions how the line is. */
  pingMs = PING_MS;
  private failures = 0;
  private readonly timers = new Map<'state' | 'ping' | 'pong', () => void>();
  private samples: readonly Sample[] = [];
  private awaited: number | null = null;

  constructor(
    private readonly services: LineServices,
    private readonly on: {
      /** A connection has been welcomed: everything is to be said anew. */
      readonly open: () => void;
      readonly tell: (tell: Tell) => void;
      readonly change: () => void;
      /** Something was lost on the way. */
      readonly lost: () => void;
    },
  ) {}

  /** How long a message takes there and back, as measured last. */
  get lagMs(): number | null {
    return this.samples[this.samples.length - 1]?.lag ?? null;
  }

  /** What the server's clock shows. */
  serverNow(): Time {
    const best = this.samples.reduce<Sample | null>((least, sample) => (least && least.lag <= sample.lag ? least : sample), null);
    return this.services.now() + (best?.offset ?? Date.now() - this.services.now());
  }

  start(): void {
    if (this.state === 'off' || this.state === 'ended') this.open();
  }

  stop(): void {
    this.drop();
    this.failures = 0;
    this.become('off');
  }

  /** Somebody else is sitting here now, or there is a network again. */
  reopen(): void {
    if (this.state === 'off') return;
    this.drop();
    this.failures = 0;
    this.open();
  }

  /** Does not wait for the next try. */
  nudge(): void {
    if (this.state === 'waiting') this.open();
    else if (this.state === 'open') this.ping();
  }

  say(say: Say | Readonly<Record<string, unknown>>): boolean {
    if (this.state !== 'open' || !this.socket) return false;
    this.send(say);
    return true;
  }

  private send(message: object): void {
    try {
      this.socket?.send(JSON.stringify(message));
    } catch {
      // It is closing: whoever has said it says it again on the next one.
    }
  }

  private open(): void {
    this.drop();
    this.become('connecting');
    let socket: Socket;
    try {
      socket = this.services.connect();
    } catch {
      this.fail();
      return;
    }
    this.socket = socket;
    const mine = (act: () => void) => (): void => {
      if (this.socket === socket) act();
    };
    socket.onopen = mine(() => this.send({ do: 'hello', protocol: PROTOCOL }));
    socket.onclose = mine(() => this.fail());
    socket.onmessage = ({ data }) => {
      if (this.socket === socket && typeof data === 'string') this.hear(data);
    };
    this.after('state', HELLO_MS, () => this.fail());
  }

  private hear(text: string): void {
    const tell = readTell(text);
    if (!tell) return;
    // However late: a line that says something is there.
    this.misses = 0;
    switch (tell.is) {
      case 'welcome':
        this.welcomed(tell);
        return;
      case 'pong':
        this.ponged(tell);
        return;
      case 'storage':
        this.storageAway = tell.away;
        this.on.change();
        break;
      case 'bye':
        this.ended(tell);
        return;
      default:
        break;
    }
    if (this.state === 'open') this.on.tell(tell);
  }

  private welcomed(tell: Tell & { is: 'welcome' }): void {
    if (this.state !== 'connecting') return;
    this.failures = 0;
    this.you = tell.you ?? null;
    this.old = tell.old === true;
    this.storageAway = false;
    this.bye = null;
    // Another connection may take another way, and a machine may have slept.
    this.samples = [{ lag: PONG_MS, offset: tell.now - this.services.now() }];
    this.timers.get('state')?.();
    this.state = 'open';
    this.on.open();
    this.on.change();
    this.ping();
  }

  private ping(): void {
    if (this.awaited !== null) return;
    const sent = this.services.now();
    const { lagMs } = this;
    this.awaited = sent;
    this.send({ do: 'ping', sent, ...(this.samples.length > 1 && lagMs !== null ? { lag: Math.min(60_000, Math.round(lagMs)) } : {}) });
    this.after('pong', PONG_MS, () => this.missed());
    this.after('ping', this.pingMs, () => this.ping());
  }

  private misses = 0;

  /** A connection that answers nothing is none. */
  private missed(): void {
    this.awaited = null;
    this.misses += 1;
    if (this.misses > 1) {
      this.fail();
      return;
    }
    this.on.lost();
    this.ping();
  }

  private ponged(tell: Tell & { is: 'pong' }): void {
    const now = this.services.now();
    if (this.awaited === tell.sent) {
      this.awaited = null;
      this.timers.get('pong')?.();
    }
    const lag = Math.max(0, now - tell.sent);
    const real = this.samples.filter((sample) => sample.lag < PONG_MS);
    this.samples = [...(real.length > 0 ? real : this.samples), { lag, offset: tell.now + lag / 2 - now }].slice(-SAMPLES);
    this.on.change();
  }

  private ended(tell: Tell & { is: 'bye' }): void {
    this.bye = tell.reason;
    if (tell.again_s === undefined && FINAL.has(tell.reason)) {
      this.drop();
      this.become('ended');
    } else {
      this.fail(1000 * (tell.again_s ?? 0));
    }
  }

  private fail(atLeastMs = 0): void {
    this.drop();
    const most = Math.min(BACK_MOST_MS, BACK_FIRST_MS * 2 ** this.failures);
    const wait = atLeastMs + most * (0.5 + this.services.random() / 2);
    this.failures = Math.min(this.failures + 1, 16);
    this.retryAt = this.services.now() + wait;
    this.become('waiting');
    this.after('state', wait, () => this.open());
  }

  private become(state: LineState): void {
    this.state = state;
    this.on.change();
  }

  private after(which: 'state' | 'ping' | 'pong', ms: number, then: () => void): void {
    this.timers.get(which)?.();
    this.timers.set(which, this.services.later(ms, then));
  }

  private drop(): void {
    this.timers.forEach((cancel) => cancel());
    this.timers.clear();
    this.awaited = null;
    this.misses = 0;
    const { socket } = this;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}

/** After these it is of no use to come back. */
const FINAL: ReadonlySet<RefusalReason> = new Set(['blocked', 'protocol', 'not-allowed']);

/** Null for what is no message. What it holds is the server's word. */
function readTell(text: string): Tell | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && typeof (value as { is?: unknown }).is === 'string' ? (value as Tell) : null;
  } catch {
    return null;
  }
}
