/* The game on the screen as a state machine: state and event in, state and effects out. The core's Rules is
 * its memory; nothing here touches the page, the clock or the engine. */

import type { Rules } from '../../core/types';
import { animate, chooseGroup, drag, still, stepBack, stop, tapPoint, turnBack } from './draft';
import type { Next } from './draft';
import type { Event } from './events';
import { play, think } from './play';
import { coreSetup } from './setup';
import type { Effect, GameState, Word } from './state';
import { allTurns, canAct, canTakeBack, emptyDraft, endView, isComputersTurn, isOver } from './state';

export function advance(state: GameState, event: Event, rules: Rules): Next {
  switch (event.type) {
    case 'wake':
      return think(state);
    case 'point':
      return state.browse === null ? tapPoint(state, event.point, rules) : browse(state, state.view.length, rules);
    case 'group':
      return chooseGroup(state, event.kind, rules);
    case 'drag':
      return drag(state, event.drag, rules);
    case 'stop':
      return stop(state, rules);
    case 'step-back':
      return stepBack(state, rules);
    case 'turn-back':
      if (state.browse !== null) return browse(state, state.view.length, rules);
      return state.peek ? still({ ...state, peek: false }) : turnBack(state, rules);
    case 'peek':
      return canAct(state) && state.draft.steps.length > 0
        ? { state: { ...state, peek: !state.peek }, effects: [{ type: 'say-state' }] }
        : still(state);
    case 'typed':
      if (!canAct(state)) return still(state);
      return event.many ? still(play(state, event.text, rules, 'none').state) : play(state, event.text, rules, 'whole');
    case 'written': {
      const turn = state.turns[state.turns.length - 1];
      if (!turn) return still(state);
      return { state, effects: [{ type: 'sound', sound: 'step' }, { type: 'save' }, { type: 'say-turn', turn, velaOver: null }] };
    }
    case 'animation-end':
      return animationEnd(state, event.id, rules);
    case 'answer':
      return answer(state, event, rules);
    case 'hint':
      return canAct(state) && state.asking === null ? ask(state, 'hint') : still(state);
    case 'hint-answer':
      if (event.request !== state.request || state.asking !== 'hint') return still(state);
      return { state: { ...state, asking: null, hint: event.line }, effects: [{ type: 'say-state' }] };
    case 'offer-draw':
      return canAct(state) && state.asking === null ? ask(state, 'draw') : still(state);
    case 'draw-answer':
      if (event.request !== state.request || state.asking !== 'draw') return still(state);
      if (event.accepts) return endByWord({ ...state, asking: null }, { kind: 'draw' }, rules);
      return { state: { ...state, asking: null, notice: 'draw-declined' }, effects: [{ type: 'say-state' }] };
    case 'agree-draw':
      return state.setup.mode === 'friend' ? endByWord(state, { kind: 'draw' }, rules) : still(state);
    case 'engine-failed':
      if (event.request !== state.request) return still(state);
      return { state: { ...state, asking: null, notice: 'engine-failed' }, effects: [{ type: 'say-state' }] };
    case 'resign': {
      const loser = state.setup.mode === 'computer' ? state.setup.human : state.view.side;
      return endByWord(state, { kind: 'resign', loser }, rules);
    }
    case 'time':
      return endByWord(state, { kind: 'time', loser: event.loser }, rules);
    case 'take-back':
      return takeBack(state, rules);
    case 'browse':
      return state.setup.mode === 'analysis' ? goTo(state, event.ply, rules) : browse(state, event.ply, rules);
  }
}

function ask(state: GameState, asking: 'hint' | 'draw'): Next {
  const request = state.request + 1;
  return {
    state: { ...state, asking, request, notice: null, refused: null, hint: null },
    effects: [{ type: asking === 'hint' ? 'hint' : 'judge', request }, { type: 'say-state' }],
  };
}

function animationEnd(state: GameState, id: number, rules: Rules): Next {
  if (id !== state.animating) return still(state);
  const next = { ...state, animating: null, replaying: false };
  if (next.held !== null) return play(next, next.held, rules, 'whole');
  return still(next);
}

/** The computer's turn; while the one before it is still on its way across the board, it waits. */
function answer(state: GameState, event: Event & { type: 'answer' }, rules: Rules): Next {
  if (event.request !== state.request || state.asking !== 'turn' || !isComputersTurn(state)) return still(state);
  if (state.animating !== null) return still({ ...state, held: event.turn });
  return play(state, event.turn, rules, 'whole');
}

function stopAsking(state: GameState): Next {
  const effects: readonly Effect[] = state.asking === null ? [] : [{ type: 'stop-engine' }];
  return {
    state: { ...state, asking: null, request: state.request + 1, held: null, replaying: false, animating: null },
    effects,
  };
}

/** The game ends by what somebody said or the clock showed. */
export function endByWord(state: GameState, word: Word, rules: Rules): Next {
  if (isOver(state)) return still(state);
  const stopped = stopAsking(state);
  const view = endView(rules, word);
  return {
    state: {
      ...stopped.state, view, word, draft: emptyDraft(rules, view), from: null, choice: null, refused: null,
      peek: false, browse: null, hint: null, notice: null,
    },
    effects: [...stopped.effects, { type: 'save' }, { type: 'sound', sound: 'end' }, { type: 'say-state' }],
  };
}

/** Against the computer the last pair, beside a friend the last turn; an end by word alone first. */
function takeBack(state: GameState, rules: Rules): Next {
  if (!canTakeBack(state)) return still(state);
  if (state.setup.mode === 'analysis') return goTo(state, state.turns.length - 1, rules);
  let length = state.turns.length;
  if (!state.word) {
    const { mode, human } = state.setup;
    do length -= 1;
    while (mode === 'computer' && length > 0 && state.turns[length]?.side !== human);
  }
  const stopped = stopAsking(state);
  const kept = state.turns.slice(0, length);
  const view = rules.open(coreSetup(state.setup), kept.map((turn) => turn.text));
  const next: GameState = {
    ...stopped.state, view, turns: allTurns(rules, view.length), word: null, draft: emptyDraft(rules, view),
    from: null, choice: null, refused: null, dragging: false, peek: false, browse: null, trail: true,
    hint: null, notice: null,
  };
  const asked = think(next);
  return {
    state: asked.state,
    effects: [...stopped.effects, { type: 'save' }, { type: 'say-state' }, ...asked.effects],
  };
}

/** In an analysis every position of the game is one to go on from. */
function goTo(state: GameState, ply: number, rules: Rules): Next {
  const all = [...state.turns, ...state.later];
  const to = Math.max(0, Math.min(all.length, ply));
  const now = state.turns.length;
  if (to === now) return still(state);
  for (let length = now; length > to; length--) rules.undo();
  all.slice(now, to).forEach((turn) => rules.play(turn.text));
  const view = rules.view();
  const turn = to === now + 1 ? all[now] : undefined;
  return {
    state: {
      ...state, view, turns: all.slice(0, to), later: all.slice(to), draft: emptyDraft(rules, view), from: null,
      choice: null, refused: null, dragging: false, peek: false, trail: true, hint: null, notice: null,
      replaying: false, animating: null,
      ...(turn ? animate(state, turn.steps) : {}),
    },
    effects: [{ type: 'save' }, { type: 'say-state' }],
  };
}

function browse(state: GameState, ply: number, rules: Rules): Next {
  if (state.held !== null) {
    const played = play({ ...state, animating: null }, state.held, rules, 'none');
    const then = browse(played.state, ply, rules);
    return { state: then.state, effects: [...played.effects, ...then.effects] };
  }
  const length = state.view.length;
  const now = state.browse ?? length;
  const to = Math.max(0, Math.min(length, ply));
  if (to === now) return still(state);
  const turn = to === now + 1 ? state.turns[now] : undefined;
  return {
    state: {
      ...state,
      browse: to === length ? null : to,
      trail: true,
      refused: null,
      peek: false,
      replaying: false,
      animating: null,
      ...(turn ? animate(state, turn.steps) : {}),
    },
    effects: [{ type: 'say-state' }],
  };
}
