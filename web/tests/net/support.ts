/* A clock that is turned by hand, sockets that lose what they are told to, and a server of a few lines that
 * keeps events as the real one does: stored before they are told, a command once. */

import { NetClient, type Watcher } from '../../src/net/client';
import { foldEvents, type NetGame } from '../../src/net/fold';
import type { Socket } from '../../src/net/line';
import type { Event, Refusal } from '../../src/net/protocol';

export const GAME = 'AbCdEfGhIj';
export const T0 = 1_800_000_000_000;

interface Timer {
  readonly at: number;
  readonly then: () => void;
}

export class HandClock {
  ms = 1000;
  private timers = new Set<Timer>();

  now = (): number => this.ms;

  later = (ms: number, then: () => void): (() => void) => {
    const timer = { at: this.ms + ms, then };
    this.timers.add(timer);
    return () => void this.timers.delete(timer);
  };

  /** Turns the clock on, ringing what rings on the way. */
  pass(ms: number): void {
    const until = this.ms + ms;
    for (;;) {
      const next = [...this.timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.timers.delete(next);
      this.ms = Math.max(this.ms, next.at);
      next.then();
    }
    this.ms = until;
  }
}

type Sent = Record<string, unknown> & { readonly do: string; readonly id?: number; readonly game?: string };


export class PlainServer {
  events: Event[] = [];
  readonly sockets: ServerSocket[] = [];
  /** Everything that arrived, in order. */
  readonly heard: Sent[] = [];
  /** True loses the next message, either way. */
  loses: () => boolean = () => false;
  refuses = false;
  away = false;
  /** Commands are refused for it. */
  refusesFor: Refusal['reason'] | null = null;
  /** What travels takes this long each way. */
  wayMs = 20;

  constructor(readonly clock: HandClock) {}

  connect = (): Socket => {
    const socket = new ServerSocket(this);
    this.sockets.push(socket);
    if (this.refuses) this.clock.later(this.wayMs, () => socket.onclose?.());
    else this.clock.later(this.wayMs, () => socket.onopen?.());
    return socket;
  };

  /** Appends an event and tells those who watch. */
  append(event: Record<string, unknown>): void {
    const whole = { n: this.events.length, at: T0 + this.clock.ms, ...event } as Event;
    this.events.push(whole);
    for (const socket of this.sockets) if (socket.watching) socket.tell({ is: 'events', game: GAME, from: whole.n, events: [whole] });
  }

  turns(): string[] {
    return foldEvents(null, this.events)?.turns.map((turn) => turn.text) ?? [];
  }

  cut(): void {
    for (const socket of this.sockets) socket.cut();
  }

  /** As one player's connection says it. */
  receive(socket: ServerSocket, sent: Sent): void {
    this.heard.push(sent);
    const done = (): void => socket.tell({ is: 'done', id: sent.id, game: GAME, number: this.events.length });
    const refuse = (reason: Refusal['reason']): void => socket.tell({ is: 'refused', id: sent.id, why: { reason, text: reason } });
    if (sent.do === 'hello') socket.tell({ is: 'welcome', protocol: 1, now: T0 + this.clock.ms, you: { id: 'me', kind: 'guest' } });
    else if (sent.do === 'ping') socket.tell({ is: 'pong', sent: sent['sent'], now: T0 + this.clock.ms });
    else if (sent.do === 'watch') {
      if (sent.game !== GAME) return refuse('no-game');
      socket.watching = true;
      const from = Number(sent['from']);
      if (from > this.events.length) return refuse('stale');
      socket.tell({ is: 'events', game: GAME, from, events: this.events.slice(from) });
      done();
    } else if (sent.do === 'leave') socket.watching = false;
    else if (sent.id !== undefined && socket.known.has(sent.id)) done();
    else if (this.away) refuse('storage');
    else if (this.refusesFor) refuse(this.refusesFor);
    else {
      if (sent.id !== undefined) socket.known.add(sent.id);
      if (sent.do === 'turn') {
        const turns = this.turns();
        if (turns[Number(sent['ply'])] === sent['turn']) return refuse('repeated');
        if (turns.length !== sent['ply']) return refuse('stale');
        this.append({ kind: 'turn', side: turns.length % 2 === 0 ? 'white' : 'black', turn: sent['turn'], left: null });
      } else if (sent.do === 'phrase') this.append({ kind: 'phrase', side: 'white', phrase: sent['phrase'] });
      else if (sent.do === 'takeback') this.append({ kind: 'takeback-ask', side: 'white' });
      else return refuse('unknown');
      done();
    }
  }
}

export class ServerSocket implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  watching = false;
  alive = true;
  readonly known = new Set<number>();

  constructor(private readonly server: PlainServer) {}

  send(text: string): void {
    if (!this.alive || this.server.loses()) return;
    this.server.clock.later(this.server.wayMs, () => this.alive && this.server.receive(this, JSON.parse(text)));
  }

  tell(message: unknown): void {
    if (!this.alive || this.server.loses()) return;
    this.server.clock.later(this.server.wayMs, () => this.alive && this.onmessage?.({ data: JSON.stringify(message) }));
  }

  /** The connection breaks, and both ends come to know. */
  cut(): void {
    if (!this.alive) return;
    this.alive = false;
    this.watching = false;
    this.onclose?.();
  }

  close(): void {
    this.alive = false;
    this.watching = false;
  }
}

export class Bench {
  readonly clock = new HandClock();
  readonly server = new PlainServer(this.clock);
  readonly client: NetClient;
  game: NetGame | null = null;
  readonly refusals: Refusal[] = [];

  constructor(random: () => number = () => 0.5) {
    this.client = new NetClient({ connect: this.server.connect, now: this.clock.now, later: this.clock.later, random });
    this.server.append({ kind: 'create', game: GAME, spec: { variant: 'tsivy', rules: '', clock: { kind: 'none' }, rated: false } });
    this.server.append({ kind: 'join', side: 'white', player: { id: 'me', kind: 'guest' } });
    this.server.append({ kind: 'join', side: 'black', player: { id: 'other', kind: 'guest' } });
  }

  watch(game = GAME): () => void {
    const watcher: Watcher = {
      next: () => this.game?.number ?? 0,
      events: (events) => (this.game = foldEvents(this.game, events)),
      presence: () => undefined,
      caughtUp: () => undefined,
      again: () => (this.game = null),
      refused: (why) => this.refusals.push(why),
    };
    return this.client.watch(game, watcher);
  }

  said(what: string): Sent[] {
    return this.server.heard.filter((sent) => sent.do === what);
  }
}
