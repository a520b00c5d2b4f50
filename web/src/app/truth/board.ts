/* What endgame tables know, on the board and beside it. */

import type { Point, TableValue, Truths } from '../../core/types';
import { t } from '../../i18n';
import type { GameState } from '../game/state';
import type { Session } from '../session';
import { POINT_KEY, pointTruths, positionText } from './words';

const NONE: ReadonlyMap<Point, TableValue> = new Map();

/** What is to be shown of the position on the board. */
function shown({ truth, exercise }: Session, state: GameState): Truths | null {
  return truth?.on && !exercise && truth.standing.state === 'found' && state.browse === null ? truth.standing.truths : null;
}

/** By point what a tap there leads to. */
export function truthsOn(session: Session, state: GameState): ReadonlyMap<Point, TableValue> {
  const truths = shown(session, state);
  return truths ? pointTruths(truths.turns, { text: state.draft.text, from: state.from, files: state.view.files }) : NONE;
}

/** "White wins · capture in 7 turns"; '' where nothing is known or wanted. */
export function truthNow(session: Session, state: GameState): string {
  const truths = shown(session, state);
  return truths ? positionText(truths, state.view.side) : '';
}

/** The name of a point with what a tap there leads to. */
export function sayTruth(name: string, value: TableValue | undefined): string {
  return value ? `${name}, ${t(POINT_KEY[value])}` : name;
}
