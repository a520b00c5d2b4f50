/* Where in the page one is, kept in the address after `#`, so that any static host and any sub-path will do. */

export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'friend' }
  | { readonly page: 'play' }
  | { readonly page: 'rules'; readonly clause: string | null }
  | { readonly page: 'games' }
  | { readonly page: 'import' }
  | { readonly page: 'drill' }
  /** A position in the address, in parts as records/link.ts writes them. */
  | { readonly page: 'editor'; readonly parts: readonly string[] }
  | { readonly page: 'lobby' }
  /** Making a game; against whom, where the address says so. */
  | { readonly page: 'make'; readonly against: string }
  | { readonly page: 'player'; readonly name: string }
  | { readonly page: 'leaders'; readonly variant: string }
  | { readonly page: 'account' }
  /** Moves a seat to this device, once it is tapped. */
  | { readonly page: 'move'; readonly code: string }
  | { readonly page: 'fair-play' }
  /** A game over the net. */
  | { readonly page: 'net'; readonly game: string }
  /** A whole game in the address. */
  | { readonly page: 'link'; readonly text: string };

export function readRoute(hash: string): Route {
  const path = hash.replace(/^#\/?/, '');
  const [page = '', detail = '', ...more] = path.split('/');
  if (page === 'play' || page === 'friend' || page === 'games' || page === 'import' || page === 'drill') return { page };
  if (page === 'editor') return { page, parts: detail === '' ? [] : [detail, ...more] };
  if (page === 'lobby') return detail === 'new' ? { page: 'make', against: more[0] ?? '' } : { page };
  if (page === 'player' && detail !== '') return { page, name: asWritten(detail) };
  if (page === 'leaders') return { page, variant: /^[0-9a-z]{3,5}$/.test(detail) ? detail : 'tsivy' };
  if (page === 'move' && detail !== '') return { page, code: asWritten(detail) };
  if (page === 'account' || page === 'fair-play') return { page };
  if (page === 'net' && /^[0-9A-Za-z]{10}$/.test(asWritten(detail))) return { page, game: asWritten(detail) };
  if (page === 'g') return { page: 'link', text: asWritten(path.slice(2)) };
  if (page === 'rules') return { page, clause: /^\d{1,2}(\.\d{1,2})?$/.test(detail) ? detail : null };
  return { page: 'home' };
}

/** The text of a link before it went through a messenger: some escape signs, some take the full stop behind it along. */
function asWritten(text: string): string {
  try {
    text = decodeURIComponent(text);
  } catch {
    // A broken escape is told as what it is: no link.
  }
  return text.replace(/[\s.,;:!?)\]}>'"”’»]+$/, '');
}

export const ADDRESS = {
  home: '#/', friend: '#/friend', play: '#/play', rules: '#/rules', games: '#/games', import: '#/import', editor: '#/editor', drill: '#/drill', lobby: '#/lobby', make: '#/lobby/new',
  account: '#/account',
} as const;

export function goTo(address: string): void {
  if (location.hash !== address) location.hash = address;
}
