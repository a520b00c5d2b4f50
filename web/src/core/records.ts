/* Records: a cursor over a text of many games, and ends by word as the core takes them. */

import type { Core } from './load';
import type { RecordCursor, RecordFault, RecordGame, WordEnd } from './types';
import { CoreError } from './types';

const TEXT_MAX_BYTES = 16 << 20;

const words: readonly (WordEnd['reason'] | undefined)[] = [undefined, 'agreement', 'resignation', 'time', 'abandoned'];

/** Reason and loser as src/wasm/records.c numbers them; it refuses what is none. */
export function wordNumbers(word: WordEnd | undefined): [number, number] {
  const loser = word?.loser === 'white' ? 0 : word?.loser === 'black' ? 1 : 2;
  return [words.indexOf(word?.reason), loser];
}

/** What the core tells of a game; its tags stand in its text. */
type Told = { readonly game: Omit<RecordGame, 'tags'> } | { readonly fault: RecordFault } | null;

export class WasmRecords implements RecordCursor {
  readonly total: number;
  private state: 'open' | 'ended' | 'closed' = 'open';
  private behind = 0;

  constructor(
    private readonly core: Core,
    text: string,
  ) {
    // No text has fewer bytes than units.
    const bytes = text.length <= TEXT_MAX_BYTES ? core.encode(text) : undefined;
    if (!bytes || bytes.length > TEXT_MAX_BYTES) throw new CoreError('a text of more than 16 MiB is too long');
    this.total = bytes.length;
    core.offer(bytes);
    core.check(core.exports.records_open());
  }

  get done(): number {
    return this.behind;
  }

  next(): { readonly game: RecordGame } | { readonly fault: RecordFault } | null {
    if (this.state === 'closed') throw new CoreError('another text is being read');
    if (this.state === 'ended') return null;
    const told: Told = this.core.answer(this.core.exports.records_next());
    this.behind = told ? this.core.exports.records_bytes() : this.total;
    if (!told) this.end('ended');
    return told && 'game' in told ? { game: { ...told.game, tags: readTags(told.game.text) } } : told;
  }

  /** Another cursor takes its place. */
  close(): void {
    if (this.state === 'open') this.end('closed');
    this.state = 'closed';
  }

  private end(state: 'ended' | 'closed'): void {
    this.state = state;
    this.core.exports.records_close();
    this.core.offer(new Uint8Array(0));
  }
}

/** The tags of a canonical record: one a line, before the turns. */
function readTags(text: string): [string, string][] {
  const tags: [string, string][] = [];
  for (const line of text.split('\n')) {
    const [, name, value] = /^\[(\w+) "(.*)"\]$/.exec(line) ?? [];
    if (name === undefined || value === undefined) break;
    tags.push([name, value.replace(/\\(.)/g, '$1')]);
  }
  return tags;
}
