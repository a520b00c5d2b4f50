/* The wasm module, instantiated, and text going in and out of it. */

import { CoreError } from './types';

/** What src/wasm/exports.c offers. Statuses: 0 done, 1 refused, 2 no memory. */
export interface Exports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  input(length: number): number;
  output(): number;
  output_length(): number;
  open(length: number): number;
  check_setup(length: number): number;
  view(ply: number): number;
  length(): number;
  stones(): number;
  turn(index: number): number;
  play(length: number): number;
  read(length: number): number;
  undo(): number;
  redo(): number;
  resign(loser: number): number;
  agree_draw(): number;
  perft(depth: number): number;
  draft(length: number): number;
  refuse_from(length: number, from: number): number;
  refuse_step(length: number, from: number, to: number, kind: number): number;
  records_open(): number;
  records_next(): number;
  records_bytes(): number;
  records_close(): void;
  record_write(length: number, word: number, loser: number): number;
  link_write(ply: number, word: number, loser: number): number;
  link_read(length: number): number;
  tables_room(length: number): number;
  tables_add(): number;
  truths(length: number): number;
  proof_add(length: number): number;
  promise(length: number): number;
  engine_new(hashBytes: number): number;
  engine_network(length: number): number;
  engine_clear(): void;
  engine_begin(level: number, seed: number, nodes: number, budgetMs: number, depth: number, lines: number, perfect?: number): number;
  engine_run(slice: number): number;
  engine_report(answer: number): number;
}

/** A text the core reads in pieces, as it needs them. */
class TextSource {
  private bytes = new Uint8Array(0);

  set(bytes: Uint8Array<ArrayBuffer>): void {
    this.bytes = bytes;
  }

  /** Moves the next bytes; returns how many. */
  read(into: Uint8Array): number {
    const piece = this.bytes.subarray(0, into.length);
    into.set(piece);
    this.bytes = this.bytes.subarray(piece.length);
    return piece.length;
  }
}

/** An instance of the module: one game and one engine. */
export class Core {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  constructor(
    readonly exports: Exports,
    private readonly source: TextSource,
  ) {}

  encode(text: string): Uint8Array<ArrayBuffer> {
    return this.encoder.encode(text);
  }

  /** Gives the core a text to read in pieces, in place of the one before. */
  offer(bytes: Uint8Array<ArrayBuffer>): void {
    this.source.set(bytes);
  }

  /** Puts text where the next call looks for it; returns its length in bytes. */
  write(text: string): number {
    return this.writeBytes(this.encode(text));
  }

  writeBytes(bytes: Uint8Array<ArrayBuffer>): number {
    const at = this.exports.input(bytes.length);
    if (at === 0) throw new CoreError(`an input of ${bytes.length} bytes is too long`);
    // Anew each time: the memory may have moved when it grew.
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
    return bytes.length;
  }

  /** Hands endgame tables over, which the module keeps. Throws CoreError if they are none, or damaged. */
  addTables(bytes: Uint8Array<ArrayBuffer>): void {
    const at = this.exports.tables_room(bytes.length);
    if (at === 0) throw new CoreError(`no room for tables of ${bytes.length} bytes`);
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
    this.check(this.exports.tables_add());
  }

  /** Writes fields, one a line: a line break within one would make two of it. */
  writeLines(...fields: readonly string[]): number {
    return this.write(fields.map((field) => `${field.replace(/[\r\n]/g, ' ')}\n`).join(''));
  }

  /** Passes on a status: anything but "done" becomes an error with the core's own sentence. */
  check(status: number): void {
    if (status === 1) throw new CoreError(this.output());
    if (status !== 0) throw new CoreError('out of memory');
  }

  /** The answer of a call. */
  answer<T>(status: number): T {
    this.check(status);
    return JSON.parse(this.output()) as T;
  }

  /** The answer of a call whose answer is plain text. */
  text(status: number): string {
    this.check(status);
    return this.output();
  }

  private output(): string {
    const { memory, output, output_length } = this.exports;
    return this.decoder.decode(new Uint8Array(memory.buffer, output(), output_length()));
  }
}

/** Whether this browser can run the core at all. */
export function coreSupported(): boolean {
  return typeof WebAssembly === 'object' && typeof WebAssembly.instantiate === 'function';
}

/** A function that does nothing but need vectors. */
const WITH_VECTORS = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** Whether this browser can run the core that reckons with vectors. */
export function vectorsSupported(): boolean {
  return coreSupported() && WebAssembly.validate(WITH_VECTORS);
}

async function instantiate(source: string | BufferSource, imports: WebAssembly.Imports): Promise<WebAssembly.Instance> {
  if (typeof source !== 'string') return (await WebAssembly.instantiate(source, imports)).instance;
  const response = await fetch(source, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`the core could not be loaded: ${response.status} from ${source}`);
  // Compiling while it arrives needs the right type, which a simple host may not send.
  const streams = typeof WebAssembly.instantiateStreaming === 'function';
  if (streams && response.headers.get('content-type') === 'application/wasm') {
    return (await WebAssembly.instantiateStreaming(response, imports)).instance;
  }
  return (await WebAssembly.instantiate(await response.arrayBuffer(), imports)).instance;
}

/** Loads the module from an address, or from its bytes. */
export async function loadCore(source: string | BufferSource): Promise<Core> {
  if (!coreSupported()) throw new Error('this browser has no WebAssembly');
  const text = new TextSource();
  const read_text = (at: number, size: number): number => text.read(new Uint8Array(exports.memory.buffer, at, size));
  const instance = await instantiate(source, { env: { now_ms: () => performance.now(), read_text } });
  const exports = instance.exports as unknown as Exports;
  exports._initialize();
  return new Core(exports, text);
}
