/* Telo noho dimy: three stones against five, on tsivy. Each task is known to be what it says. */

import type { Side } from '../../core/types';
import type { GameSetup } from '../game/setup';

export interface Task {
  readonly id: string;
  /** Win with the five, or do not lose with the three. */
  readonly aim: 'win' | 'hold';
  readonly position: string;
  /** Whose stones the person has, who is to move. */
  readonly side: Side;
  /** Of a win: to the next capture, with best play of both sides. */
  readonly plies?: number;
}

/** Whoever holds out has done so after so many quiet turns: the tables say that nobody forces a win, ever. */
const HOLD_RULES = 'quiet-limit=20';

const win = (number: number, board: string, plies: number): Task => ({ id: `win-${number}`, aim: 'win', position: `${board} w 0 1`, side: 'white', plies });
const hold = (number: number, board: string): Task => ({ id: `hold-${number}`, aim: 'hold', position: `${board} w 0 1`, side: 'white' });

/* Known by tables of 8 stones: the wins are in time under the quiet limit (R5.3), the others are draws, and of the
 * first turns of the later ones a single one keeps that. Regained by
 *   fanorona tables probe --tables DIR --fen POSITION */
export const TASKS: readonly Task[] = [
  win(1, '1B3W2W/3B5/W8/2B6/3W1W3', 2),
  win(2, 'W8/9/1B3WWW1/1B7/1B4W2', 3),
  win(3, 'B2B4W/2W6/3B5/4WW3/7W1', 5),
  win(4, '1W5B1/4W3B/7B1/WW1W5/9', 9),
  win(5, 'W1W4B1/4W4/8B/9/WW6B', 15),
  win(6, '2B2W3/2B6/B2W4W/6W2/6W2', 23),
  win(7, '5B3/W1W2B1B1/W8/W8/5W3', 32),
  win(8, '1W5W1/4BB2W/W8/W3B4/9', 41),
  hold(1, '1W5B1/B1B6/1BW4W1/9/2B6'),
  hold(2, '9/4B1W1B/4W4/1B7/4BB1W1'),
  hold(3, '6B2/4W1B2/B2WB4/9/2W2B3'),
  hold(4, '4B2W1/7B1/9/8B/B4BWW1'),
  hold(5, '3WW2BB/B8/9/2W6/3B2B2'),
  hold(6, '7B1/5W2B/4W4/5W3/BB5B1'),
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
