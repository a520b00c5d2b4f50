/* Requests of HTTP to the server the page came from. An answer is a value: what was asked for, or why not;
 * nothing here throws. Addresses are relative, so that the page may lie in any folder of its host. */

import type {
  BotMade, Credentials, Done, GameMade, GameState, GameSummary, Games, Leaderboard, Lobby, MakeGame, MakeSeek, Me, NewPassword, Player,
  Profile, PushKey, PushSubscription as PushAddress, Refusal, ReportSent, SeekMade, Server, Time, Transfer,
} from './protocol';

/** Why there is no answer: the server's refusal; 'network': none came; 'answer': what came is none. */
export interface Trouble extends Omit<Refusal, 'reason'> {
  readonly reason: Refusal['reason'] | 'network' | 'answer';
}

export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: Trouble };

/** One's bots; their tokens are shown once, when they are made. */
export interface Bots {
  readonly bots: readonly { readonly player: Player; readonly made?: Time }[];
}

export interface GamesQuery {
  readonly player?: string;
  readonly variant?: string;
  readonly state?: GameState;
  readonly after?: string;
}

/** Passwords are worked out slowly, and one after the other. */
const WAIT_MS = 20_000;
const ROOT = './api/v1';

type Method = 'GET' | 'POST' | 'DELETE';
type Kind = 'array' | 'object' | 'string' | 'number';
/** What an answer must have at least for the page to show it. */
type Needs = Readonly<Record<string, Kind>>;

const ME: Needs = { player: 'object', made: 'number' };
const GAMES: Needs = { games: 'array' };

export class Rest {
  constructor(private readonly send: typeof fetch = (...request) => fetch(...request)) {}

  server(): Promise<Answer<Server>> {
    return this.get('/server', { name: 'string', features: 'array' });
  }

  /** Makes the asker a guest, unless somebody already; answers who that is. */
  session(): Promise<Answer<Me>> {
    return this.ask('POST', '/session', ME);
  }

  endSession(): Promise<Answer<null>> {
    return this.ask('DELETE', '/session', null);
  }

  me(): Promise<Answer<Me>> {
    return this.get('/me', ME);
  }

  myGames(query: GamesQuery = {}): Promise<Answer<Games>> {
    return this.get(`/me/games${queryText(query)}`, GAMES);
  }

  deleteMe(password?: string): Promise<Answer<null>> {
    return this.ask('DELETE', '/me', null, password === undefined ? {} : { password });
  }

  makeAccount(credentials: Credentials): Promise<Answer<Me>> {
    return this.ask('POST', '/account', ME, credentials);
  }

  login(credentials: Credentials): Promise<Answer<Me>> {
    return this.ask('POST', '/login', ME, credentials);
  }

  changePassword(passwords: NewPassword): Promise<Answer<null>> {
    return this.ask('POST', '/password', null, passwords);
  }

  transfer(): Promise<Answer<Transfer>> {
    return this.ask('POST', '/transfer', { link: 'string', code: 'string', ends: 'number' });
  }

  takeTransfer(code: string): Promise<Answer<Me>> {
    return this.ask('POST', '/transfer/take', ME, { code });
  }

  bots(): Promise<Answer<Bots>> {
    return this.get('/bots', { bots: 'array' });
  }

  makeBot(name: string): Promise<Answer<BotMade>> {
    return this.ask('POST', '/bots', { player: 'object', token: 'string' }, { name });
  }

  endBot(name: string): Promise<Answer<null>> {
    return this.ask('DELETE', `/bots/${encodeURIComponent(name)}`, null);
  }

  lobby(): Promise<Answer<Lobby>> {
    return this.get('/lobby', { seeks: 'array', games: 'array', players: 'number' });
  }

  makeSeek(seek: MakeSeek): Promise<Answer<SeekMade>> {
    return this.ask('POST', '/seeks', { seek: 'string' }, seek);
  }

  endSeek(seek: string): Promise<Answer<null>> {
    return this.ask('DELETE', `/seeks/${encodeURIComponent(seek)}`, null);
  }

  acceptSeek(seek: string): Promise<Answer<Done>> {
    return this.ask('POST', `/seeks/${encodeURIComponent(seek)}/accept`, { game: 'string' });
  }

  games(query: GamesQuery = {}): Promise<Answer<Games>> {
    return this.get(`/games${queryText(query)}`, GAMES);
  }

  makeGame(game: MakeGame): Promise<Answer<GameMade>> {
    return this.ask('POST', '/games', { game: 'string', link: 'string' }, game);
  }

  game(id: string): Promise<Answer<GameSummary>> {
    return this.get(`/games/${encodeURIComponent(id)}`, { game: 'string', spec: 'object', state: 'string' });
  }

  player(name: string): Promise<Answer<Profile>> {
    return this.get(`/players/${encodeURIComponent(name)}`, { ...ME, ratings: 'array' });
  }

  leaders(variant: string): Promise<Answer<Leaderboard>> {
    return this.get(`/leaderboard/${encodeURIComponent(variant)}`, { standings: 'array' });
  }

  report(report: ReportSent): Promise<Answer<null>> {
    return this.ask('POST', '/reports', null, report);
  }

  pushKey(): Promise<Answer<PushKey>> {
    return this.get('/push', { key: 'string' });
  }

  pushTo(address: PushAddress): Promise<Answer<null>> {
    return this.ask('POST', '/push', null, address);
  }

  endPush(endpoint: string): Promise<Answer<null>> {
    return this.ask('DELETE', '/push', null, { endpoint });
  }

  private get<T>(path: string, needs: Needs): Promise<Answer<T>> {
    return this.ask('GET', path, needs);
  }

  /** `needs` null: the answer has no body. */
  private async ask<T>(method: Method, path: string, needs: Needs | null, body?: object): Promise<Answer<T>> {
    const control = new AbortController();
    const timer = setTimeout(() => control.abort(), WAIT_MS);
    try {
      const response = await this.send(ROOT + path, {
        method, credentials: 'same-origin', cache: 'no-store', signal: control.signal,
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      return readAnswer<T>(response.ok, await response.text(), needs, `${method} ${path}`);
    } catch (error) {
      return trouble('network', error instanceof Error ? error.message : String(error));
    } finally {
      clearTimeout(timer);
    }
  }
}

export const rest = new Rest();

/** Where a game is as a file of the server. */
export function gameFile(id: string, kind: 'fgn' | 'ics' | 'png'): string {
  return `${ROOT}/games/${encodeURIComponent(id)}.${kind}`;
}

/** All that is kept of one. */
export const EXPORT_ADDRESS = `${ROOT}/me/export`;

function queryText(query: GamesQuery): string {
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}

function trouble<T>(reason: Trouble['reason'], text: string): Answer<T> {
  return { ok: false, why: { reason, text } };
}

/** A plain host, a proxy or another server may answer anything. */
function readAnswer<T>(fine: boolean, text: string, needs: Needs | null, what: string): Answer<T> {
  if (fine && needs === null) return { ok: true, value: null as T };
  const value = parse(text);
  if (!fine) {
    const why = fits(value, { why: 'object' }) ? value['why'] : null;
    return fits(why, { reason: 'string' }) ? { ok: false, why: why as unknown as Refusal } : trouble('answer', `${what}: no reason given`);
  }
  return fits(value, needs ?? {}) ? { ok: true, value: value as T } : trouble('answer', `${what}: not an answer of this protocol`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function fits(value: unknown, needs: Needs): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(needs).every(([key, kind]) => {
    const part = (value as Record<string, unknown>)[key];
    return kind === 'array' ? Array.isArray(part) : typeof part === kind && part !== null;
  });
}
