/* Where in the page one is, kept in the address after `#`, so that any static host and any sub-path will do. */

export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'friend' }
  | { readonly page: 'play' }
  | { readonly page: 'rules'; readonly clause: string | null };

export function readRoute(hash: string): Route {
  const [page = '', detail = ''] = hash.replace(/^#\/?/, '').split('/');
  if (page === 'play' || page === 'friend') return { page };
  if (page === 'rules') return { page, clause: /^\d{1,2}(\.\d{1,2})?$/.test(detail) ? detail : null };
  return { page: 'home' };
}

export const ADDRESS = { home: '#/', friend: '#/friend', play: '#/play', rules: '#/rules' } as const;

export function goTo(address: string): void {
  if (location.hash !== address) location.hash = address;
}
