/* The page's side of the engine: one job runs, at most one waits. */

import type { Addresses, FromWorker, Line, ToWorker } from './messages';
import { CoreError, type Answer, type Engine, type Job, type Promises, type ProofSource, type Report, type Setup, type TableSource, type Truths } from './types';

/** A worker, as far as it is needed here. */
export interface EngineWorker extends Line<FromWorker, ToWorker> {
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

interface Pending {
  readonly id: number;
  readonly job: Job;
  readonly onReport: ((report: Report) => void) | undefined;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** A question to tables or certificates that waits for its answer. */
interface Asked {
  resolve(told: unknown): void;
  reject(error: Error): void;
}

/** Where the files lie that come later than the module. */
export interface Files {
  readonly networks?: Addresses;
  readonly tables?: Addresses;
  readonly proofs?: Addresses;
}

const MOST_CRASHES = 2; // one after the other, without an answer between them

const aborted = (why: string): Error => new DOMException(why, 'AbortError');

export class WorkerEngine implements Engine, TableSource, ProofSource {
  private worker: EngineWorker | undefined;
  private running: Pending | undefined;
  private waiting: Pending | undefined;
  private readonly asked = new Map<number, Asked>();
  private jobs = 0;
  private crashes = 0;
  private closed = false;

  /** `spawn` starts a worker that runs serveEngine; `source` is where the wasm module is. */
  constructor(
    private readonly spawn: () => EngineWorker,
    private readonly source: string | BufferSource,
    private readonly files: Files = {},
  ) {}

  search(job: Job, onReport?: (report: Report) => void): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.closed) {
        reject(aborted('the engine is closed'));
        return;
      }
      this.jobs += 1;
      this.waiting?.reject(aborted('another job took its place'));
      this.waiting = { id: this.jobs, job, onReport, resolve, reject };
      if (this.running) this.tell({ type: 'stop', id: this.running.id });
      else this.next();
    });
  }

  truths(setup: Setup): Promise<Truths | null> {
    return this.ask('ask', setup);
  }

  promises(setup: Setup): Promise<Promises | null> {
    return this.ask('ask-promises', setup);
  }

  private ask<T>(type: 'ask' | 'ask-promises', setup: Setup): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.closed || this.crashes >= MOST_CRASHES) {
        reject(this.closed ? aborted('the engine is closed') : new Error('the engine has crashed again and again'));
        return;
      }
      this.worker ??= this.start();
      this.jobs += 1;
      this.asked.set(this.jobs, { resolve: resolve as Asked['resolve'], reject });
      this.tell({ type, id: this.jobs, setup });
    });
  }

  /** A job that waits is given up: whoever stops wants nothing more. */
  stop(): void {
    this.waiting?.reject(aborted('stopped before it began'));
    this.waiting = undefined;
    if (this.running) this.tell({ type: 'stop', id: this.running.id });
  }

  close(): void {
    this.closed = true;
    this.dismiss();
    this.running?.reject(aborted('the engine was closed'));
    this.waiting?.reject(aborted('the engine was closed'));
    this.running = this.waiting = undefined;
    this.leaveUnanswered(aborted('the engine was closed'));
  }

  private tell(message: ToWorker): void {
    this.worker?.postMessage(message);
  }

  /** Begins the job that waits, if one does. */
  private next(): void {
    const pending = this.waiting;
    this.running = pending;
    this.waiting = undefined;
    if (!pending) return;
    if (this.crashes >= MOST_CRASHES) {
      this.running = undefined;
      pending.reject(new Error('the engine has crashed again and again'));
      return;
    }
    this.worker ??= this.start();
    const { id, job } = pending;
    this.tell({ type: 'search', id, job, reports: pending.onReport !== undefined });
  }

  private start(): EngineWorker {
    const worker = this.spawn();
    worker.onmessage = ({ data }) => {
      if (worker === this.worker) this.hear(data);
    };
    worker.onerror = (event) => {
      event.preventDefault?.();
      if (worker === this.worker) this.lose(true, event.message || 'its script failed');
    };
    const { networks = {}, tables = {}, proofs = {} } = this.files;
    worker.postMessage({ type: 'load', source: this.source, networks, tables, proofs });
    return worker;
  }

  private hear(message: FromWorker): void {
    if (message.type === 'broken' || message.type === 'absent') {
      this.lose(message.type === 'broken', message.message);
      return;
    }
    if (message.type === 'truths' || message.type === 'promises' || message.type === 'untold') {
      this.hearTold(message);
      return;
    }
    const pending = this.running;
    if (pending?.id !== message.id) return;
    if (message.type === 'report') {
      pending.onReport?.(message.report);
      return;
    }
    this.crashes = 0;
    if (message.type === 'answer') pending.resolve(message.answer);
    else pending.reject(new CoreError(message.message));
    this.next();
  }

  private hearTold(message: FromWorker & { type: 'truths' | 'promises' | 'untold' }): void {
    const asked = this.asked.get(message.id);
    this.asked.delete(message.id);
    if (message.type === 'truths') asked?.resolve(message.truths);
    else if (message.type === 'promises') asked?.resolve(message.promises);
    else asked?.reject(new Error(message.message));
  }

  private leaveUnanswered(error: Error): void {
    this.asked.forEach(({ reject }) => reject(error));
    this.asked.clear();
  }

  /** The job is lost with its worker, which is replaced when the next one begins. */
  private lose(crashed: boolean, message: string): void {
    const pending = this.running;
    if (crashed) this.crashes += 1;
    this.dismiss();
    this.running = undefined;
    const error = new Error(crashed ? `the engine crashed: ${message}` : message);
    this.leaveUnanswered(error);
    pending?.reject(error);
    this.next();
  }

  private dismiss(): void {
    this.tell({ type: 'close' });
    this.worker?.terminate();
    this.worker = undefined;
  }
}
