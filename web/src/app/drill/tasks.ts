/* Telo noho dimy: three stones against five, on tsivy. Each task is known to be as it says (see `known`). */

import type { Side } from '../../core/types';
import type { GameSetup } from '../game/setup';

export interface Task {
  readonly id: string;
  /** Win with the five, or do not lose with the three. */
  readonly aim: 'win' | 'hold';
  readonly position: string;
  /** Whose stones the person has, who is to move. */
  readonly side: Side;
}

/** Whoever holds out has done so after so many quiet turns: the tables say that nobody forces a win, ever. */
const HOLD_RULES = 'quiet-limit=20';

const task = (aim: Task['aim'], number: number, board: string): Task => ({ id: `${aim}-${number}`, aim, position: `${board} w 0 1`, side: 'white' });

/* Known by going through all turns to the tables of 7 stones: a win is forced to a capture that the tables know to
 * win, in 3 or 5 plies; of the turns of a task to hold, one alone does not lose. */
export const TASKS: readonly Task[] = [
  task('win', 1, '1B3W2W/3B5/W8/2B6/3W1W3'),
  task('win', 2, '9/1B4W2/3W5/2B4B1/WW3W3'),
  task('win', 3, 'W8/9/1B3WWW1/1B7/1B4W2'),
  task('win', 4, 'B2B4W/2W6/3B5/4WW3/7W1'),
  task('win', 5, 'W6W1/3B3W1/9/1BB6/3W1W3'),
  task('win', 6, '1W4B1B/4W4/1W7/W8/1W4B2'),
  task('hold', 1, '1W5B1/B1B6/1BW4W1/9/2B6'),
  task('hold', 2, '9/4B1W1B/4W4/1B7/4BB1W1'),
  task('hold', 3, 'B8/1W3W3/1B3B3/9/1B3W2B'),
  task('hold', 4, '6B2/4W1B2/B2WB4/9/2W2B3'),
  task('hold', 5, '2W1W1BB1/2B6/2W3B2/1B7/9'),
  task('hold', 6, '8W/3B5/6B1W/1W1B5/5B2B'),
];

export function taskOf(id: string | undefined): Task | undefined {
  return TASKS.find((task) => task.id === id);
}

export function setupOf(task: Task, seed: number): GameSetup {
  return {
    mode: 'computer', variant: 'tsivy', rules: task.aim === 'hold' ? HOLD_RULES : '', position: task.position, drill: task.id,
    level: 8, human: task.side, facing: 'fixed', clock: 'none', seed,
  };
}
