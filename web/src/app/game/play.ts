/* A turn that ends: into the core, onto the board, over to the other side. */

import type { Rules } from '../../core/types';
import { animate } from './draft';
import type { Next } from './draft';
import type { Effect, GameState } from './state';
import { emptyDraft, isComputersTurn, isOver } from './state';

/** What of the turn is still to be seen. */
export type Shown = 'none' | 'last-step' | 'whole';

export function play(state: GameState, text: string, rules: Rules, shown: Shown): Next {
  const view = rules.play(text);
  const turn = rules.turn(view.length - 1);
  const steps = shown === 'whole' ? turn.steps : shown === 'last-step' ? turn.steps.slice(-1) : [];
  const visible = steps.length > 0 && state.browse === null;
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
    notice: null,
    ...(visible ? animate(state, steps) : {}),
    replaying: visible && shown === 'whole',
  };
  const effects: Effect[] = [
    { type: 'sound', sound: turn.steps[0]?.kind === 'paika' ? 'step' : 'take' },
    { type: 'save' },
    { type: 'say-turn', turn },
  ];
  if (isOver(next)) return { state: next, effects: [...effects, { type: 'sound', sound: 'end' }] };
  const asked = think(next);
  return { state: asked.state, effects: [...effects, ...asked.effects] };
}

/** Asks the computer for its turn, if it is its turn. */
export function think(state: GameState): Next {
  if (!isComputersTurn(state)) return { state, effects: [] };
  const request = state.request + 1;
  return {
    state: { ...state, asking: 'turn', request, notice: null },
    effects: [{ type: 'think', request }],
  };
}
