/* The running game in the browser's store: written after every step, read when the page opens. What is read
 * may be damaged, from a newer version or from another tab; nothing is believed unseen. */

import type { Side } from '../../core/types';
import type { Clock } from '../game/clock';
import { CLOCKS } from '../game/clock';
import type { GameSetup } from '../game/setup';
import { LEVELS, readRules, readVariant } from '../game/setup';
import type { Resume, Word } from '../game/state';
import type { TextStore } from './storage';
import { parseObject } from './storage';

export const GAME_KEY = 'fanorona.game';
/** 1 had a board where 2 has a variant. */
const VERSION = 2;
/** No game lasts longer: a quiet limit of 1000 between 44 captures. */
const TURNS_MAX = 50_000;
const TURN_LENGTH_MAX = 200;
/** 49 points, two counters and every field of R9.3 are shorter. */
const POSITION_LENGTH_MAX = 200;
/** Of a tag of a record. */
const NAME_LENGTH_MAX = 1024;
const DRILL_LENGTH_MAX = 32;
const TIME_MAX_MS = 10 * 24 * 3600 * 1000;

export interface SavedGame extends Resume {
  readonly setup: GameSetup;
  /** Changes with every write; two tabs that disagree about it must not overwrite each other. */
  readonly stamp: string;
  readonly over: boolean;
  /** Standing still: the time while the page is closed is nobody's. */
  readonly clock: Clock | null;
}

export type Loaded =
  | { readonly found: 'game'; readonly game: SavedGame }
  | { readonly found: 'nothing' | 'damaged' | 'newer' };

export function writeSaved(game: SavedGame): string {
  return JSON.stringify({ version: VERSION, ...game });
}

export function readSaved(text: string | null): Loaded {
  if (text === null) return { found: 'nothing' };
  const found = parseObject(text);
  if (!found) return { found: 'damaged' };
  const version = found['version'];
  if (typeof version === 'number' && version > VERSION) return { found: 'newer' };
  if (version !== VERSION && version !== 1) return { found: 'damaged' };
  const setup = readSetup(found['setup']);
  const word = readWord(found['word']);
  const { turns, draft, stamp, over } = found;
  if (!setup || word === undefined || !isTurns(turns) || !isTurnText(draft)) return { found: 'damaged' };
  if (typeof stamp !== 'string' || typeof over !== 'boolean') return { found: 'damaged' };
  const clock = readClock(found['clock'], setup);
  if (clock === undefined) return { found: 'damaged' };
  const ply = found['ply'] ?? turns.length;
  if (typeof ply !== 'number' || !Number.isInteger(ply) || ply < 0 || ply > turns.length) return { found: 'damaged' };
  // Only in an analysis there are turns that have been gone back over.
  if (ply < turns.length && setup.mode !== 'analysis') return { found: 'damaged' };
  return { found: 'game', game: { setup, turns, ply, draft, word, stamp, over, clock } };
}

function isTurnText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= TURN_LENGTH_MAX;
}

function isTurns(value: unknown): value is string[] {
  return Array.isArray(value) && value.length <= TURNS_MAX && value.every(isTurnText);
}

function isSide(value: unknown): value is Side {
  return value === 'white' || value === 'black';
}

function readWord(value: unknown): Word | null | undefined {
  if (value === null) return null;
  if (typeof value !== 'object') return undefined;
  const { kind, loser } = value as Record<string, unknown>;
  if (kind === 'draw') return { kind };
  return (kind === 'resign' || kind === 'time' || kind === 'abandoned') && isSide(loser) ? { kind, loser } : undefined;
}

/** A set-up as the store holds it; null for what is none. */
export function readSetup(value: unknown): GameSetup | null {
  if (typeof value !== 'object' || value === null) return null;
  const found = value as Record<string, unknown>;
  const variant = readVariant(found['variant'], found['board']);
  const { mode, rules, position, gives, names, you, drill, level, perfect, human, facing, seed, clock = 'none' } = found;
  if (!variant || (mode !== 'computer' && mode !== 'friend' && mode !== 'analysis')) return null;
  if (position !== undefined && (typeof position !== 'string' || position.length > POSITION_LENGTH_MAX)) return null;
  if (gives !== undefined && !isSide(gives)) return null;
  if (names !== undefined && !isNames(names)) return null;
  if (you !== undefined && !isSide(you)) return null;
  if (drill !== undefined && (typeof drill !== 'string' || drill.length > DRILL_LENGTH_MAX || mode !== 'computer')) return null;
  if (typeof rules !== 'string' || !readRules(rules)) return null;
  if (typeof level !== 'number' || !Number.isInteger(level) || level < 1 || level > LEVELS) return null;
  if (perfect !== undefined && (perfect !== true || level !== LEVELS || mode !== 'computer')) return null;
  if (!isSide(human)) return null;
  if (facing !== 'fixed' && facing !== 'turns' && facing !== 'faces') return null;
  if (typeof seed !== 'number' || !Number.isSafeInteger(seed) || seed < 0) return null;
  const clockName = CLOCKS.find((name) => name === clock);
  if (!clockName) return null;
  return {
    mode, variant, rules, level, human, facing, seed, clock: clockName,
    ...(position === undefined ? {} : { position }), ...(gives === undefined ? {} : { gives }),
    ...(names === undefined ? {} : { names }), ...(you === undefined ? {} : { you }),
    ...(drill === undefined ? {} : { drill }), ...(perfect === undefined ? {} : { perfect }),
  };
}

function isNames(value: unknown): value is Partial<Record<Side, string>> {
  const isName = (name: unknown): boolean => typeof name === 'string' && name.length <= NAME_LENGTH_MAX;
  return typeof value === 'object' && value !== null && Object.entries(value).every(([side, name]) => isSide(side) && isName(name));
}

/** Null where there is none, undefined for what is no clock. */
function readClock(value: unknown, setup: GameSetup): Clock | null | undefined {
  if (setup.clock === 'none') return null;
  if (typeof value !== 'object' || value === null) return undefined;
  const { white, black } = value as Record<string, unknown>;
  const isTime = (time: unknown): time is number => typeof time === 'number' && time >= 0 && time <= TIME_MAX_MS;
  return isTime(white) && isTime(black) ? { white, black, running: null, since: 0 } : undefined;
}

/** Keeps one game, and notices when another tab has kept another. */
export class GameStore {
  private stamp: string | null = null;

  constructor(
    private readonly store: TextStore,
    private readonly newStamp: () => string,
  ) {}

  load(): Loaded {
    const loaded = readSaved(this.store.read(GAME_KEY));
    this.stamp = loaded.found === 'game' ? loaded.game.stamp : null;
    return loaded;
  }

  /** 'elsewhere': another tab has written since this one did; nothing is overwritten. */
  save(game: Omit<SavedGame, 'stamp'>): 'kept' | 'elsewhere' | 'full' {
    if (this.movedOn()) return 'elsewhere';
    const stamp = this.newStamp();
    if (!this.store.write(GAME_KEY, writeSaved({ ...game, stamp }))) return 'full';
    this.stamp = stamp;
    return 'kept';
  }

  /** Whether the store holds something this tab has neither read nor written. */
  movedOn(): boolean {
    const loaded = readSaved(this.store.read(GAME_KEY));
    return loaded.found === 'game' && loaded.game.stamp !== this.stamp;
  }

  /** From now on this tab's game counts, whatever the store holds. */
  claim(): void {
    const loaded = readSaved(this.store.read(GAME_KEY));
    this.stamp = loaded.found === 'game' ? loaded.game.stamp : null;
  }
}
