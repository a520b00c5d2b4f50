/* While something of one's own is open on the server – an offer, a running game – the page stays connected,
 * wherever one is in it: an offer lives as long as its owner is here, and one is told of one's turn. */

import { net } from '../../net';
import { identity } from '../../net/identity';
import type { Tell } from '../../net/protocol';
import type { Online } from '../online';
import { gameAddress, loadWords, tl } from './words';

/** One's offers, as far as this page has made or seen them. */
const offers = new Set<string>();
let release: (() => void) | null = null;
let tellPage: (text: string) => void = () => undefined;

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
  if (tell.is === 'lobby') {
    // Those that are gone by now have been accepted or have ended.
    const standing = tell.seeks.filter((seek) => seek.by.id === identity.me?.player.id).map((seek) => seek.seek);
    offers.clear();
    standing.forEach((seek) => offers.add(seek));
    consider();
  }
  if (tell.is !== 'yours') return;
  const fresh = !identity.games.some((game) => game.game === tell.game.game);
  identity.noteGame(tell.game);
  if (fresh && tell.game.state === 'playing' && tell.game.turns === 0 && offers.size > 0) void enter(tell.game.game);
}

/** Whoever looks at it sees whose turn it is. */
function isOpen(game: string): boolean {
  return location.hash === gameAddress(game);
}

/** An offer was accepted. */
async function enter(game: string): Promise<void> {
  if (location.hash.startsWith('#/net/')) return;
  await loadWords();
  tellPage(tl('seek.accepted'));
  location.hash = gameAddress(game);
}

/** Looks for the server and keeps `online` right from then on. */
export async function arrive(online: Online, tell: (text: string) => void): Promise<void> {
  tellPage = tell;
  net().onTell(hear);
  const show = (): void => {
    if (identity.place === 'absent') online.nothing();
    else online.set(identity.place === 'here', identity.games.filter((game) => game.your_turn === true && !isOpen(game.game)).length);
    consider();
  };
  identity.subscribe(show);
  window.addEventListener('hashchange', ({ oldURL }) => {
    show();
    // In a game one is not told of it here.
    if (identity.me && oldURL.includes(gameAddress(''))) void identity.refreshGames();
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && identity.me) void identity.refreshGames();
  });
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

