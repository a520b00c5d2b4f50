/* One game of the library, as it lies in the browser's store. What is read there may be from anyone. */

import type { EndReason, Outcome, Setup, Side } from '../../core/types';
import type { GameSetup } from '../game/setup';
import { readShape } from '../game/setup';
import { readSetup as readGameSetup } from '../store/saved';

export type Tag = readonly [string, string];

/** Where a game came from. */
export type Source = 'played' | 'imported';

export interface KeptGame {
  readonly version: typeof VERSION;
  readonly id: string;
  /** When it came here, in milliseconds since 1970. */
  readonly added: number;
  readonly source: Source;
  /** The side of the person who played it against the computer. */
  readonly you: Side | null;
  readonly tags: readonly Tag[];
  readonly setup: Setup;
  /** How many turns it has. */
  readonly turns: number;
  readonly outcome: Outcome;
  /** How it stands at its end, R9.3. */
  readonly position: string;
  /** The game as a record, R9.5. */
  readonly text: string;
  /** How it was played here, to go on with it; null for what came from elsewhere. */
  readonly played: GameSetup | null;
  /** When it was thrown away; it can be had back for a while. */
  readonly deleted: number | null;
}

export const VERSION = 1;

const RESULTS: readonly Outcome['result'][] = ['ongoing', 'white', 'black', 'draw'];
const REASONS: readonly Outcome['reason'][] = [
  '', 'no-stones', 'blocked', 'row', 'repetition', 'quiet', 'agreement', 'resignation', 'time', 'abandoned',
] satisfies readonly (EndReason | '')[];

/** Null for what is no entry of this version. */
export function readEntry(value: unknown): KeptGame | null {
  if (typeof value !== 'object' || value === null) return null;
  const entry = value as Record<string, unknown>;
  const { id, added, source, you, tags, turns, position, text, deleted } = entry;
  if (entry['version'] !== VERSION || typeof id !== 'string' || id === '') return null;
  if (!isTime(added) || !(deleted === null || isTime(deleted))) return null;
  if (source !== 'played' && source !== 'imported') return null;
  if (you !== null && you !== 'white' && you !== 'black') return null;
  if (!Array.isArray(tags) || !tags.every(isTag)) return null;
  if (typeof turns !== 'number' || !Number.isSafeInteger(turns) || turns < 0) return null;
  if (typeof position !== 'string' || typeof text !== 'string' || text === '') return null;
  const setup = readSetup(entry['setup']);
  const outcome = readOutcome(entry['outcome']);
  if (!setup || !outcome) return null;
  // Without it the game is whole; one only cannot go on with it.
  const played = readGameSetup(entry['played']);
  return { version: VERSION, id, added, source, you, tags, setup, turns, outcome, position, text, played, deleted };
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isTag(value: unknown): value is Tag {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
}

function readSetup(value: unknown): Setup | null {
  if (typeof value !== 'object' || value === null) return null;
  const { variant, rules, position } = value as Record<string, unknown>;
  if (typeof variant !== 'string' || !readShape(variant) || typeof rules !== 'string') return null;
  if (position === undefined) return { variant, rules };
  return typeof position === 'string' ? { variant, rules, position } : null;
}

function readOutcome(value: unknown): Outcome | null {
  if (typeof value !== 'object' || value === null) return null;
  const found = value as Record<string, unknown>;
  const result = RESULTS.find((each) => each === found['result']);
  const reason = REASONS.find((each) => each === found['reason']);
  const { clause } = found;
  return result !== undefined && reason !== undefined && typeof clause === 'string' ? { result, reason, clause } : null;
}

export function tagOf(tags: readonly Tag[], name: string): string {
  return tags.find(([key]) => key === name)?.[1] ?? '';
}

/** The value of a tag, '' for what stands for nothing ("?", "????.??.??"). */
export function known(tags: readonly Tag[], name: string): string {
  const value = tagOf(tags, name).trim();
  return /^[?.\-\s]*$/.test(value) ? '' : value;
}

/** A day as records write it, R9.5. */
export function recordDate(time: number): string {
  const day = new Date(time);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${String(day.getFullYear()).padStart(4, '0')}.${two(day.getMonth() + 1)}.${two(day.getDate())}`;
}

/** The day of a game for sorting and showing: of its Date tag, as far as that is known, else the day it came here. */
export function dayOf(game: Pick<KeptGame, 'tags' | 'added'>): string {
  const date = /^(\d{4})(?:[.\-/](\d{2}))?(?:[.\-/](\d{2}))?/.exec(known(game.tags, 'Date'));
  if (date) return [date[1], date[2], date[3]].filter((part) => part !== undefined).join('-');
  return recordDate(game.added).replace(/\./g, '-');
}

/** A number for a text that is the same for the same text: a game read in twice is the same game. */
export function fingerprint(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return `${(high >>> 0).toString(36)}-${(low >>> 0).toString(36)}-${text.length.toString(36)}`;
}
