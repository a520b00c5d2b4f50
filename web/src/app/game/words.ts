/* Turns, points and rules in words. */

import type { Point, Side, Step, Turn, View } from '../../core/types';
import { HAND } from '../../core/types';
import type { Key } from '../../i18n';
import { list, t } from '../../i18n';
import type { GameState } from './state';
import { isTelo, placing } from './state';
import { pointName } from './points';
import { readRules, sizeText, STANDARD_RULES } from './setup';

/** Spells out a union of words as catalogue keys, so that a check can find each of them. */
export const SIDE_KEY: Readonly<Record<Side, Key>> = { white: 'side.white', black: 'side.black' };

const TURN_KEY: Readonly<Record<Side, Key>> = { white: 'say.turn.white', black: 'say.turn.black' };

const PLACE_KEY: Readonly<Record<Side, Key>> = { white: 'say.place.white', black: 'say.place.black' };

/** "White d3 to e3, withdrawal, takes one, then to f4, approach, takes 2". */
export function sayTurn(turn: Turn, view: Pick<View, 'files' | 'variant'>): string {
  const { files } = view;
  const first = turn.steps[0];
  if (!first) return '';
  if (first.from === HAND) return t(PLACE_KEY[turn.side], { to: pointName(first.to, files) });
  const opening = t(TURN_KEY[turn.side], { from: pointName(first.from, files), to: pointName(first.to, files) });
  // Where nothing can ever be taken, that nothing was need not be said.
  if (isTelo(view)) return opening;
  const parts = [opening, sayCapture(first)];
  for (const step of turn.steps.slice(1)) {
    parts.push(t('say.then', { to: pointName(step.to, files) }), sayCapture(step));
  }
  return parts.join(', ');
}

function sayCapture(step: Step): string {
  if (step.kind === 'approach') return t('say.approach', { n: step.taken.length });
  if (step.kind === 'withdrawal') return t('say.withdrawal', { n: step.taken.length });
  return t('say.paika');
}

export function pointNames(points: readonly Point[], files: number): string {
  return list(points.map((point) => pointName(point, files)));
}

/** A point as a screen reader names it: "d3, white stone, can capture". */
export function sayPoint(state: GameState, stones: readonly number[], point: Point): string {
  const { view } = state;
  const stone = stones[point];
  const parts = [pointName(point, view.files)];
  parts.push(stone === 1 ? t('point.white') : stone === 2 ? t('point.black') : t('point.empty'));
  if (state.browse !== null || state.peek) return parts.join(', ');
  const { choice, draft } = state;
  const last = draft.steps[draft.steps.length - 1];
  if (last?.to === point || state.from === point) parts.push(t('point.selected'));
  else if (choice?.approach.taken.includes(point)) parts.push(t('point.approach'));
  else if (choice?.withdrawal.taken.includes(point)) parts.push(t('point.withdrawal'));
  else if (draft.steps.length === 0 && view.movable.includes(point) && stone !== 0) {
    parts.push(view.mustCapture ? t('point.capture') : t('point.move'));
  }
  const hand = last ? last.to : state.from;
  if (placing(state) && hand === null && draft.open.some((step) => step.to === point)) parts.push(t('point.place'));
  if (view.row.includes(point)) parts.push(t('point.row'));
  if (hand !== null && draft.open.some((step) => step.from === hand && step.to === point)) {
    parts.push(t(hand === HAND ? 'point.place' : 'point.reachable'));
  }
  return parts.join(', ');
}

/** What a game is played on: "9×5", "3×3 telo". */
export function boardName(variant: string): string {
  return variant === 'telo' ? `${sizeText(variant)} telo` : sizeText(variant);
}

/** All that is not usual about a game: where it begins, and the rule options that are not at their default. */
export function gameNames({ setup, view }: Pick<GameState, 'setup' | 'view'>): readonly string[] {
  return [...(setup.position === undefined ? [] : [t('rules.position')]), ...ruleNames(view.rules)];
}

/** The stones in a hand, in words. */
export function sayHand(side: Side, n: number): string {
  if (n === 0) return t(side === 'white' ? 'hand.none.white' : 'hand.none.black');
  return t(side === 'white' ? 'hand.white' : 'hand.black', { n });
}

/** "White gives, 12 stones left to give"; '' outside vela's first phase. */
export function velaPhase(view: Pick<View, 'giver' | 'toGive'>): string {
  if (view.giver === null) return '';
  return t(view.giver === 'white' ? 'vela.phase.white' : 'vela.phase.black', { n: view.toGive });
}

/** The rule options that are not at their default, each in words. */
export function ruleNames(rules: string): readonly string[] {
  const choice = readRules(rules);
  if (!choice) return [];
  const names: string[] = [];
  if (choice.chain === 'mandatory') names.push(t('rules.chain.mandatory'));
  if (choice.firstTurn === 'single') names.push(t('rules.first.single'));
  if (choice.blocked === 'draw') names.push(t('rules.blocked.draw'));
  if (choice.quietLimit === 0) names.push(t('rules.quiet.off'));
  else if (choice.quietLimit !== STANDARD_RULES.quietLimit) names.push(t('rules.quiet.limit', { n: choice.quietLimit }));
  if (choice.repetition === 0) names.push(t('rules.repetition.off'));
  else if (choice.repetition !== STANDARD_RULES.repetition) {
    names.push(t('rules.repetition.limit', { n: choice.repetition }));
  }
  if (choice.vela !== 'none') names.push(t(choice.vela === 'white' ? 'rules.vela.white' : 'rules.vela.black'));
  if (choice.velaFirst === 'giver') names.push(t('rules.vela-first.giver'));
  return names;
}

/** The names of the five first turns of 9×5 (R10); proper names, the same in every language. */
export const OPENINGS: readonly { readonly text: string; readonly name: string; readonly takes: number }[] = [
  { text: 'e2-e3A', name: 'Vaki loha', takes: 2 },
  { text: 'f2-e3A', name: 'Havanana', takes: 2 },
  { text: 'd2-e3A', name: 'Havia', takes: 2 },
  { text: 'd3-e3A', name: 'Fohy', takes: 1 },
  { text: 'd3-e3W', name: 'Kobana', takes: 1 },
];

/** The first turns that have names are those of the plain game from its start. */
export function hasOpenings({ setup, view }: GameState): boolean {
  return setup.variant === 'tsivy' && setup.position === undefined && !/\bvela=/.test(view.rules);
}

export function openingName(state: GameState): string | null {
  if (!hasOpenings(state)) return null;
  const first = state.turns[0];
  return OPENINGS.find((opening) => opening.text === first?.text)?.name ?? null;
}

export function countStones(view: Pick<View, 'stones'>, stone: 1 | 2): number {
  return view.stones.reduce((sum, at) => sum + (at === stone ? 1 : 0), 0);
}
