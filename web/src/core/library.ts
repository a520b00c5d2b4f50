/* Where the book of openings lies. It comes over the wire when it is first wanted; the service worker keeps it. */

import plain from '../../../build/wasm/fanorona.wasm?url';
import { WasmBook, type Book } from './book';
import { loadCore } from './load';

/** "tsivy-0123456789abcdef.book", named by board and content; there is at most one. */
const BOOKS = import.meta.glob<string>('../../../books/tsivy-*.book', { query: '?url', import: 'default', eager: true });

async function fetchBytes(address: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(address, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`the book could not be loaded: ${response.status} from ${address}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** The book of tsivy. Rejects where it does not arrive. */
export async function loadBook(): Promise<Book> {
  const address = Object.values(BOOKS)[0];
  if (address === undefined) throw new Error('there is no book');
  const [core, bytes] = await Promise.all([loadCore(plain), fetchBytes(address)]);
  return new WasmBook(core, bytes);
}
