/* A clock for two on one device: each side's time, which runs on its own turns; every whole turn adds a little.
 * It stands still before the first turn and while the page is closed. Times in milliseconds. */

import type { Side } from '../../core/types';
import { otherSide } from './setup';

export interface ClockSetup {
  readonly baseMs: number;
  readonly addMs: number;
}

export interface Clock {
  /** What was left when the side last began, or stopped, to think. */
  readonly white: number;
  readonly black: number;
  /** Whose time runs, and since when. */
  readonly running: Side | null;
  readonly since: number;
}

export function newClock(setup: ClockSetup): Clock {
  return { white: setup.baseMs, black: setup.baseMs, running: null, since: 0 };
}

export function timeLeft(clock: Clock, side: Side, now: number): number {
  const spent = clock.running === side ? Math.max(0, now - clock.since) : 0;
  return Math.max(0, clock[side] - spent);
}

/** Stops the clock where it is. */
export function halt(clock: Clock, now: number): Clock {
  return { white: timeLeft(clock, 'white', now), black: timeLeft(clock, 'black', now), running: null, since: now };
}

/** Lets a side's time run from now. */
export function run(clock: Clock, side: Side, now: number): Clock {
  return { ...halt(clock, now), running: side };
}

/** A side has ended its turn. */
export function pass(clock: Clock, setup: ClockSetup, mover: Side, now: number): Clock {
  const still = halt(clock, now);
  return { ...still, [mover]: still[mover] + setup.addMs, running: otherSide(mover) };
}

/** "4:05", and tenths in the last ten seconds. */
export function clockText(ms: number): string {
  if (ms < 10_000) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Minutes for each side and seconds for each turn, as people choose them. */
export const CLOCKS = ['none', '3+2', '10+5', '20+10'] as const;
export type ClockName = (typeof CLOCKS)[number];

export function clockSetup(name: ClockName): ClockSetup | null {
  const [minutes = 0, seconds = 0] = name.split('+').map(Number);
  return name === 'none' ? null : { baseMs: minutes * 60_000, addMs: seconds * 1000 };
}
