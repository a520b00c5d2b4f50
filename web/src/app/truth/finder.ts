/* Where the truth about few stones comes from: the tables that travel with the page, and those of the server the
 * page came from, which know more and tell distances. */

import type { Setup, TableSource, Truths } from '../../core/types';
import { Absent, fetchJson, readSets, readTruths, type FetchJson, type ServerSet } from './answers';
import { readRules, STANDARD_RULES } from '../game/setup';

/** What is known of a position. */
export type Standing =
  /** Nothing to be said: too many stones for any tables, or another game. */
  | { readonly state: 'none' }
  | { readonly state: 'asking' }
  | { readonly state: 'found'; readonly truths: Truths; readonly from: 'page' | 'server' }
  /** Nobody here has tables of so many stones, or for these rules; or they did not arrive. */
  | { readonly state: 'unknown'; readonly why: 'stones' | 'rules' | 'failed' };

export interface Question {
  readonly setup: Required<Setup>;
  readonly stones: number;
}

/** Up to which the page has all values, on the boards it has tables of (scripts/tables.mjs). */
const PAGE_STONES: Readonly<Record<string, number | undefined>> = { tsivy: 5, dimy: 7 };
/** Beyond, nobody expects tables: where there are none nothing is said. */
const EXPECTED_STONES = 8;
/** What came of asking the page's own tables. */
type Own = 'told' | 'unknown' | 'failed';

/** What tables depend on: they are for one choice of these two. */
function kindOf(rules: string): string {
  const { chain, blocked } = readRules(rules) ?? STANDARD_RULES;
  return `${chain} ${blocked}`;
}

export class Finder {
  private about: Promise<readonly ServerSet[]> | null = null;

  constructor(
    private readonly page: TableSource,
    private readonly json: FetchJson = fetchJson,
  ) {}

  /** Tells what is known, anew when more is; the last telling is final. */
  async find(question: Question, tell: (standing: Standing) => void): Promise<void> {
    const { setup, stones } = question;
    const here = this.pageKnows(question);
    if (here || stones <= EXPECTED_STONES) tell({ state: 'asking' });
    let found = false;
    const own: Promise<Own> = !here ? Promise.resolve('unknown') : this.page.truths(setup).then((truths) => {
      if (truths && !found) tell({ state: 'found', truths, from: 'page' });
      return truths ? 'told' : 'unknown';
    }).catch(() => 'failed');
    const sets = await this.server();
    const fitting = sets.filter(({ variant, rules }) => variant === setup.variant && kindOf(rules) === kindOf(setup.rules));
    const asked = fitting.some((set) => stones <= set.stones);
    if (asked) {
      try {
        const truths = readTruths(await this.json(tablesAddress(setup)));
        found = true;
        tell({ state: 'found', truths, from: 'server' });
        return;
      } catch {
        // The page's own must do.
      }
    }
    const told = await own;
    if (told === 'told') return;
    if (asked || told === 'failed') tell({ state: 'unknown', why: 'failed' });
    else if (stones > EXPECTED_STONES) tell({ state: 'none' });
    else tell({ state: 'unknown', why: !here && (fitting.length > 0 || pageFits(setup)) ? 'stones' : 'rules' });
  }

  private pageKnows({ setup, stones }: Question): boolean {
    return pageFits(setup) && stones <= (PAGE_STONES[setup.variant] ?? 0);
  }

  /** The server's tables; none where there is no server, as on a plain host. */
  private server(): Promise<readonly ServerSet[]> {
    this.about ??= this.json('./api/v1/server').then(readSets).catch((error: unknown) => {
      // Whoever could not answer this time, or could not be reached, is asked again by the next question.
      if (!(error instanceof Absent)) this.about = null;
      return [];
    });
    return this.about;
  }
}

function pageFits({ variant, rules }: Setup): boolean {
  return PAGE_STONES[variant] !== undefined && kindOf(rules) === kindOf('');
}

/** Where the server tells the truth about a position. */
export function tablesAddress({ position, rules }: Required<Setup>): string {
  return `./api/v1/tables?fen=${encodeURIComponent(position)}${rules === '' ? '' : `&rules=${encodeURIComponent(rules)}`}`;
}
