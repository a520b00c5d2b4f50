/* What a server says of endgame tables. It may be slow, out of order or another one than was thought: what is not
 * an answer is refused here, and whoever asked does without. */

import type { TableValue, Truths, TruthTurn } from '../../core/types';

/** Tables of a server, as /api/v1/server tells them. */
export interface ServerSet {
  readonly variant: string;
  readonly rules: string;
  readonly stones: number;
}

export type FetchJson = (address: string) => Promise<unknown>;

/** Nothing is at this address, as on a plain host: asking again is of no use. */
export class Absent extends Error {}

/** Longer than this no answer is waited for. */
export const ANSWER_WAIT_MS = 6000;

/** Rejects for anything but an answer in JSON that comes in time. */
export async function fetchJson(address: string): Promise<unknown> {
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(), ANSWER_WAIT_MS);
  try {
    const response = await fetch(address, { credentials: 'same-origin', signal: control.signal });
    if (response.status === 404) throw new Absent(`nothing at ${address}`);
    if (!response.ok) throw new Error(`${response.status} from ${address}`);
    return readJson(await response.text(), address);
  } finally {
    clearTimeout(timer);
  }
}

/** A plain host may send its own page for whatever is asked. */
function readJson(text: string, address: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Absent(`no JSON at ${address}`);
  }
}

/** The tables of a server; those it does not describe are none. */
export function readSets(about: unknown): readonly ServerSet[] {
  // The page's own worker says so while there is no network.
  if (isRecord(about) && about['name'] === 'away') throw new Error('the server is away');
  const tables = isRecord(about) ? about['tables'] : null;
  return Array.isArray(tables) ? tables.filter(isSet) : [];
}

/** Throws if it is not what the page can show. */
export function readTruths(answer: unknown): Truths {
  if (!isTruths(answer)) throw new Error('no answer of endgame tables');
  return answer;
}

function isTruths(answer: unknown): answer is Truths {
  return isTruth(answer) && ['values', 'dtc', 'dtw'].includes(String(answer['metric'])) && Array.isArray(answer['turns']) && answer['turns'].every(isTurn);
}

function isTurn(turn: unknown): turn is TruthTurn {
  return isTruth(turn) && typeof turn['turn'] === 'string' && /^[a-z]\d+(-[a-z]\d+[AW]?)+$/.test(turn['turn']);
}

function isTruth(truth: unknown): truth is Record<string, unknown> {
  return isRecord(truth) && isValue(truth['value']) && (truth['limited'] === undefined || isValue(truth['limited'])) &&
    isDistance(truth['distance']) && isDistance(truth['limitedDistance']);
}

function isValue(value: unknown): value is TableValue {
  return value === 'win' || value === 'draw' || value === 'loss';
}

function isDistance(distance: unknown): boolean {
  return distance === undefined || (Number.isInteger(distance) && Number(distance) >= 0);
}

function isSet(set: unknown): set is ServerSet {
  return isRecord(set) && typeof set['variant'] === 'string' && typeof set['rules'] === 'string' && typeof set['stones'] === 'number';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
