/* Who one is on this server, and one's games there. Nobody until the first act: watching and opening a link make
 * no guest. The cookie that says it cannot be read by the page, so it notes that it has been somebody. */

import type { GameSummary, Me, Server } from './protocol';
import { PROTOCOL } from './protocol';
import type { Answer, Rest, Trouble } from './rest';
import { rest } from './rest';

/** Of the note that one is somebody; another window sees it change. */
export const NOTE_KEY = 'fanorona.net';

export interface NoteStore {
  read(key: string): string | null;
  write(key: string, text: string): boolean;
  remove(key: string): void;
}

/** absent: nothing here lets people play; away: it does not answer, or the network is gone. */
export type Place = 'unknown' | 'here' | 'absent' | 'away';

export class Identity {
  place: Place = 'unknown';
  server: Server | null = null;
  me: Me | null = null;
  /** Waiting and running ones, those in which one is to move first. */
  games: readonly GameSummary[] = [];
  /** Why the last act found nobody. */
  refusal: Trouble | null = null;
  private readonly listeners = new Set<() => void>();
  private becoming: Promise<boolean> | null = null;
  private arriving: Promise<void> | null = null;
  /** For every question that is under way, the games one was told of since: they are newer than its answer. */
  private asking: Map<string, GameSummary>[] = [];

  constructor(
    private readonly asks: Pick<Rest, 'server' | 'session' | 'me' | 'myGames'>,
    private readonly notes: NoteStore,
    /** The connection has to be made anew: somebody else asks from now on. */
    private readonly changed: () => void = () => undefined,
  ) {}

  has(feature: string): boolean {
    return this.server?.features.includes(feature) ?? false;
  }

  get isAccount(): boolean {
    return this.me?.player.kind === 'account';
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Looks, once, whether there is a server to play on and who one is there; after 'away' once more. */
  arrive(): Promise<void> {
    this.arriving ??= this.look().finally(() => this.place === 'away' && (this.arriving = null));
    return this.arriving;
  }

  private async look(): Promise<void> {
    const answer = await this.asks.server();
    if (answer.ok && speaks(answer.value) && answer.value.features.includes('play')) {
      this.server = answer.value;
      this.place = 'here';
      if (this.notes.read(NOTE_KEY) !== null) await this.refresh();
    } else {
      this.place = isAway(answer) ? 'away' : 'absent';
    }
    this.tell();
  }

  /** Asks anew who one is and which games one has. */
  async refresh(): Promise<void> {
    const answer = await this.asks.me();
    if (answer.ok) {
      if (!isSame(this.me, answer.value)) this.asking = [];
      this.me = answer.value;
      await this.refreshGames();
    } else if (answer.why.reason === 'needs-player') {
      this.forget();
    }
    this.tell();
  }

  /** Another window of this browser has made one somebody else, or nobody. */
  async reconsider(): Promise<void> {
    const before = this.me;
    await this.refresh();
    // Who has become nobody has told it already.
    if (this.me && !isSame(before, this.me)) this.changed();
  }

  async refreshGames(): Promise<void> {
    const told = new Map<string, GameSummary>();
    this.asking.push(told);
    const [playing, waiting] = await Promise.all([this.asks.myGames({ state: 'playing' }), this.asks.myGames({ state: 'waiting' })]);
    const place = this.asking.indexOf(told);
    // A later question has been answered already, or one is somebody else by now.
    if (place < 0) return;
    if (!playing.ok || !waiting.ok) {
      this.asking.splice(place, 1);
      return;
    }
    this.asking.splice(0, place + 1);
    // A game that began in between may be in both answers.
    const games = new Map([...waiting.value.games, ...playing.value.games].map((game) => [game.game, game]));
    told.forEach((game, id) => games.set(id, game));
    this.games = yourTurnFirst([...games.values()].filter((game) => game.state !== 'ended'));
    this.tell();
  }

  /** One of one's games has changed. */
  noteGame(game: GameSummary): void {
    this.asking.forEach((told) => told.set(game.game, game));
    const others = this.games.filter((each) => each.game !== game.game);
    this.games = yourTurnFirst(game.state === 'ended' ? others : [game, ...others]);
    this.tell();
  }

  /** Before an act: makes one a guest if one is nobody. False: the server would not; `refusal` says why. */
  ensure(): Promise<boolean> {
    if (this.me) return Promise.resolve(true);
    this.becoming ??= this.become().finally(() => (this.becoming = null));
    return this.becoming;
  }

  private async become(): Promise<boolean> {
    const answer = await this.asks.session();
    if (!answer.ok) {
      this.refusal = answer.why;
      return false;
    }
    this.refusal = null;
    await this.became(answer.value);
    return true;
  }

  /** A login, a new account, a seat moved here: the cookie is another one now. */
  async became(me: Me): Promise<void> {
    const same = isSame(this.me, me);
    this.me = me;
    this.notes.write(NOTE_KEY, `${me.player.kind} ${me.player.id}`);
    if (!same) {
      this.asking = [];
      this.changed();
      await this.refreshGames();
    }
    this.tell();
  }

  /** One is nobody here any more. */
  forget(): void {
    this.me = null;
    this.games = [];
    this.asking = [];
    this.notes.remove(NOTE_KEY);
    this.changed();
    this.tell();
  }

  private tell(): void {
    this.listeners.forEach((listener) => listener());
  }
}

function isSame(before: Me | null, { player }: Me): boolean {
  return before?.player.id === player.id && before.player.kind === player.kind;
}

/** Without a network the page's own worker may answer, that it is away. */
function isAway(answer: Answer<Server>): boolean {
  return answer.ok ? (answer.value.name as string) === 'away' : answer.why.reason === 'network';
}

/** A server may be newer and still serve this page. */
function speaks(server: Server): boolean {
  return server.name === 'fanorona' && (server.protocols ?? [server.protocol]).includes(PROTOCOL);
}

function yourTurnFirst(games: readonly GameSummary[]): readonly GameSummary[] {
  const rank = (game: GameSummary): number => (game.your_turn === true ? 0 : game.state === 'playing' ? 1 : 2);
  return [...games].sort((a, b) => rank(a) - rank(b) || b.changed - a.changed);
}

const browserNotes: NoteStore = {
  read: (key) => guarded(() => localStorage.getItem(key), null),
  write: (key, text) => guarded(() => (localStorage.setItem(key, text), true), false),
  remove: (key) => guarded(() => localStorage.removeItem(key), undefined),
};

/** A store may be forbidden. */
function guarded<T>(act: () => T, otherwise: T): T {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

export const identity = new Identity(rest, browserNotes, () => reopen());

let reopen: () => void = () => undefined;
/** What is to be opened anew when somebody else asks. */
export function onIdentityChange(act: () => void): void {
  reopen = act;
}

/** Before the first act: false means the server would not have one; `identity.refusal` says why. */
export function ensurePlayer(): Promise<boolean> {
  return identity.ensure();
}
