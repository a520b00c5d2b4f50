/* A game about to be made: what has been chosen, whether it can be played, and how it is asked for. */

import type { Clock, GameSpec, MakeGame, MakeSeek, SideWanted } from '../../net/protocol';
import { endless, fitRules, readRules, readShape, rulesText, STANDARD_RULES } from '../game/setup';
import type { TextStore } from '../store/storage';
import { parseObject } from '../store/storage';

/** By link; by an offer in the lobby; against the server's computer. */
export type Against = 'link' | 'seek' | 'computer';
export type ClockKind = Clock['kind'];

export interface Making {
  readonly against: Against;
  readonly variant: string;
  /** As the core takes them; '' is the standard. */
  readonly rules: string;
  readonly clock: ClockKind;
  readonly baseS: number;
  readonly incrementS: number;
  readonly days: number;
  readonly rated: boolean;
  readonly side: SideWanted;
  readonly level: number;
  /** A position (R9.3); '' is the usual start. */
  readonly start: string;
  /** Of whoever may accept; null: anybody. */
  readonly ratingMin: number | null;
  readonly ratingMax: number | null;
}

export interface RealClock {
  readonly baseS: number;
  readonly incrementS: number;
}

export const REAL_CLOCKS: readonly RealClock[] = [
  { baseS: 180, incrementS: 2 }, { baseS: 300, incrementS: 3 }, { baseS: 600, incrementS: 5 }, { baseS: 900, incrementS: 10 }, { baseS: 1800, incrementS: 20 },
];
export const DAYS: readonly number[] = [1, 2, 3, 5, 7, 14];
export const BASE_MAX_S = 10_800;
export const INCREMENT_MAX_S = 180;
export const RATING_MAX = 4000;

export const FIRST_CHOICE: Making = {
  against: 'link', variant: 'tsivy', rules: '', clock: 'real', baseS: 600, incrementS: 5, days: 3, rated: false, side: 'random', level: 1, start: '',
  ratingMin: null, ratingMax: null,
};

/** Odd sizes to 49 points that have no name (R1.1). */
export const OTHER_SIZES: readonly string[] = [3, 5, 7, 9, 11, 13, 15]
  .flatMap((files) => [3, 5, 7, 9, 11, 13, 15].map((ranks) => `${files}x${ranks}`))
  .filter((size) => readShape(size) !== null && size !== '9x5' && size !== '5x5');

export function clockOf({ clock, baseS, incrementS, days }: Making): Clock {
  if (clock === 'real') return { kind: 'real', base_s: baseS, increment_s: incrementS };
  return clock === 'days' ? { kind: 'days', days } : { kind: 'none' };
}

export function specOf(making: Making): GameSpec {
  const rules = rulesText(fitRules(readRules(making.rules) ?? STANDARD_RULES, making.variant));
  const start = making.start.trim();
  return { variant: making.variant, rules, clock: clockOf(making), rated: ratedNow(making), ...(start !== '' && { start }) };
}

export function gameOf(making: Making): MakeGame {
  const { against, level, side } = making;
  return { spec: specOf(making), side, opponent: against === 'computer' ? { kind: 'computer', level } : { kind: 'link' } };
}

export function seekOf(making: Making): MakeSeek {
  const { ratingMin, ratingMax, side } = making;
  return {
    spec: specOf(making), side,
    ...(ratingMin !== null && { rating_min: ratingMin }), ...(ratingMax !== null && { rating_max: ratingMax }),
  };
}

/** Ratings are for the usual game against a person with an account. */
export function mayBeRated({ against, rules, variant, start }: Making): boolean {
  const named = ['tsivy', 'dimy', 'telo'].includes(variant);
  return named && against !== 'computer' && start.trim() === '' && rulesText(fitRules(readRules(rules) ?? STANDARD_RULES, variant)) === '';
}

function ratedNow(making: Making): boolean {
  return making.rated && mayBeRated(making);
}

export type Hindrance = 'endless' | 'no-time' | 'rating-order';

/** Why no game can be made of it, if so; the start's own faults aside. */
export function hindrance({ rules, clock, baseS, incrementS, ratingMin, ratingMax }: Making): Hindrance | null {
  if (endless(readRules(rules) ?? STANDARD_RULES)) return 'endless';
  if (clock === 'real' && baseS === 0 && incrementS === 0) return 'no-time';
  return ratingMin !== null && ratingMax !== null && ratingMin > ratingMax ? 'rating-order' : null;
}

const KEY = 'fanorona.making';

/** What was chosen the last time, as far as it still holds what it should. A start is never kept. */
export function readMaking(store: TextStore): Making {
  const found = parseObject(store.read(KEY)) ?? {};
  const d = FIRST_CHOICE;
  const whole = (value: unknown, low: number, high: number, otherwise: number): number =>
    Number.isInteger(value) && Number(value) >= low && Number(value) <= high ? Number(value) : otherwise;
  const one = <T extends string>(value: unknown, of: readonly T[], otherwise: T): T => of.find((each) => each === value) ?? otherwise;
  const { variant, rules } = found;
  return {
    against: one<Against>(found['against'], ['link', 'seek', 'computer'], d.against),
    variant: typeof variant === 'string' && readShape(variant) ? variant : d.variant,
    rules: typeof rules === 'string' && readRules(rules) ? rules : d.rules,
    clock: one<ClockKind>(found['clock'], ['none', 'real', 'days'], d.clock),
    baseS: whole(found['baseS'], 0, BASE_MAX_S, d.baseS),
    incrementS: whole(found['incrementS'], 0, INCREMENT_MAX_S, d.incrementS),
    days: whole(found['days'], 1, 14, d.days),
    rated: found['rated'] === true,
    side: one<SideWanted>(found['side'], ['white', 'black', 'random'], d.side),
    level: whole(found['level'], 1, 8, d.level),
    start: '', ratingMin: null, ratingMax: null,
  };
}

const START_KEY = 'fanorona.start';

/** A start that was set up elsewhere in the page, for the next game that is made. */
export function handOver(store: TextStore, { variant, rules, start }: Pick<Making, 'variant' | 'rules' | 'start'>): void {
  store.write(START_KEY, JSON.stringify({ variant, rules, start }));
}

/** Takes it, once. */
export function takeOver(store: TextStore): Partial<Making> {
  const found = parseObject(store.read(START_KEY));
  store.remove(START_KEY);
  const { variant, rules, start } = found ?? {};
  if (typeof variant !== 'string' || !readShape(variant) || typeof rules !== 'string' || !readRules(rules) || typeof start !== 'string') return {};
  return { variant, rules, start };
}

export function keepMaking(store: TextStore, { start: _start, ratingMin: _min, ratingMax: _max, ...making }: Making): void {
  store.write(KEY, JSON.stringify(making));
}
