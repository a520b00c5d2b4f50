/* What is proved where: by the certificate that travels with the page, and by those of the server it came from. */

import type { Promised, Side } from '../../core/types';
import type { RuleChoice } from '../game/setup';
import { readRules, STANDARD_RULES } from '../game/setup';

/** A certificate that can be had. */
export interface ProofFile {
  readonly name: string;
  readonly address: string;
  readonly bytes: number;
  /** Up to so many stones it leaves positions to tables. */
  readonly stones: number;
}

/** What is proved of a board from its start. */
export interface Proved {
  readonly from: 'page' | 'server';
  readonly promised: Readonly<Record<Side, Promised>>;
  /** How many answers its certificates have. */
  readonly answers: number;
  readonly files: readonly ProofFile[];
}

/** What can be had for a board under its rules. */
export type Offer =
  | { readonly state: 'here'; readonly proved: Proved }
  /** The server is still going through its certificates. */
  | { readonly state: 'reading' }
  /** Proved nowhere that can be asked: these rules, or this board. */
  | { readonly state: 'none'; readonly why: 'rules' | 'board' }
  /** The server cannot be reached. */
  | { readonly state: 'away' };

/** What a proof depends on besides the board. */
export function kindOf(rules: string): Pick<RuleChoice, 'chain' | 'blocked'> {
  const { chain, blocked } = readRules(rules) ?? STANDARD_RULES;
  return { chain, blocked };
}

function sameKind(a: string, b: string): boolean {
  const one = kindOf(a);
  const other = kindOf(b);
  return one.chain === other.chain && one.blocked === other.blocked;
}

/** Vela's first phase, and a first turn that takes once only, are games of which nothing is proved. */
export function plainRules(rules: string): boolean {
  const { vela, firstTurn } = readRules(rules) ?? STANDARD_RULES;
  return vela === 'none' && firstTurn === 'free';
}

/** Whether the page itself has what is proved. */
export function pageProves({ variant, rules }: { readonly variant: string; readonly rules: string }): boolean {
  return variant === 'dimy' && sameKind(rules, '');
}

/** Of the certificate that travels with the page, proofs/5x5.proof; a test holds the two together. */
export const PAGE_PROVED: Omit<Proved, 'files'> & { readonly file: Omit<ProofFile, 'address'> } = {
  from: 'page',
  promised: { white: 'hold', black: 'hold' },
  answers: 1643,
  file: { name: '5x5.proof', bytes: 1568, stones: 6 },
};

/** Whether it proves anything of the start, as a certificate of another position does not. */
export function provesStart({ promised }: Proved): boolean {
  return promised.white !== 'none' || promised.black !== 'none';
}

/** Out of what the server tells of itself. */
export function offerOf(about: unknown, variant: string, rules: string): Offer {
  // The page's own worker says so while there is no network.
  if (isRecord(about) && about['name'] === 'away') return { state: 'away' };
  const sets = isRecord(about) && Array.isArray(about['perfect']) ? about['perfect'].filter(isRecord) : [];
  const here = sets.filter((set) => set['variant'] === variant);
  const set = here.find((one) => typeof one['rules'] === 'string' && sameKind(one['rules'], rules));
  if (!set) return { state: 'none', why: here.length > 0 ? 'rules' : 'board' };
  if (set['ready'] !== true) return { state: 'reading' };
  const { white, black, answers, files } = set;
  if (!isPromised(white) || !isPromised(black)) return { state: 'none', why: 'board' };
  return {
    state: 'here',
    proved: {
      from: 'server',
      promised: { white, black },
      answers: isCount(answers) ? answers : 0,
      files: Array.isArray(files) ? files.filter(isRecord).flatMap(readFile) : [],
    },
  };
}

function readFile({ name, bytes, stones }: Record<string, unknown>): readonly ProofFile[] {
  if (typeof name !== 'string' || !/^[\w-][\w.-]*\.proof$/.test(name) || !isCount(bytes) || !isCount(stones)) return [];
  return [{ name, address: `./api/v1/proofs/${name}`, bytes, stones }];
}

export function isPromised(value: unknown): value is Promised {
  return value === 'none' || value === 'hold' || value === 'win';
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
