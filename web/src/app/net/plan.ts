/* A turn made ahead: while the other side thinks, one makes a whole turn on the board as it stands. It is played
 * when the other's turn has come, but only if it then takes exactly the same stones. */

import type { Rules, Side, Step, Turn } from '../../core/types';
import { CoreError } from '../../core/types';
import { advance } from '../game/advance';
import type { Event } from '../game/events';
import type { Effect, GameState } from '../game/state';
import { canAct, openGame } from '../game/state';

/** What a plan passes on; a plan asks for no engine and keeps no game. */
const ITS_OWN: ReadonlySet<Effect['type']> = new Set(['sound', 'say-state', 'taught']);

export class Plan {
  private constructor(
    private readonly rules: Rules,
    private current: GameState,
  ) {}

  /** On the board of `live`, as if it were this side's turn; null where no turn could be made. Takes over the game in `rules`. */
  static on(live: GameState, side: Side, rules: Rules, text = ''): Plan | null {
    const position = turned(live.view.position, side);
    try {
      const setup = { ...live.setup, mode: 'friend' as const, position };
      const plan = new Plan(rules, openGame(rules, setup, true));
      if (!canAct(plan.current)) return null;
      if (text !== '') plan.dispatch({ type: 'typed', text });
      return plan;
    } catch (error) {
      // Placing in telo, for one, is bound to whose turn it is.
      if (error instanceof CoreError) return null;
      throw error;
    }
  }

  get state(): GameState {
    return this.current;
  }

  /** The whole turn, once it is made. */
  get turn(): Turn | null {
    return this.current.turns[0] ?? null;
  }

  /** Somebody is at work on it. */
  get making(): boolean {
    const { from, draft, choice, refused } = this.current;
    return !this.turn && (from !== null || draft.steps.length > 0 || choice !== null || refused !== null);
  }

  /** What is left to be done about it. */
  dispatch(event: Event): readonly Effect[] {
    if (this.turn) return [];
    const { state, effects } = advance(this.current, event, this.rules);
    // The turn itself is not seen before its time.
    this.current = state.turns.length > 0 ? { ...state, animating: null, replaying: false } : state;
    return effects.filter(({ type }) => ITS_OWN.has(type));
  }
}

/** The position with the other side to move. */
function turned(position: string, side: Side): string {
  const [board = '', , ...rest] = position.split(' ');
  return [board, side === 'white' ? 'w' : 'b', ...rest].join(' ');
}

/** Whether a turn still takes, step by step, the stones it was planned to take. */
export function sameTaking(planned: readonly Step[], now: readonly Step[]): boolean {
  const one = (step: Step): string => `${step.from}-${step.to}:${[...step.taken].sort((a, b) => a - b).join()}`;
  return planned.length === now.length && planned.every((step, index) => one(step) === one(now[index]!));
}

/** The planned turn as it can be played now, or null where it cannot or would take other stones. */
export function playable(planned: Turn, rules: Rules): Turn | null {
  const reading = rules.read(planned.text);
  return reading.reading === 'read' && sameTaking(planned.steps, reading.turn.steps) ? reading.turn : null;
}
