/* From a record to the board and back: what a game opened for analysis was, so that it can leave as whole as
 * it came; and what the running game is as a record. */

import type { Rules, Setup, Side, WordEnd } from '../../core/types';
import { CoreError } from '../../core/types';
import type { GameSetup } from '../game/setup';
import { coreSetup } from '../game/setup';
import type { GameState, Word } from '../game/state';
import type { TextStore } from '../store/storage';
import { parseObject } from '../store/storage';
import type { Tag } from './entry';
import { known } from './entry';
import type { Names } from './names';
import { tagsOf } from './names';

/** A game with all that the turns alone do not tell. */
export interface WholeGame {
  readonly setup: Setup;
  readonly turns: readonly string[];
  readonly tags: readonly Tag[];
  readonly word?: WordEnd;
  /** The record it came as, canonical: only that has the comments, the variations and a result nobody explained. */
  readonly text?: string;
}

const OPENED_KEY = 'fanorona.opened';
/** The browser's store has room for a few millions of letters. */
const TEXT_MAX = 1_000_000;

/** Remembers the tags, the end and the record of the game that is opened for analysis. */
export function noteOpened(store: TextStore, game: WholeGame): void {
  const text = game.text !== undefined && game.text.length <= TEXT_MAX ? { text: game.text } : {};
  store.write(OPENED_KEY, JSON.stringify({ key: keyOf(game), tags: game.tags, word: game.word ?? null, ...text }));
}

function keyOf({ setup, turns }: Pick<WholeGame, 'setup' | 'turns'>): string {
  return JSON.stringify([setup.variant, setup.rules, setup.position ?? '', turns]);
}

function readOpened(store: TextStore, game: Pick<WholeGame, 'setup' | 'turns'>): Omit<WholeGame, 'setup' | 'turns'> | null {
  const found = parseObject(store.read(OPENED_KEY));
  if (!found || found['key'] !== keyOf(game) || !Array.isArray(found['tags'])) return null;
  const tags = found['tags'].filter((tag): tag is Tag => Array.isArray(tag) && tag.length === 2 && tag.every((part) => typeof part === 'string'));
  const word = readWordEnd(found['word']);
  const { text } = found;
  return { tags, ...(word ? { word } : {}), ...(typeof text === 'string' ? { text } : {}) };
}

const WORDS: readonly WordEnd['reason'][] = ['agreement', 'resignation', 'time', 'abandoned'];

function readWordEnd(value: unknown): WordEnd | null {
  if (typeof value !== 'object' || value === null) return null;
  const { reason, loser } = value as Record<string, unknown>;
  const known = WORDS.find((each) => each === reason);
  if (!known) return null;
  if (known === 'agreement') return { reason: known };
  return loser === 'white' || loser === 'black' ? { reason: known, loser } : null;
}

/** Tags that the game itself says; the writer of records adds them. */
const FOLLOWING = ['result', 'variant', 'rules', 'fen'];

/** The tags a record leaves with besides those. */
export function ownTags(tags: readonly Tag[]): Tag[] {
  return tags.filter(([name, value]) => {
    if (name.toLowerCase() !== 'termination') return !FOLLOWING.includes(name.toLowerCase());
    return !REASONS.includes(value.toLowerCase());
  });
}

const REASONS = ['no-stones', 'blocked', 'row', 'repetition', 'quiet', 'agreement', 'resignation', 'time', 'abandoned'];

/** The first game of a record's text. Throws CoreError where there is none. */
export function readWhole(rules: Pick<Rules, 'readRecords'>, text: string): WholeGame {
  const next = rules.readRecords(text).next();
  if (!next) throw new CoreError('there is no game in this record');
  if ('fault' in next) throw new CoreError(next.fault.reason);
  const { setup, turns, tags, word, text: canonical } = next.game;
  return { setup, turns, tags: ownTags(tags), ...(word ? { word } : {}), text: canonical };
}

/** The game that `rules` holds as the text of a record: as it came, but for tags that were changed since. */
export function recordText(rules: Pick<Rules, 'writeRecord'>, game: WholeGame): string {
  if (game.text === undefined) return rules.writeRecord(game.tags, game.word);
  const head = game.text.indexOf('\n\n');
  const values = new Map(game.tags);
  const tags = game.text.slice(0, head).replace(/^\[(\w+) "(?:[^"\\]|\\.)*"\]$/gm, (line, name: string) => {
    const value = values.get(name);
    return value === undefined ? line : `[${name} "${value.replace(/[\\"]/g, '\\$&')}"]`;
  });
  return tags + game.text.slice(head);
}

/** An end by word as records say it. */
export function wordEnd(word: Word | null): WordEnd | undefined {
  if (!word) return undefined;
  if (word.kind === 'draw') return { reason: 'agreement' };
  return { reason: word.kind === 'resign' ? 'resignation' : word.kind, loser: word.loser };
}

/** The running game with its tags; an opened one, unless it was changed, with those it came with. */
export function wholeGame(state: GameState, names: Names, store: TextStore, now: number): WholeGame {
  const setup = coreSetup(state.setup);
  const turns = [...state.turns, ...state.later].map((turn) => turn.text);
  if (state.setup.mode === 'analysis') {
    const opened = readOpened(store, { setup, turns });
    if (opened) return { setup, turns, ...opened };
  }
  const word = wordEnd(state.word);
  return { setup, turns, tags: tagsOf(state.setup, names, now), ...(word ? { word } : {}) };
}

/** A game to be looked at from both sides, under the names of those who played it. */
export function analysisSetup({ variant, rules, position }: Setup, tags: readonly Tag[] = [], you: Side | null = null): GameSetup {
  const white = known(tags, 'White'), black = known(tags, 'Black');
  const names = { ...(white && { white }), ...(black && { black }) };
  return {
    mode: 'analysis', variant, rules, level: 8, human: 'white', facing: 'fixed', clock: 'none', seed: 0,
    ...(position === undefined ? {} : { position }), ...(white || black ? { names } : {}), ...(you ? { you } : {}),
  };
}
