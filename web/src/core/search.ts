/* The worker's side: searches in slices, and looks at its messages between them. */

import { Endgames } from './endgames';
import { loadCore, type Core } from './load';
import type { FromWorker, Line, ToWorker } from './messages';
import { Networks, type FetchBytes } from './networks';
import { Proofs } from './proofs';
import { openGame } from './rules';
import { CoreError, type Answer, type Job, type Report, type Setup } from './types';

const HASH_BYTES = 16 << 20;
const TARGET_MS = 10; // of a slice; 20 is what it may take
const FIRST_SLICE = 1000; // nodes: some 10 ms on a slow phone
const LEAST_SLICE = 200;
const LARGEST_SLICE = 20_000;

/** Lets the messages that have come be heard. */
export interface Pause {
  wait(): Promise<void>;
  close(): void;
}

/** Waits its turn in the queue of messages, which browsers keep in order. A timer would be held back to
 * 4 ms each time. */
class MessagePause implements Pause {
  private readonly channel = new MessageChannel();
  private over: (() => void) | undefined;

  constructor() {
    this.channel.port1.onmessage = () => this.over?.();
  }

  wait(): Promise<void> {
    return new Promise((resolve) => {
      this.over = resolve;
      this.channel.port2.postMessage(null);
    });
  }

  close(): void {
    this.channel.port1.close();
  }
}

/** How many nodes the next slice may take, by the speed so far. Many slices make one measurement: the
 * clock of a careful browser has steps of milliseconds. */
class Slices {
  nodes = FIRST_SLICE;
  private done = 0;
  private spentMs = 0;

  measure(tookMs: number): void {
    this.done += this.nodes;
    this.spentMs += tookMs;
    if (this.spentMs < TARGET_MS) return;
    const wanted = (this.done / this.spentMs) * TARGET_MS;
    this.nodes = Math.round(Math.min(LARGEST_SLICE, Math.max(LEAST_SLICE, wanted)));
    // What was long ago counts less and less.
    this.done /= 2;
    this.spentMs /= 2;
  }
}

function begin(core: Core, job: Job): void {
  core.check(
    core.exports.engine_begin(
      job.level ?? 0,
      job.seed ?? 0,
      job.nodes ?? 0,
      job.budgetMs ?? 0,
      job.depth ?? 0,
      job.lines ?? 1,
      job.perfect ? 1 : 0,
    ),
  );
}

/** Serves one page until it says "close". */
export function serveEngine(line: Line<ToWorker, FromWorker>, pause: Pause = new MessagePause(), fetchBytes?: FetchBytes): void {
  const slices = new Slices();
  let networks = new Networks({}, fetchBytes);
  let endgames = new Endgames({}, fetchBytes);
  let proofs = new Proofs({}, endgames, fetchBytes);
  let core: Promise<Core> | undefined;
  let stopped = 0; // every job up to this number

  async function run(loaded: Core, id: number, job: Job, reports: boolean): Promise<Answer> {
    loaded.check(loaded.exports.engine_new(HASH_BYTES));
    await networks.prepare(loaded, job.setup.variant, () => stopped >= id);
    openGame(loaded, job.setup, job.turns);
    await endgames.prepare(loaded, job, () => stopped >= id);
    begin(loaded, job);
    let depth = 0;
    for (;;) {
      const start = performance.now();
      const more = loaded.exports.engine_run(slices.nodes) !== 0;
      slices.measure(performance.now() - start);
      if (!more) break;
      await pause.wait();
      if (stopped >= id) break;
      if (reports) depth = tellReport(loaded, id, depth);
    }
    const answer = loaded.answer<Omit<Answer, 'stopped'>>(loaded.exports.engine_report(1));
    return { ...answer, stopped: stopped >= id };
  }

  /** Tells how far the search is if it has finished another depth; returns that. */
  function tellReport(loaded: Core, id: number, before: number): number {
    const report = loaded.answer<Report>(loaded.exports.engine_report(0));
    if (report.depth > before) line.postMessage({ type: 'report', id, report });
    return report.depth;
  }

  async function search(id: number, job: Job, reports: boolean): Promise<void> {
    let loaded: Core | undefined;
    try {
      loaded = await core;
      if (!loaded) throw new Error('nobody has told where the core is');
      line.postMessage({ type: 'answer', id, answer: await run(loaded, id, job, reports) });
    } catch (error) {
      const message = String(error instanceof Error ? error.message : error);
      if (error instanceof CoreError) line.postMessage({ type: 'refused', id, message });
      else line.postMessage({ type: loaded ? 'broken' : 'absent', message });
    }
  }

  async function ask(type: 'ask' | 'ask-promises', id: number, setup: Setup): Promise<void> {
    try {
      const loaded = await core;
      if (!loaded) throw new Error('nobody has told where the core is');
      if (type === 'ask') line.postMessage({ type: 'truths', id, truths: await endgames.look(loaded, setup) });
      else line.postMessage({ type: 'promises', id, promises: await proofs.look(loaded, setup) });
    } catch (error) {
      line.postMessage({ type: 'untold', id, message: String(error instanceof Error ? error.message : error) });
    }
  }

  line.onmessage = ({ data }) => {
    if (data.type === 'load') {
      networks = new Networks(data.networks, fetchBytes);
      endgames = new Endgames(data.tables, fetchBytes);
      proofs = new Proofs(data.proofs ?? {}, endgames, fetchBytes);
      core = loadCore(data.source);
      core.catch(() => undefined); // told by the first search
    } else if (data.type === 'search') {
      void search(data.id, data.job, data.reports);
    } else if (data.type === 'ask' || data.type === 'ask-promises') {
      void ask(data.type, data.id, data.setup);
    } else if (data.type === 'stop') {
      stopped = Math.max(stopped, data.id);
    } else {
      pause.close();
    }
  };
}
