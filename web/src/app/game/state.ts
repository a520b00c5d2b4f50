/* The state of a game on the screen. The core keeps the game itself; this is what a player sees of it and
 * the turn they are making. Plain data, so that it can be tested, saved and compared without a page. */

import type { Animation } from '../../board/types';
import type { Draft, Line, Outcome, Point, Refusal, Rules, Side, Step, Turn, View } from '../../core/types';
import { HAND } from '../../core/types';
import type { GameSetup } from './setup';
import { coreSetup, otherSide } from './setup';

/** A step that can capture both ways, waiting for the player to say which. */
export interface Choice {
  readonly from: Point;
  readonly to: Point;
  readonly approach: Step;
  readonly withdrawal: Step;
}

/** A tap that was refused. */
export interface Refused {
  readonly at: Point;
  /** Where the stone in hand stood, if a step was refused. */
  readonly from: Point | null;
  readonly refusal: Refusal;
}

/** An end made by word, which the turns alone do not tell. */
export type Word =
  | { readonly kind: 'resign' | 'time' | 'abandoned'; readonly loser: Side }
  | { readonly kind: 'draw' };

export type Asking = 'turn' | 'hint' | 'draw';

export type Notice = 'draw-declined' | 'draft-lost' | 'engine-failed' | 'optional' | 'vela-white' | 'vela-black';

export interface GameState {
  readonly setup: GameSetup;
  /** The game now. */
  readonly view: View;
  /** Turns made. */
  readonly turns: readonly Turn[];
  /** In an analysis: the turns that came after these before one went back; another turn drops them. */
  readonly later: readonly Turn[];
  readonly word: Word | null;

  readonly draft: Draft;
  /** The stone in hand before its first step. */
  readonly from: Point | null;
  readonly choice: Choice | null;
  readonly refused: Refused | null;
  readonly dragging: boolean;
  /** Showing the board as it was when the turn began. */
  readonly peek: boolean;

  /** The ply looked at; null: now. */
  readonly browse: number | null;
  /** The last turn's trail is on the board, until the next tap. */
  readonly trail: boolean;
  readonly animation: Animation | null;
  /** Id of the animation that has not ended yet. */
  readonly animating: number | null;
  /** A whole turn is being replayed; the board waits for its end. */
  readonly replaying: boolean;
  /** The computer's turn, held until the replay before it has ended. */
  readonly held: string | null;

  /** What the engine is working on. */
  readonly asking: Asking | null;
  /** Number of the last request; older answers are dropped. */
  readonly request: number;
  readonly hint: Line | null;
  readonly notice: Notice | null;
  /** The player has once been told that going on is optional. */
  readonly taught: boolean;
}

/** 'turn': it is one's turn, where nobody looks. */
export type Sound = 'step' | 'take' | 'refuse' | 'end' | 'turn';

/** Something for the world outside the state to do. */
export type Effect =
  | { readonly type: 'think'; readonly request: number }
  | { readonly type: 'hint'; readonly request: number }
  | { readonly type: 'judge'; readonly request: number }
  | { readonly type: 'stop-engine' }
  | { readonly type: 'save' }
  | { readonly type: 'sound'; readonly sound: Sound }
  /** `velaOver`: the giver with whose turn, or by it, the first phase of vela has ended. */
  | { readonly type: 'say-turn'; readonly turn: Turn; readonly velaOver: Side | null }
  | { readonly type: 'say-state' }
  | { readonly type: 'taught' };

/** A game as it lies in the store. */
export interface Resume {
  readonly turns: readonly string[];
  /** How many of them have been made: all, but in an analysis. */
  readonly ply: number;
  readonly draft: string;
  readonly word: Word | null;
}

/** Opens a game, new or saved. Throws CoreError if the turns do not fit the rules. */
export function openGame(rules: Rules, setup: GameSetup, taught: boolean, resume?: Resume): GameState {
  const all = allTurns(rules, rules.open(coreSetup(setup), resume?.turns ?? []).length);
  const analysis = setup.mode === 'analysis';
  const ply = analysis ? (resume?.ply ?? all.length) : all.length;
  // Of an analysis no word ends anything: every position is one to go on from.
  const word = analysis ? null : (resume?.word ?? null);
  for (let length = all.length; length > ply; length--) rules.undo();
  let draft: Draft | null = null;
  let notice: Notice | null = null;
  if (resume && resume.draft !== '') {
    try {
      draft = rules.draft(resume.draft);
    } catch {
      notice = 'draft-lost';
    }
  }
  const view = word ? endView(rules, word) : rules.view();
  return {
    setup,
    view,
    turns: all.slice(0, ply),
    later: all.slice(ply),
    word,
    draft: draft ?? emptyDraft(rules, view),
    from: null,
    choice: null,
    refused: null,
    dragging: false,
    peek: false,
    browse: null,
    trail: true,
    animation: null,
    animating: null,
    replaying: false,
    held: null,
    asking: null,
    request: 0,
    hint: null,
    notice,
    taught,
  };
}

/** The game as it is once a word has ended it. Clocks and absence are the page's own; the core knows of neither. */
export function endView(rules: Rules, word: Word): View {
  if (word.kind === 'draw') return rules.agreeDraw();
  if (word.kind === 'resign') return rules.resign(word.loser);
  const outcome: Outcome = { result: otherSide(word.loser), reason: word.kind, clause: 'R5.5' };
  return { ...rules.view(), outcome, mustCapture: false, movable: [] };
}

export function allTurns(rules: Rules, length: number): readonly Turn[] {
  return Array.from({ length }, (_, index) => rules.turn(index));
}

/** The draft before its first step; an ended game has nothing open. */
export function emptyDraft(rules: Rules, view: View): Draft {
  if (view.outcome.result === 'ongoing') return rules.draft('');
  return { text: '', steps: [], stones: view.stones, open: [], mayStop: false, complete: false };
}

export function isOver(state: GameState): boolean {
  return state.view.outcome.result !== 'ongoing';
}

export function isComputersTurn(state: GameState): boolean {
  return !isOver(state) && state.setup.mode === 'computer' && state.view.side !== state.setup.human;
}

/** The next turn is made by somebody who is not here: the computer, or another person over the net. */
export function isOthersTurn(state: GameState): boolean {
  if (state.setup.mode !== 'net') return isComputersTurn(state);
  return !isOver(state) && (state.setup.watches === true || state.view.side !== state.setup.human);
}

/** A person may make a step now. */
export function canAct(state: GameState): boolean {
  return !isOver(state) && !isOthersTurn(state) && state.browse === null && !state.replaying;
}

/** The next step puts a stone from the hand (R6.2). */
export function placing(state: Pick<GameState, 'draft'>): boolean {
  return state.draft.open[0]?.from === HAND;
}

export function isTelo(view: Pick<View, 'variant'>): boolean {
  return view.variant === 'telo';
}

/** Stones still in hand, the turn being made included. */
export function stonesInHand(state: GameState, view: View): { readonly white: number; readonly black: number } {
  const [white, black] = view.hand;
  const placed = state.browse === null && !state.peek && state.draft.steps[0]?.from === HAND ? 1 : 0;
  return view.side === 'white' ? { white: white - placed, black } : { white, black: black - placed };
}

/** The stone that may move next: the one in the chain, or the one taken up. */
export function stoneInHand(state: GameState): Point | null {
  const last = state.draft.steps[state.draft.steps.length - 1];
  return last ? last.to : state.from;
}

/** The turns of the whole game, those gone back over included. */
export function lineLength(state: GameState): number {
  return state.turns.length + state.later.length;
}

/** The ply that is on the board. */
export function shownPly(state: GameState): number {
  return state.browse ?? state.turns.length;
}

/** Whether there is a turn of the person to take back. */
export function canTakeBack(state: GameState): boolean {
  if (state.word) return true;
  if (state.setup.mode !== 'computer') return state.turns.length > 0;
  return state.turns.some((turn) => turn.side === state.setup.human);
}
