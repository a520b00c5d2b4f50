/* The next game: colours changed and the same rules, or vela with the roles the games so far have given (R7.6). */

import type { Side } from '../../core/types';
import type { GameSetup } from '../game/setup';
import { fitRules, hasVela, otherSide, readRules, rulesText, STANDARD_RULES } from '../game/setup';
import type { GameState } from '../game/state';
import { isOver } from '../game/state';
import type { Session } from '../session';

function newSeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}

/** Who gives next, in the colours of this game: its winner; after a draw the roles stay (R7.6). */
export function nextGiver({ view, setup }: Pick<GameState, 'view' | 'setup'>): Side | undefined {
  const { result } = view.outcome;
  if (result === 'white' || result === 'black') return result;
  const { vela } = readRules(view.rules) ?? STANDARD_RULES;
  return vela === 'none' ? setup.gives : vela;
}

/** The giver of the vela game to offer now; none is offered on other boards, or before there was a winner. */
export function velaOffer(state: GameState): Side | undefined {
  return isOver(state) && state.setup.mode !== 'analysis' && hasVela(state.setup.variant) ? nextGiver(state) : undefined;
}

export function plainRematch(state: Pick<GameState, 'view' | 'setup'>): GameSetup {
  const { gives: _, drill: __, ...setup } = state.setup;
  const rules = rulesText(fitRules({ ...(readRules(setup.rules) ?? STANDARD_RULES), vela: 'none' }, setup.variant));
  const human = otherSide(setup.human);
  const giver = nextGiver(state);
  // Against the computer the colours change, and the roles go with the players. Side by side White stays White.
  const gives = giver && (setup.mode === 'computer' ? otherSide(giver) : giver);
  return { ...setup, rules, human, seed: newSeed(), ...(gives ? { gives } : {}) };
}

export function velaRematch(state: Pick<GameState, 'view' | 'setup'>, giver: Side): GameSetup {
  const { position: _, drill: __, ...setup } = state.setup;
  const rules = rulesText({ ...(readRules(state.view.rules) ?? STANDARD_RULES), vela: giver });
  return { ...setup, rules, gives: giver, seed: newSeed() };
}

export function rematch(session: Session): void {
  const { state } = session;
  if (state) session.begin(plainRematch(state), state.taught);
}

export function startVela(session: Session, giver: Side): void {
  const { state } = session;
  if (state) session.begin(velaRematch(state, giver), state.taught);
}

/** The game that is over, looked at turn by turn. What does that comes over the wire when it is wanted. */
export function review(session: Session): void {
  analyse(session);
  import('../review/control').then(({ reviewOf }) => reviewOf(session).start()).catch(() => undefined);
}

/** The game so far, with both sides in one hand. */
export function analyse(session: Session): void {
  const { state } = session;
  if (!state) return;
  const turns = [...state.turns, ...state.later].map((turn) => turn.text);
  const you = state.setup.mode === 'computer' ? { you: state.setup.human } : {};
  const { drill: _, perfect: __, ...setup } = state.setup;
  session.begin({ ...setup, ...you, mode: 'analysis', clock: 'none', facing: 'fixed' }, state.taught, turns);
}
