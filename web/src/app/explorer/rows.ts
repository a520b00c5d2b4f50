/* What the book says of a position, as rows to show. */

import type { BookPage, BookTurn } from '../../core/book';
import type { Side } from '../../core/types';
import { t } from '../../i18n';
import { lineText } from '../game/chances';
import { OPENINGS } from '../game/words';

/** Games by who won them. */
export interface Results {
  readonly white: number;
  readonly draws: number;
  readonly black: number;
  readonly games: number;
}

export interface Row {
  readonly turn: string;
  /** The opening it begins; '' for none. */
  readonly name: string;
  /** "53%", for who is to move. */
  readonly value: string;
  readonly results: Results;
  /** The whole row in words. */
  readonly words: string;
}

export function resultsOf({ wins, draws, losses }: Pick<BookTurn, 'wins' | 'draws' | 'losses'>, side: Side): Results {
  const [white, black] = side === 'white' ? [wins, losses] : [losses, wins];
  return { white, draws, black, games: wins + draws + losses };
}

/** Names belong to first turns; later the opening has its name already. */
function nameOf({ opening }: BookPage, turn: string, first: boolean): string {
  return (first && opening === null && OPENINGS.find(({ text }) => text === turn)?.name) || '';
}

export function rowsOf(page: BookPage, side: Side, first: boolean): readonly Row[] {
  return page.turns.map((known) => {
    const results = resultsOf(known, side);
    const name = nameOf(page, known.turn, first);
    const value = lineText(known);
    const games = results.games === 0 ? [t('book.none')] : [t('book.games', { n: results.games }), t('book.results', { ...results })];
    return { turn: known.turn, name, value, results, words: [known.turn, name, value, ...games].filter((part) => part !== '').join(', ') };
  });
}
