/* The network the engine judges by: fetched when the first search of its board begins, which waits for it a
 * while, so that a level is as strong at its first turn as later. Where none comes the engine judges by hand. */

import type { Core } from './load';
import type { Addresses } from './messages';

/** A slow line must not keep the first answer longer. */
export const NETWORK_WAIT_MS = 4000;
const LOOK_EVERY_MS = 20;

/** `anew`: past what the browser has kept, which was found damaged. */
export type FetchBytes = (address: string, anew?: boolean) => Promise<Uint8Array<ArrayBuffer>>;

/** By board, from the files' names ("…/tsivy-1a2b3c4d.net", "…/tsivy.tables"). */
export function addressesOf(files: Readonly<Record<string, string>>, whole: (address: string) => string): Addresses {
  const addresses: Record<string, string> = {};
  for (const [path, address] of Object.entries(files)) {
    const board = /([a-z0-9]+)(?:-[^/]*)?\.(?:net|tables)$/.exec(path)?.[1];
    if (board !== undefined) addresses[board] = whole(address);
  }
  return addresses;
}

export async function fetchFile(address: string, anew = false): Promise<Uint8Array<ArrayBuffer>> {
  if (anew) await forget(address);
  const response = await fetch(address, { credentials: 'same-origin', cache: anew ? 'reload' : 'default' });
  if (!response.ok) throw new Error(`a part could not be loaded: ${response.status} from ${address}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** The service worker keeps whatever comes under a name, as the sign-in page of some network may once have done. */
async function forget(address: string): Promise<void> {
  if (typeof caches === 'undefined') return;
  const kept = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  await Promise.all(kept.map((cache) => cache.delete(address)));
}

/** What has become of a file that was asked for. */
type Coming = { bytes?: Uint8Array<ArrayBuffer>; failed?: true };

export class Networks {
  private readonly coming = new Map<string, Coming>();
  private given = '';
  private patient = true;

  constructor(
    private readonly addresses: Addresses,
    private readonly fetchBytes: FetchBytes = fetchFile,
  ) {}

  /** Sees to it that the engine, which must be there, judges `variant` by its network; `stopped` ends the wait. */
  async prepare(core: Core, variant: string, stopped: () => boolean): Promise<void> {
    const address = this.addresses[variant];
    if (address === undefined || this.given === variant) return;
    const coming = this.coming.get(variant) ?? this.ask(variant, address);
    const until = performance.now() + (this.patient ? NETWORK_WAIT_MS : 0);
    while (!coming.bytes && !coming.failed && !stopped() && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    if (coming.bytes) this.give(core, variant, coming.bytes);
    // A search waits once for a slow line; the later ones take the network when it is there.
    else if (!stopped() && !coming.failed) this.patient = false;
  }

  private ask(variant: string, address: string): Coming {
    const coming: Coming = {};
    this.coming.set(variant, coming);
    this.fetchBytes(address).then(
      (bytes) => (coming.bytes = bytes),
      () => {
        coming.failed = true;
        // The next search asks anew.
        this.coming.delete(variant);
      },
    );
    return coming;
  }

  private give(core: Core, variant: string, bytes: Uint8Array<ArrayBuffer>): void {
    this.given = variant;
    try {
      core.check(core.exports.engine_network(core.writeBytes(bytes)));
    } catch {
      // A file that is not what this core reads is as good as none, and will be none better.
    }
    this.coming.delete(variant);
  }
}
