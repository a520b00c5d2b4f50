/* A turn that ends: into the core, onto the board, over to the other side. */

import type { Rules, Side } from '../../core/types';
import { animate } from './draft';
import type { Next } from './draft';
import type { Effect, GameState, Notice } from './state';
import { emptyDraft, isComputersTurn, isOver } from './state';

/** The giver has no more to give (R7.3). */
const NOTICES: Readonly<Record<Side, Notice>> = { white: 'vela-white', black: 'vela-black' };

/** What of the turn is still to be seen. */
export type Shown = 'none' | 'last-step' | 'whole';

export function play(state: GameState, text: string, rules: Rules, shown: Shown): Next {
  const view = rules.play(text);
  const turn = rules.turn(view.length - 1);
  const steps = shown === 'whole' ? turn.steps : shown === 'last-step' ? turn.steps.slice(-1) : [];
  const visible = steps.length > 0 && state.browse === null;
  const over = view.giver === null && view.outcome.result === 'ongoing' ? state.view.giver : null;
  const next: GameState = {
    ...state,
    view,
    turns: [...state.turns, turn],
    later: state.later[0]?.text === turn.text ? state.later.slice(1) : [],
    draft: emptyDraft(rules, view),
    from: null,
    choice: null,
    refused: null,
    dragging: false,
    peek: false,
    trail: true,
    held: null,
    asking: null,
    hint: null,
    notice: over ? NOTICES[over] : keptNotice(state),
    ...(visible ? animate(state, steps) : {}),
    replaying: visible && shown === 'whole',
  };
  const effects: Effect[] = [
    { type: 'sound', sound: turn.steps[0]?.kind === 'paika' ? 'step' : 'take' },
    { type: 'save' },
    { type: 'say-turn', turn, velaOver: over },
  ];
  if (isOver(next)) {
    const fanfare: readonly Effect[] = state.setup.mode === 'analysis' ? [] : [{ type: 'sound', sound: 'end' }];
    return { state: next, effects: [...effects, ...fanfare] };
  }
  const asked = think(next);
  return { state: asked.state, effects: [...effects, ...asked.effects] };
}

/** Asks the computer for its turn, if it is its turn. */
export function think(state: GameState): Next {
  if (!isComputersTurn(state)) return { state, effects: [] };
  const request = state.request + 1;
  return {
    state: { ...state, asking: 'turn', request, notice: keptNotice(state) },
    effects: [{ type: 'think', request }],
  };
}

/** That vela's first phase is over is not to be missed: it stays until the person's next tap. */
function keptNotice({ notice, setup, view }: GameState): Notice | null {
  const computers = setup.mode === 'computer' && view.side !== setup.human;
  return computers && (notice === 'vela-white' || notice === 'vela-black') ? notice : null;
}
