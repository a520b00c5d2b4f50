/* Finding games in the library: every word asked for stands somewhere in what is known of a game. */

import type { KeptGame } from './entry';
import { dayOf, known } from './entry';

export type Order = 'newest' | 'oldest' | 'names' | 'longest' | 'shortest';

export const ORDERS: readonly Order[] = ['newest', 'oldest', 'names', 'longest', 'shortest'];

/** What a game is called in words: its names, variant, result, in the language of the page. */
export type Describe = (game: KeptGame) => string;

export class Finder {
  private described = new WeakMap<KeptGame, string>();

  constructor(private readonly describe: Describe) {}

  find(games: readonly KeptGame[], query: string, order: Order): KeptGame[] {
    const words = plain(query).split(/\s+/).filter((word) => word !== '');
    const found = words.length === 0 ? [...games] : games.filter((game) => words.every((word) => this.textOf(game).includes(word)));
    return found.sort(COMPARE[order]);
  }

  private textOf(game: KeptGame): string {
    let text = this.described.get(game);
    if (text === undefined) {
      const tags = game.tags.map(([, value]) => value).join(' ');
      text = plain(`${this.describe(game)} ${dayOf(game)} ${tags} ${game.setup.variant} ${game.position} ${game.text}`);
      this.described.set(game, text);
    }
    return text;
  }
}

/** Case and accents do not matter. */
export function plain(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/[\u0300-\u036f]/g, '');
}

type Compare = (a: KeptGame, b: KeptGame) => number;

const byText = (of: (game: KeptGame) => string): Compare => (a, b) => (of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : 0);
const newest: Compare = (a, b) => byText(dayOf)(b, a) || b.added - a.added || byText((game) => game.id)(a, b);
const names: Compare = byText((game) => plain(`${known(game.tags, 'White')} ${known(game.tags, 'Black')}`));

const COMPARE: Readonly<Record<Order, Compare>> = {
  newest,
  oldest: (a, b) => newest(b, a),
  names: (a, b) => names(a, b) || newest(a, b),
  longest: (a, b) => b.turns - a.turns || newest(a, b),
  shortest: (a, b) => a.turns - b.turns || newest(a, b),
};
