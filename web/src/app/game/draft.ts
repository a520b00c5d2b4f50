/* Making a turn: taking a stone up, stepping, choosing, stopping, going back. Nothing is final before the turn
 * ends; then `play` hands it to the core. */

import type { CaptureKind, Drag } from '../../board/types';
import type { Point, Refusal, Rules, Step } from '../../core/types';
import { HAND } from '../../core/types';
import { play } from './play';
import { stepsText } from './points';
import type { Effect, GameState } from './state';
import { canAct, emptyDraft, isTelo, placing, stoneInHand } from './state';

export interface Next {
  readonly state: GameState;
  readonly effects: readonly Effect[];
}

export function still(state: GameState): Next {
  return { state, effects: [] };
}

/** What the next tap clears away. */
function cleared(state: GameState): GameState {
  return { ...state, refused: null, notice: null, trail: false, peek: false, choice: null };
}

function ownStone(state: GameState, point: Point): boolean {
  return state.draft.stones[point] === (state.view.side === 'white' ? 1 : 2);
}

function openSteps(state: GameState, from: Point | null, to: Point): readonly Step[] {
  return state.draft.open.filter((step) => step.from === from && step.to === to);
}

export function tapPoint(state: GameState, point: Point, rules: Rules): Next {
  if (!canAct(state)) return still(state.replaying ? state : { ...state, trail: false });
  if (state.peek) return still({ ...state, peek: false });
  const { choice } = state;
  if (choice) {
    if (choice.approach.taken.includes(point)) return takeStep(cleared(state), choice.approach, rules);
    if (choice.withdrawal.taken.includes(point)) return takeStep(cleared(state), choice.withdrawal, rules);
    if (choice.to === point) return { state: cleared(state), effects: [{ type: 'say-state' }] };
  }
  const next = cleared(state);
  const hand = stoneInHand(state);
  if (hand === point) return state.draft.steps.length > 0 ? stop(next, rules) : still({ ...next, from: null });
  if (hand !== null && openSteps(state, hand, point).length > 0) return stepTo(next, hand, point, rules);
  if (placing(state)) return tapPlacing(next, point, rules);
  if (state.draft.steps.length > 0) {
    const asked = ownStone(state, point)
      ? rules.refuseFrom(state.draft.text, point)
      : rules.refuseStep(state.draft.text, hand ?? point, point);
    return refuse(next, point, hand, asked);
  }
  return tapFirst(next, hand, point, rules);
}

/** A tap while stones are in hand: on the hand, which is taken up, or on the point a stone is put on. */
function tapPlacing(state: GameState, point: Point, rules: Rules): Next {
  if (point === HAND) return { state: { ...state, from: HAND }, effects: [{ type: 'say-state' }] };
  if (openSteps(state, HAND, point).length > 0) return stepTo(state, HAND, point, rules);
  // An own stone is one that would be moved; any other point is one that would be placed on.
  return refuse(state, point, null, ownStone(state, point) ? rules.refuseFrom('', point) : rules.refuseStep('', HAND, point));
}

/** A tap before the first step that is no step of the stone in hand. */
function tapFirst(state: GameState, hand: Point | null, point: Point, rules: Rules): Next {
  const only = onlyTurn(state, rules);
  if (only !== null) {
    const first = state.draft.open[0];
    // In telo a stone may be looked at before it moves: its only step can lose.
    if (first && ((first.from === point && !isTelo(state.view)) || first.to === point)) return play(state, only, rules, 'whole');
  }
  if (ownStone(state, point)) {
    const refusal = rules.refuseFrom('', point);
    if (refusal.code !== 'legal') return refuse({ ...state, from: null }, point, null, refusal);
    return { state: { ...state, from: point }, effects: [{ type: 'say-state' }] };
  }
  if (hand !== null) return refuse(state, point, hand, rules.refuseStep('', hand, point));
  return refuse(state, point, null, rules.refuseFrom('', point));
}

/** The turn to play when there is no other. */
export function onlyTurn(state: GameState, rules: Rules): string | null {
  let draft = state.draft;
  while (!draft.complete) {
    const step = draft.open[0];
    if (draft.mayStop || draft.open.length !== 1 || !step) return null;
    draft = rules.draft(stepsText([...draft.steps, step], state.view.files));
  }
  return draft.text;
}

function refuse(state: GameState, at: Point, from: Point | null, refusal: Refusal): Next {
  return {
    state: { ...state, refused: { at, from, refusal } },
    effects: [{ type: 'sound', sound: 'refuse' }, { type: 'say-state' }],
  };
}

/** Steps to a point that is open: at once, or after asking which group to take (R3.4). */
function stepTo(state: GameState, from: Point, to: Point, rules: Rules): Next {
  const steps = openSteps(state, from, to);
  const approach = steps.find((step) => step.kind === 'approach');
  const withdrawal = steps.find((step) => step.kind === 'withdrawal');
  if (approach && withdrawal) {
    return {
      state: { ...state, from, choice: { from, to, approach, withdrawal } },
      effects: [{ type: 'say-state' }],
    };
  }
  const [step] = steps;
  return step ? takeStep(state, step, rules) : still(state);
}

function takeStep(state: GameState, step: Step, rules: Rules): Next {
  const draft = rules.draft(stepsText([...state.draft.steps, step], state.view.files));
  const next: GameState = { ...state, draft, from: null, choice: null };
  if (draft.complete && !state.dragging) return play(next, draft.text, rules, 'last-step');
  const teach = !state.taught && draft.mayStop && draft.open.length > 0;
  const effects: Effect[] = [
    { type: 'sound', sound: step.taken.length > 0 ? 'take' : 'step' },
    { type: 'save' },
  ];
  if (teach) effects.push({ type: 'taught' });
  effects.push({ type: 'say-state' });
  return {
    state: {
      ...next,
      notice: teach ? 'optional' : null,
      taught: state.taught || teach,
      ...(state.dragging ? {} : animate(state, [step])),
    },
    effects,
  };
}

export function animate(state: GameState, steps: readonly Step[]): Pick<GameState, 'animation' | 'animating'> {
  const id = (state.animation?.id ?? 0) + 1;
  return {
    animation: { id, steps: steps.map(({ from, to, taken }) => ({ from, to, taken })) },
    animating: id,
  };
}

export function chooseGroup(state: GameState, kind: CaptureKind, rules: Rules): Next {
  if (!state.choice || !canAct(state)) return still(state);
  return takeStep(cleared(state), kind === 'A' ? state.choice.approach : state.choice.withdrawal, rules);
}

export function stop(state: GameState, rules: Rules): Next {
  const last = state.draft.steps[state.draft.steps.length - 1];
  if (!canAct(state) || !last) return still(state);
  const next = cleared(state);
  if (state.draft.mayStop) return play(next, state.draft.text, rules, 'none');
  const points = [...new Set(state.draft.open.map((step) => step.to))];
  return refuse(next, last.to, last.to, { code: 'stop', clause: 'R8', points });
}

export function stepBack(state: GameState, rules: Rules): Next {
  if (!canAct(state)) return still(state);
  const { steps } = state.draft;
  const next = { ...cleared(state), dragging: false };
  const last = steps[steps.length - 1];
  if (state.choice) return { state: next, effects: [{ type: 'say-state' }] };
  if (!last) return still({ ...next, from: null });
  const draft = rules.draft(stepsText(steps.slice(0, -1), state.view.files));
  return {
    state: { ...next, draft, from: steps.length === 1 ? last.from : null },
    effects: [{ type: 'save' }, { type: 'say-state' }],
  };
}

export function turnBack(state: GameState, rules: Rules): Next {
  if (!canAct(state)) return still(state);
  const had = state.draft.steps.length > 0;
  const next = { ...cleared(state), dragging: false, from: null, draft: emptyDraft(rules, state.view) };
  return { state: { ...next, hint: null }, effects: had ? [{ type: 'save' }, { type: 'say-state' }] : [] };
}

export function drag(state: GameState, event: Drag, rules: Rules): Next {
  if (!canAct(state)) return still(state);
  const hand = stoneInHand(state);
  switch (event.phase) {
    case 'start': {
      const next = { ...cleared(state), dragging: true };
      return still(state.draft.steps.length > 0 ? next : { ...next, from: event.from });
    }
    case 'over': {
      // What takes nothing ends the turn, and that only letting go may do.
      const steps = hand === null ? [] : openSteps(state, hand, event.point);
      if (hand === null || steps.every((step) => step.kind === 'paika')) return still(state);
      return stepTo(cleared(state), hand, event.point, rules);
    }
    case 'cancel':
      // A turn that could only end must not stay open without a hand on it.
      return state.draft.complete ? stepBack(state, rules) : still({ ...state, dragging: false });
    case 'drop':
      return drop({ ...state, dragging: false }, hand, event, rules);
  }
}

function drop(state: GameState, hand: Point | null, event: Drag, rules: Rules): Next {
  if (state.draft.complete) return play(cleared(state), state.draft.text, rules, 'none');
  if (hand === null || event.point === hand || event.point === event.from) return still(state);
  if (state.choice?.to === event.point) return still(state);
  if (openSteps(state, hand, event.point).length > 0) {
    return stepTo(cleared(state), hand, event.point, rules);
  }
  return refuse(cleared(state), event.point, hand, rules.refuseStep(state.draft.text, hand, event.point));
}
