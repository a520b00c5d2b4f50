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
    const found = words.length === 0 ? games : games.filter((game) => words.every((word) => this.textOf(game).includes(word)));
    // What is compared is worked out once a game, not once a comparison.
    const keyed = found.map((game) => ({ game, day: dayOf(game), names: order === 'names' ? namesOf(game) : '' }));
    return keyed.sort(COMPARE[order]).map(({ game }) => game);
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

interface Keyed {
  readonly game: KeptGame;
  readonly day: string;
  readonly names: string;
}

type Compare = (a: Keyed, b: Keyed) => number;

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const newest: Compare = (a, b) => inOrder(b.day, a.day) || b.game.added - a.game.added || inOrder(a.game.id, b.game.id);

function namesOf({ tags }: KeptGame): string {
  return plain(`${known(tags, 'White')} ${known(tags, 'Black')}`);
}

const COMPARE: Readonly<Record<Order, Compare>> = {
  newest,
  oldest: (a, b) => newest(b, a),
  names: (a, b) => inOrder(a.names, b.names) || newest(a, b),
  longest: (a, b) => b.game.turns - a.game.turns || newest(a, b),
  shortest: (a, b) => a.game.turns - b.game.turns || newest(a, b),
};
