/* Certificates in the engine's worker: fetched when somebody first wants to be sure, with the tables they lean on. */

import type { Endgames } from './endgames';
import type { Core } from './load';
import type { Addresses } from './messages';
import { fetchFile, type FetchBytes } from './networks';
import type { Promises, Setup } from './types';

export class Proofs {
  /** By board. */
  private readonly coming = new Map<string, Promise<void>>();
  /** Came, but not as what the module takes. */
  private readonly damaged = new Set<string>();

  constructor(
    private readonly addresses: Addresses,
    private readonly endgames: Endgames,
    private readonly fetchBytes: FetchBytes = fetchFile,
  ) {}

  /** Sees to it that the module has what is proved of a board, if that travels with the page. */
  async bring(core: Core, variant: string): Promise<void> {
    const address = this.addresses[variant];
    if (address === undefined) return;
    let coming = this.coming.get(variant);
    if (!coming) {
      coming = this.fetch(core, variant, address);
      // Who asks next asks anew.
      coming.catch(() => this.coming.delete(variant));
      this.coming.set(variant, coming);
    }
    await coming;
  }

  private async fetch(core: Core, variant: string, address: string): Promise<void> {
    const [bytes] = await Promise.all([this.fetchBytes(address, this.damaged.has(variant)), this.endgames.bring(core, variant)]);
    this.damaged.add(variant); // until proved whole
    core.check(core.exports.proof_add(core.writeBytes(bytes)));
    this.damaged.delete(variant);
  }

  /** What is promised in a position; null where nothing is proved of its board under its rules. */
  async look(core: Core, { variant, rules, position = '' }: Setup): Promise<Promises | null> {
    await this.bring(core, variant);
    return core.answer(core.exports.promise(core.writeLines(variant, rules, position)));
  }
}
