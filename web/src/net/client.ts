/* The page's one conversation with the server: games that are watched from the event they are at, commands that
 * are kept until they are answered, the lobby. A connection may go at any moment and messages may be lost;
 * whatever was not answered is said again, and what has already happened is not said twice. */

import type { Command, Event, GameId, Refusal, Say, Side, Tell } from './protocol';
import { confirms } from './fold';
import type { LineServices } from './line';
import { Line, PING_MS, PLAY_PING_MS } from './line';

/** A command changed nothing, and why. */
export class NetRefused extends Error {
  constructor(readonly why: Refusal) {
    super(why.text);
  }
}

/** The connection went before there was an answer; whether it was carried out is not known. */
export class NetLost extends Error {}

export type DoneTell = Extract<Tell, { is: 'done' }>;
export type PresenceTell = Extract<Tell, { is: 'presence' }>;

/** Who looks at a game. */
export interface Watcher {
  /** Number of the event wanted next. */
  readonly next: () => number;
  /** Events from `next` on, in order and without a gap. */
  readonly events: (events: readonly Event[]) => void;
  readonly presence: (presence: PresenceTell) => void;
  /** All that had happened when the connection was made is known now. */
  readonly caughtUp: () => void;
  /** The server has fewer events than are known here: they begin anew with the first. */
  readonly again: () => void;
  /** It cannot be watched. */
  readonly refused: (why: Refusal) => void;
}

/** Not answered for so long, a message is taken for lost. */
export const ANSWER_MS = 4000;
/** So often events are asked for on a line that has lost something before: nothing tells that the last one is missing. */
const LOSSY_MS = 3000;
/** A release may be followed by the next use at once. */
const LINGER_MS = 5000;

interface Pending {
  readonly id: number;
  readonly say: object;
  /** In a game: it is kept across connections, for the game's events tell what became of it. */
  readonly command: Command | null;
  readonly side: Side | null;
  readonly done: (done: DoneTell) => void;
  readonly failed: (error: Error) => void;
  sentAt: number | null;
}

interface Watched {
  readonly watcher: Watcher;
  /** What its last question was numbered by. */
  id: number;
  /** Said on this connection, and when; null: to be said. */
  askedAt: number | null;
  /** What has happened so far is known: pending commands may be said again. */
  caughtUp: boolean;
}

/** Commands whose being said twice is no harm, for the server knows by the turn's number. */
const SURE: ReadonlySet<Command['do']> = new Set(['turn', 'sit', 'resign', 'abort', 'claim']);

type CommandSaid = Command extends infer Each ? (Each extends Command ? Omit<Each, 'id'> : never) : never;
type OtherSaid = Extract<Say, { do: 'seek' | 'unseek' | 'accept' }>;

export class NetClient {
  readonly line: Line;
  private readonly listeners = new Set<() => void>();
  private readonly hearers = new Set<(tell: Tell) => void>();
  private readonly watched = new Map<GameId, Watched>();
  private pending: Pending[] = [];
  private users = 0;
  private ids = 0;
  private wantsLobby = false;
  private cancelLinger: () => void = () => undefined;
  private cancelCheck: (() => void) | null = null;
  /** This connection has lost a message, and may lose others. */
  private lossy = false;

  constructor(private readonly services: LineServices) {
    this.line = new Line(services, {
      open: () => this.opened(),
      tell: (tell) => this.hear(tell),
      change: () => this.changed(),
      lost: () => this.lost(),
    });
  }

  get state(): Line['state'] {
    return this.line.state;
  }

  get you(): Line['you'] {
    return this.line.you;
  }

  get old(): boolean {
    return this.line.old;
  }

  get storageAway(): boolean {
    return this.line.storageAway;
  }

  get lagMs(): number | null {
    return this.line.lagMs;
  }

  serverNow(): number {
    return this.line.serverNow();
  }

  /** Keeps the connection up until the answer is called. */
  use(): () => void {
    this.users += 1;
    this.cancelLinger();
    this.line.start();
    let used = true;
    return () => {
      if (!used) return;
      used = false;
      this.users -= 1;
      if (this.users === 0) this.cancelLinger = this.services.later(LINGER_MS, () => this.users === 0 && this.line.stop());
    };
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  onTell(hearer: (tell: Tell) => void): () => void {
    this.hearers.add(hearer);
    return () => void this.hearers.delete(hearer);
  }

  /** Another identity asks from now on. */
  reopen(): void {
    this.line.reopen();
  }

  nudge(): void {
    this.line.nudge();
  }

  lobby(on: boolean): void {
    this.wantsLobby = on;
    this.line.say({ do: 'lobby', on });
  }

  /** Tells of a game until the answer is called. One watcher a game. */
  watch(game: GameId, watcher: Watcher): () => void {
    const watched: Watched = { watcher, id: 0, askedAt: null, caughtUp: false };
    this.watched.set(game, watched);
    this.keepPace();
    this.askFor(game, watched);
    return () => {
      if (this.watched.get(game) !== watched) return;
      this.watched.delete(game);
      this.keepPace();
      this.line.say({ do: 'leave', game });
    };
  }

  /** In a game, by the side one sits at. Resolves when it is stored; rejects with NetRefused. */
  command(say: CommandSaid, side: Side | null): Promise<DoneTell | null> {
    return this.queue(say as Command, say as Command, side);
  }

  /** Of the lobby. Rejects with NetRefused, or NetLost where the connection goes before the answer. */
  send(say: OtherSaid): Promise<DoneTell | null> {
    if (this.state !== 'open') return Promise.reject(new NetLost('there is no connection'));
    return this.queue(say, null, null);
  }

  /** Whether a command of a game is still without an answer. */
  isPending(game: GameId, what?: Command['do']): boolean {
    return this.pending.some(({ command }) => command?.game === game && (what === undefined || command.do === what));
  }

  private queue(say: object, command: Command | null, side: Side | null): Promise<DoneTell | null> {
    return new Promise((done, failed) => {
      this.ids += 1;
      const pending: Pending = { id: this.ids, say: { ...say, id: this.ids }, command, side, done, failed, sentAt: null };
      this.pending.push(pending);
      if (this.maySend(pending)) this.sendPending(pending);
      this.changed();
    });
  }

  private maySend({ command }: Pending): boolean {
    if (this.state !== 'open') return false;
    const watched = command && this.watched.get(command.game);
    return !command || !watched || watched.caughtUp || SURE.has(command.do);
  }

  private sendPending(pending: Pending): void {
    pending.sentAt = this.services.now();
    this.line.say(pending.say as Say);
    this.check();
  }

  private opened(): void {
    this.lossy = false;
    // What is not of a game nobody can ask for again.
    const gone = this.pending.filter(({ command, sentAt }) => command === null && sentAt !== null);
    this.pending = this.pending.filter((each) => !gone.includes(each));
    gone.forEach(({ failed }) => failed(new NetLost('the connection went')));
    this.pending.forEach((each) => (each.sentAt = null));
    if (this.wantsLobby) this.line.say({ do: 'lobby', on: true });
    this.watched.forEach((watched, game) => {
      watched.askedAt = null;
      this.askFor(game, watched);
    });
    this.flush();
  }

  private flush(): void {
    for (const each of this.pending) if (each.sentAt === null && this.maySend(each)) this.sendPending(each);
  }

  private askFor(game: GameId, watched: Watched): void {
    if (this.state !== 'open') return;
    this.ids += 1;
    watched.id = this.ids;
    this.line.say({ do: 'watch', game, from: watched.watcher.next(), id: watched.id });
    watched.askedAt = this.services.now();
    watched.caughtUp = false;
    this.check();
  }

  private keepPace(): void {
    this.line.pingMs = this.watched.size > 0 ? PLAY_PING_MS : PING_MS;
  }

  /** Something was lost: perhaps events, too. */
  private lost(): void {
    if (!this.lossy) this.askAgain();
    this.lossy = true;
  }

  private askAgain(): void {
    if (this.state !== 'open') return;
    this.watched.forEach((watched, game) => this.askFor(game, watched));
    if (this.watched.size > 0) this.services.later(LOSSY_MS, () => this.lossy && this.askAgain());
  }

  /** Looks from time to time whether something has been without an answer for too long. */
  private check(): void {
    this.cancelCheck ??= this.services.later(ANSWER_MS / 2, () => {
      this.cancelCheck = null;
      if (this.state !== 'open') return;
      const late = this.services.now() - ANSWER_MS;
      this.watched.forEach((watched, game) => {
        if (!watched.caughtUp && watched.askedAt !== null && watched.askedAt <= late) this.askFor(game, watched);
      });
      for (const each of this.pending) {
        if (each.sentAt === null || each.sentAt > late) continue;
        this.sendPending(each);
        this.lost();
      }
      const open = [...this.watched.values()].some(({ caughtUp }) => !caughtUp);
      if (open || this.pending.length > 0) this.check();
    });
  }

  private hear(tell: Tell): void {
    switch (tell.is) {
      case 'events':
        this.heardEvents(tell);
        break;
      case 'presence': {
        const watched = this.watched.get(tell.game);
        watched?.watcher.presence(tell);
        break;
      }
      case 'resync':
        if (tell.game === undefined) {
          if (this.wantsLobby) this.line.say({ do: 'lobby', on: true });
        } else {
          const watched = this.watched.get(tell.game);
          if (watched) this.askFor(tell.game, watched);
        }
        break;
      case 'done':
        this.settle(tell.id, (pending) => pending.done(tell));
        this.watched.forEach((watched) => {
          if (watched.id !== tell.id) return;
          watched.caughtUp = true;
          watched.watcher.caughtUp();
          this.flush();
        });
        this.lookBehind(tell);
        break;
      case 'refused':
        this.heardRefusal(tell);
        break;
      default:
        break;
    }
    this.hearers.forEach((hearer) => hearer(tell));
  }

  private heardEvents({ game, from, events }: Tell & { is: 'events' }): void {
    const watched = this.watched.get(game);
    if (!watched) return;
    const next = watched.watcher.next();
    if (from > next) {
      if (this.lossy) this.askFor(game, watched);
      else this.lost();
      return;
    }
    const fresh = events.slice(next - from);
    if (fresh.length > 0) watched.watcher.events(fresh);
    this.pending
      .filter(({ command, side }) => command?.game === game && fresh.some((event) => confirms(event, command, side)))
      .forEach(({ id }) => this.settle(id, (pending) => pending.done({ is: 'done', id })));
  }

  /** An answer that knows of more events than have come. */
  private lookBehind({ game, number }: DoneTell): void {
    const watched = game === undefined ? undefined : this.watched.get(game);
    if (!watched || number === undefined || game === undefined) return;
    // The events themselves are mostly already under way.
    this.services.later(ANSWER_MS / 4, () => {
      if (this.watched.get(game) === watched && watched.watcher.next() < number) this.askFor(game, watched);
    });
  }

  private heardRefusal({ id, why }: Tell & { is: 'refused' }): void {
    const pending = this.pending.find((each) => each.id === id);
    if (!pending) {
      this.watched.forEach((watched, game) => watched.id === id && this.refuseWatch(game, watched, why));
      return;
    }
    // What is away comes back; until then the command waits.
    if (why.reason === 'storage' || why.reason === 'draining') return;
    if (why.reason === 'too-fast') {
      pending.sentAt = this.services.now();
      return;
    }
    if (why.reason === 'repeated') this.settle(pending.id, (each) => each.done({ is: 'done', id: each.id }));
    else this.settle(pending.id, (each) => each.failed(new NetRefused(why)));
    if (pending.command && (why.reason === 'repeated' || why.reason === 'stale')) this.lookAgain(pending.command.game);
  }

  private lookAgain(game: GameId): void {
    const watched = this.watched.get(game);
    if (watched) this.askFor(game, watched);
  }

  private refuseWatch(game: GameId, watched: Watched, why: Refusal): void {
    // What is away comes back, and is asked again.
    if (why.reason === 'storage' || why.reason === 'draining' || why.reason === 'too-fast') return;
    if (why.reason === 'stale') {
      watched.watcher.again();
      this.askFor(game, watched);
      return;
    }
    this.watched.delete(game);
    watched.watcher.refused(why);
  }

  private settle(id: number, how: (pending: Pending) => void): void {
    const pending = this.pending.find((each) => each.id === id);
    if (!pending) return;
    this.pending = this.pending.filter((each) => each !== pending);
    how(pending);
    this.changed();
  }

  private changed(): void {
    this.listeners.forEach((listener) => listener());
  }
}
