/* While something of one's own is open on the server – an offer, a running game – the page stays connected,
 * wherever one is in it: an offer lives as long as its owner is here, and one is told of one's turn. */

import { t } from '../../i18n';
import { net } from '../../net';
import { identity, NOTE_KEY } from '../../net/identity';
import type { GameSummary, Tell } from '../../net/protocol';
import type { Online } from '../online';
import { gameAddress, loadWords, playerWords, tl } from './words';

/** What of the page it needs. */
export interface HereServices {
  readonly tell: (text: string) => void;
  readonly sound: (sound: 'turn') => void;
  /** Whether one wants to be told of one's turn. */
  readonly calls: () => boolean;
}

let page: HereServices | null = null;
/** One's offers, as far as this page has made or seen them. */
const offers = new Set<string>();
let release: (() => void) | null = null;

function consider(): void {
  const wanted = offers.size > 0 || identity.games.length > 0;
  if (wanted && !release) release = net().use();
  if (!wanted && release) {
    release();
    release = null;
  }
}

export function noteOffer(seek: string, stands: boolean): void {
  if (stands) offers.add(seek);
  else offers.delete(seek);
  consider();
}

function hear(tell: Tell): void {
  if (tell.is === 'yours') identity.noteGame(tell.game);
  if (tell.is !== 'lobby') return;
  // Those that are gone by now have been accepted or have ended.
  const standing = tell.seeks.filter((seek) => seek.by.id === identity.me?.player.id).map((seek) => seek.seek);
  offers.clear();
  standing.forEach((seek) => offers.add(seek));
  consider();
}

/** Whose games were seen last, and how they stood. */
let seen: { readonly player: string | undefined; readonly games: readonly GameSummary[] } | null = null;

/** Tells what has happened since the games were seen last. */
function compare(silent: boolean): void {
  const before = seen;
  seen = identity.me && { player: identity.me.player.id, games: identity.games };
  const somebodyElse = before?.player !== seen?.player;
  if (somebodyElse && seen && identity.has('push')) import('./push').then(({ renewPush }) => renewPush()).catch(() => undefined);
  if (silent || somebodyElse) return;
  for (const game of identity.games) tellOf(game, before?.games.find((each) => each.game === game.game));
}

function tellOf(game: GameSummary, before: GameSummary | undefined): void {
  if (before === game || game.state !== 'playing' || isOpen(game.game)) return;
  if (!before && game.turns === 0 && offers.size > 0) void enter(game.game);
  else if (!page?.calls()) return;
  else if (before?.state === 'waiting') void call(game, 'yours.begun');
  else if (game.your_turn === true && before?.your_turn !== true) void call(game, 'yours.now');
}

/** Something happened in a game that is not before one's eyes. */
async function call(game: GameSummary, what: 'yours.begun' | 'yours.now'): Promise<void> {
  if (!page) return;
  page.sound('turn');
  await loadWords();
  const player = identity.me?.player.id;
  page.tell(tl(what, { name: playerWords(game.white?.id === player ? game.black : game.white) }));
  if (document.hidden && game.your_turn === true) document.title = `● ${tl('yours.turn')} – ${t('title')}`;
}

function calm(): void {
  if (!document.hidden && !location.hash.startsWith(gameAddress(''))) document.title = t('title');
}

/** Whoever looks at it sees whose turn it is. */
function isOpen(game: string): boolean {
  return location.hash === gameAddress(game);
}

/** An offer was accepted. */
async function enter(game: string): Promise<void> {
  if (location.hash.startsWith('#/net/')) return;
  await loadWords();
  page?.tell(tl('seek.accepted'));
  location.hash = gameAddress(game);
}

/** Looks for the server and keeps `online` right from then on. */
export async function arrive(online: Online, services: HereServices): Promise<void> {
  page = services;
  net().onTell(hear);
  let silent = false;
  const show = (): void => {
    if (identity.place === 'here') online.found(identity.games.filter((game) => game.your_turn === true && !isOpen(game.game)).length);
    else if (identity.place !== 'unknown') online.missed(identity.place === 'absent' ? 'good' : 'now');
    compare(silent);
    consider();
  };
  identity.subscribe(show);
  window.addEventListener('hashchange', ({ oldURL }) => {
    show();
    if (!identity.me || !oldURL.includes(gameAddress(''))) return;
    // In a game one has seen for oneself what happened.
    silent = true;
    void identity.refreshGames().finally(() => (silent = false));
  });
  let connected = false;
  net().subscribe(() => {
    const was = connected;
    connected = net().state === 'open';
    // What happened before there was a connection nobody has told.
    if (connected && !was && identity.me) void identity.refreshGames();
  });
  document.addEventListener('visibilitychange', () => {
    calm();
    if (!document.hidden && identity.me) void identity.refreshGames();
  });
  window.addEventListener('online', () => void identity.arrive());
  // Only other windows are told of it; without a key everything was wiped.
  window.addEventListener('storage', ({ key }) => (key === NOTE_KEY || key === null) && identity.place === 'here' && void identity.reconsider());
  await identity.arrive();
}

/** What the server said of a game one has made, for whoever shows its link. */
export function keepInvitation(game: string, made: object): void {
  try {
    sessionStorage.setItem(`fanorona.invite.${game}`, JSON.stringify(made));
  } catch {
    // Then the link is built from the page's own address.
  }
}

