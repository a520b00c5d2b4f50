/* The tags of a game: who played, when, where. What was typed once is remembered for the next game. */

import type { Side } from '../../core/types';
import type { GameSetup } from '../game/setup';
import type { TextStore } from '../store/storage';
import { parseObject } from '../store/storage';
import type { Tag } from './entry';
import { recordDate } from './entry';

export interface Names {
  /** The person, against the computer. */
  readonly you: string;
  /** Two on one device. */
  readonly white: string;
  readonly black: string;
  readonly event: string;
}

const NAMES_KEY = 'fanorona.names';
const LENGTH_MAX = 100;
const NONE: Names = { you: '', white: '', black: '', event: '' };

export function readNames(store: TextStore): Names {
  const found = parseObject(store.read(NAMES_KEY));
  const text = (key: keyof Names): string => {
    const value = found?.[key];
    return typeof value === 'string' ? tidy(value) : '';
  };
  return found ? { you: text('you'), white: text('white'), black: text('black'), event: text('event') } : NONE;
}

export function keepNames(store: TextStore, names: Names): void {
  store.write(NAMES_KEY, JSON.stringify(names));
}

/** One line, not endless: tags know no line breaks. */
export function tidy(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim().slice(0, LENGTH_MAX);
}

/** The computer's name in a record. It is the same in every language, so that it can be known again. */
export function computerName(level: number): string {
  return `Fanorona, level ${level}`;
}

export function levelOf(name: string): number | null {
  const level = /^Fanorona, level ([1-8])$/.exec(name)?.[1];
  return level === undefined ? null : Number(level);
}

type Players = Pick<GameSetup, 'mode' | 'human' | 'level' | 'clock'>;

/** The tags of a game played here. */
export function tagsOf(setup: Players, names: Names, now: number): Tag[] {
  const name = (side: Side): string => {
    if (setup.mode === 'computer') return side === setup.human ? names.you : computerName(setup.level);
    return setup.mode === 'friend' ? names[side] : '';
  };
  const tags: Tag[] = [
    ['Event', names.event || '?'],
    ['Site', '?'],
    ['Date', recordDate(now)],
    ['Round', '?'],
    ['White', name('white') || '?'],
    ['Black', name('black') || '?'],
  ];
  const time = /^(\d+)\+(\d+)$/.exec(setup.clock);
  if (time) tags.push(['TimeControl', `${Number(time[1]) * 60}+${Number(time[2])}`]);
  return tags;
}

/** Tags with one of them changed, or added in R9.5's order. */
export function withTag(tags: readonly Tag[], name: string, value: string): Tag[] {
  const tidied = tidy(value) || '?';
  if (tags.some(([key]) => key === name)) return tags.map(([key, before]) => [key, key === name ? tidied : before]);
  return [...tags, [name, tidied]];
}
