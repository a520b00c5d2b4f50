/* Turns that somebody types or pastes: one, or many as a record has them, with numbers, comments and a result. */

import type { Reading } from '../../core/types';

export type Unread = Exclude<Reading, { reading: 'read' }>;

/** What became of a text: how many of its turns were played, and which one was not. */
export interface Entered {
  readonly played: number;
  /** The whole number of turns in the text. */
  readonly of: number;
  readonly fault: EntryFault | null;
}

export interface EntryFault {
  /** The turn as it was written. */
  readonly text: string;
  /** 'waiting': it is not this person's turn any more, or the game is over. */
  readonly reading: Unread | 'waiting';
  /** The text from the faulty turn on: what is left to do. */
  readonly rest: string;
}

/** The game that is written to. */
export interface Writer {
  read(turn: string): Reading;
  mayMove(): boolean;
  /** `many`: as one of several, to be told and kept together. */
  play(turn: string, many: boolean): void;
  /** Several have been played. */
  done(): void;
}

interface Written {
  readonly text: string;
  readonly offset: number;
}

/** Comments, NAGs, results; numbers and marks stand on their own or on a turn. */
const NO_TURN = /\{[^}]*\}|\$\d+|(?:1-0|0-1|1\/2-1\/2|½-½|\*)(?=\s|$)/g;
const NUMBER = /^\d+\.+/;
const PRAISE = /[!?]+$/;

/** The turns of a text and where they stand in it. */
export function splitTurns(text: string): readonly Written[] {
  const bare = text.replace(NO_TURN, (part) => ' '.repeat(part.length));
  return Array.from(bare.matchAll(/\S+/g), (match) => {
    const number = NUMBER.exec(match[0])?.[0] ?? '';
    return { text: match[0].slice(number.length).replace(PRAISE, ''), offset: match.index + number.length };
  }).filter((written) => written.text !== '');
}

export function enterTurns(text: string, game: Writer): Entered {
  const whole = game.read(text);
  const turns = whole.reading === 'read' ? [{ text, offset: 0 }] : splitTurns(text);
  if (turns.length === 0) return { played: 0, of: 0, fault: { text, reading: whole as Unread, rest: text } };
  const many = turns.length > 1;
  let played = 0;
  let fault: EntryFault | null = null;
  for (const turn of turns) {
    const reading = game.mayMove() ? game.read(turn.text) : 'waiting';
    if (reading === 'waiting' || reading.reading !== 'read') {
      // Of a turn alone all is told as it was written.
      fault = many || whole.reading === 'read' || reading === 'waiting'
        ? { text: turn.text, reading, rest: text.slice(turn.offset).trim() }
        : { text, reading: whole, rest: text };
      break;
    }
    game.play(reading.turn.text, many);
    played += 1;
  }
  if (many && played > 0) game.done();
  return { played, of: turns.length, fault };
}
