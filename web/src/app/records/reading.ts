/* Reading a text of records bit by bit, so that the page stays alive and the reading can be broken off. */

import type { RecordFault, RecordGame, Rules } from '../../core/types';
import type { KeptGame } from './entry';
import { fingerprint, VERSION } from './entry';
import { readWhole } from './opened';

/** What is taken in at once; larger files are the program's (`fanorona record convert`). */
export const BYTES_MAX = 16 * 1024 * 1024;
/** As long as a picture of the screen lasts. */
const SLICE_MS = 12;
/** Of a file that is no record at all every line might be a fault. */
export const FAULTS_SHOWN = 200;

/** A game of the file, light enough to hold thousands. */
export interface ReadGame {
  /** Its number in the file, from 1. */
  readonly number: number;
  readonly tags: RecordGame['tags'];
  readonly setup: RecordGame['setup'];
  readonly turns: number;
  readonly outcome: RecordGame['outcome'];
  readonly text: string;
}

export interface Progress {
  readonly games: readonly ReadGame[];
  /** The first of them. */
  readonly faults: readonly RecordFault[];
  readonly faultCount: number;
  /** 0 … 1 */
  readonly part: number;
  readonly state: 'reading' | 'finished' | 'cancelled' | 'refused';
  /** Why the core refuses the text, in English. */
  readonly reason?: string;
}

export interface ReadingServices {
  readonly rules: Pick<Rules, 'readRecords'>;
  readonly now: () => number;
  /** Lets the page breathe. */
  readonly pause: () => Promise<void>;
  readonly cancelled: () => boolean;
  readonly onProgress: (progress: Progress) => void;
}

export async function readGames(text: string, services: ReadingServices): Promise<Progress> {
  const games: ReadGame[] = [];
  const faults: RecordFault[] = [];
  let faultCount = 0;
  let seen = 0;
  const report = (state: Progress['state'], part: number, reason?: string): Progress => {
    const progress: Progress = { games: [...games], faults: [...faults], faultCount, part, state, ...(reason === undefined ? {} : { reason }) };
    services.onProgress(progress);
    return progress;
  };
  try {
    const cursor = services.rules.readRecords(text);
    for (;;) {
      const until = services.now() + SLICE_MS;
      do {
        const next = cursor.next();
        if (!next) return report('finished', 1);
        if ('game' in next) {
          seen += 1;
          games.push(light(next.game, seen));
        } else {
          // A broken game counts in the file too.
          seen = Math.max(seen, next.fault.game);
          faultCount += 1;
          if (faults.length < FAULTS_SHOWN) faults.push(next.fault);
        }
      } while (services.now() < until);
      report('reading', cursor.total === 0 ? 1 : cursor.done / cursor.total);
      await services.pause();
      if (services.cancelled()) return report('cancelled', cursor.total === 0 ? 1 : cursor.done / cursor.total);
    }
  } catch (error) {
    return report('refused', 0, error instanceof Error ? error.message : String(error));
  }
}

/** The game as it was read goes into the library, with all its comments. */
export function entryOfRead(rules: Pick<Rules, 'readRecords' | 'open'>, game: ReadGame, added: number): KeptGame {
  const whole = readWhole(rules, game.text);
  const view = rules.open(whole.setup, whole.turns);
  return {
    version: VERSION, id: `record-${fingerprint(game.text)}`, added, source: 'imported', you: null, tags: whole.tags,
    setup: game.setup, turns: game.turns, outcome: game.outcome, position: view.position, text: game.text, played: null, deleted: null,
  };
}

function light({ tags, setup, turns, outcome, text }: RecordGame, number: number): ReadGame {
  return { number, tags, setup, turns: turns.length, outcome, text };
}

/** A file's text; null if it is not UTF-8. */
export function decode(bytes: ArrayBuffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
