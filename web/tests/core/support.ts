/* The module as it was built, and games at random. */

import { readFileSync } from 'node:fs';
import { loadCore, type Core } from '../../src/core/load';
import { WasmRules } from '../../src/core/rules';
import { HAND, type Draft, type Setup, type Step } from '../../src/core/types';

export const root = new URL('../../../', import.meta.url);
export const modulePath = process.env.FAN_MODULE ?? new URL('build/wasm/fanorona.wasm', root).pathname;
export const vectorsPath = process.env.FAN_MODULE_SIMD ?? new URL('build/wasm-simd/fanorona-simd.wasm', root).pathname;
export const moduleBytes = readFileSync(modulePath);

export const tsivy: Setup = { variant: 'tsivy', rules: '' };
export const dimy: Setup = { variant: 'dimy', rules: '' };
export const telo: Setup = { variant: 'telo', rules: '' };

export const newCore = (): Promise<Core> => loadCore(moduleBytes);
export const newRules = async (): Promise<WasmRules> => new WasmRules(await newCore());

/** A board from a position text, which tells its size. */
export function setup(position: string, rules = ''): Setup {
  const ranks = position.split(' ')[0]!.split('/');
  const files = [...ranks[0]!.matchAll(/\d+|[A-Za-z]/g)].reduce((sum, [part]) => sum + (Number(part) || 1), 0);
  return { variant: `${files}x${ranks.length}`, rules, position };
}

/** Dice that fall the same way every time (mulberry32). */
export function dice(seed: number): (sides: number) => number {
  let state = seed >>> 0;
  return (sides) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

const letters = { paika: '', approach: 'A', withdrawal: 'W' };

export function pointName(point: number, files: number): string {
  return `${String.fromCharCode(97 + (point % files))}${Math.floor(point / files) + 1}`;
}

export function pointNumber(name: string, files: number): number {
  return (Number(name.slice(1)) - 1) * files + name.charCodeAt(0) - 97;
}

/** The text of a draft with one more step. */
export function withStep(text: string, step: Step, files: number): string {
  if (step.from === HAND) return pointName(step.to, files);
  const begin = text === '' ? pointName(step.from, files) : text;
  return `${begin}-${pointName(step.to, files)}${letters[step.kind]}`;
}

/** Makes a turn at random, step by step; returns every draft on the way, the first without steps. */
export function randomDrafts(rules: WasmRules, throwDice: (sides: number) => number): Draft[] {
  const { files } = rules.view();
  const drafts = [rules.draft('')];
  for (;;) {
    const draft = drafts[drafts.length - 1]!;
    if (draft.complete || (draft.mayStop && throwDice(3) === 0)) return drafts;
    const step = draft.open[throwDice(draft.open.length)]!;
    drafts.push(rules.draft(withStep(draft.text, step, files)));
  }
}

/** Plays a game at random, at most so many turns; returns them. */
export function playRandomly(rules: WasmRules, setup: Setup, throwDice: (sides: number) => number, most: number): string[] {
  const turns: string[] = [];
  let view = rules.open(setup);
  while (view.outcome.result === 'ongoing' && turns.length < most) {
    const drafts = randomDrafts(rules, throwDice);
    turns.push(drafts[drafts.length - 1]!.text);
    view = rules.play(turns[turns.length - 1]!);
  }
  return turns;
}
