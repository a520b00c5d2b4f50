/* Names of points and texts of steps (R9.1). */

import type { Kind, Point, Step } from '../../core/types';
import { HAND } from '../../core/types';

export function pointName(point: Point, files: number): string {
  return String.fromCharCode(97 + (point % files)) + String(Math.floor(point / files) + 1);
}

const KIND_LETTER: Readonly<Record<Kind, string>> = { paika: '', approach: 'A', withdrawal: 'W' };

/** The canonical text of a path; '' of none. A placement is its point alone. */
export function stepsText(steps: readonly Step[], files: number): string {
  const first = steps[0];
  if (!first) return '';
  if (first.from === HAND) return pointName(first.to, files);
  return steps.reduce(
    (text, step) => `${text}-${pointName(step.to, files)}${KIND_LETTER[step.kind]}`,
    pointName(first.from, files),
  );
}

export function takenBy(steps: readonly Step[]): number {
  return steps.reduce((sum, step) => sum + step.taken.length, 0);
}
