/* What the page and the engine's worker say to each other. Jobs are numbered upwards. */

import type { Answer, Job, Promises, Report, Setup, Truths } from './types';

/** 'tsivy' → where its file is. */
export type Addresses = Readonly<Record<string, string>>;

export type ToWorker =
  /** First of all: where the wasm module is, and by board the network to judge with, the endgame tables and what is
   * proved. */
  | { readonly type: 'load'; readonly source: string | BufferSource; readonly networks: Addresses; readonly tables: Addresses; readonly proofs?: Addresses }
  | { readonly type: 'search'; readonly id: number; readonly job: Job; readonly reports: boolean }
  | { readonly type: 'stop'; readonly id: number }
  /** What the tables know, or what is promised; asked and answered while a search runs, too. */
  | { readonly type: 'ask' | 'ask-promises'; readonly id: number; readonly setup: Setup }
  | { readonly type: 'close' };

export type FromWorker =
  | { readonly type: 'report'; readonly id: number; readonly report: Report }
  | { readonly type: 'answer'; readonly id: number; readonly answer: Answer }
  /** The job makes no sense: the core's own sentence. */
  | { readonly type: 'refused'; readonly id: number; readonly message: string }
  | { readonly type: 'truths'; readonly id: number; readonly truths: Truths | null }
  | { readonly type: 'promises'; readonly id: number; readonly promises: Promises | null }
  /** The tables, the certificate or the module did not arrive. */
  | { readonly type: 'untold'; readonly id: number; readonly message: string }
  /** The module did not arrive, as without a network. */
  | { readonly type: 'absent'; readonly message: string }
  /** The module trapped: this worker is of no more use. */
  | { readonly type: 'broken'; readonly message: string };

/** One end of the line between them: a worker, its global scope, or a message port. */
export interface Line<In, Out> {
  postMessage(message: Out): void;
  onmessage: ((event: MessageEvent<In>) => void) | null;
}
