/* Endgame tables in the engine's worker: fetched when they are first useful, then kept by the module. */

import type { Core } from './load';
import type { Addresses } from './messages';
import { fetchFile, type FetchBytes } from './networks';
import type { Job, Setup, Truths } from './types';

/** From here on captures soon lead to positions that the tables know. */
const USEFUL_STONES = 9;
/** Levels under this one do not look into tables (fan_engine_set_tables of the core, which has the last word). */
const FIRST_LEVEL = 8;
/** A slow line must not keep an answer longer. */
export const TABLES_WAIT_MS = 4000;
const LOOK_EVERY_MS = 20;

export class Endgames {
  /** By board. */
  private readonly here = new Set<string>();
  private readonly coming = new Map<string, Promise<void>>();
  /** Came, but not as what the module takes. */
  private readonly damaged = new Set<string>();
  private patient = true;

  constructor(
    private readonly addresses: Addresses,
    private readonly fetchBytes: FetchBytes = fetchFile,
  ) {}

  /** Sees to it that the module has the tables of the board, if there are any. */
  async bring(core: Core, variant: string): Promise<void> {
    const address = this.addresses[variant];
    if (address === undefined || this.here.has(variant)) return;
    let coming = this.coming.get(variant);
    if (!coming) {
      coming = this.fetchBytes(address, this.damaged.has(variant)).then((bytes) => {
        this.damaged.add(variant); // until proved whole
        core.addTables(bytes);
        this.damaged.delete(variant);
        this.here.add(variant);
      });
      // Who asks next asks anew.
      coming.catch(() => this.coming.delete(variant));
      this.coming.set(variant, coming);
    }
    await coming;
  }

  /** Before a search of the game that is open in the module, where the tables help it; `stopped` ends the wait. */
  async prepare(core: Core, { setup: { variant }, level = FIRST_LEVEL }: Pick<Job, 'setup' | 'level'>, stopped: () => boolean): Promise<void> {
    const useful = level >= FIRST_LEVEL && core.exports.stones() <= USEFUL_STONES;
    if (!useful || this.addresses[variant] === undefined || this.here.has(variant)) return;
    let waiting = true;
    const done = (): void => void (waiting = false);
    this.bring(core, variant).then(done, done);
    const until = performance.now() + (this.patient ? TABLES_WAIT_MS : 0);
    while (waiting && !stopped() && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    // A search waits once for a slow line; the later ones take the tables when they are there.
    if (waiting && !stopped()) this.patient = false;
  }

  /** What they know of a position; null if nothing. */
  async look(core: Core, { variant, rules, position = '' }: Setup): Promise<Truths | null> {
    await this.bring(core, variant);
    return core.answer(core.exports.truths(core.writeLines(variant, rules, position)));
  }
}
