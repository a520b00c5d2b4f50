/* What the page says about the state of a game: a title, a line under it, the clause it rests on. */

import type { RefusalCode, Side } from '../../core/types';
import type { Key } from '../../i18n';
import { t } from '../../i18n';
import { pointName, takenBy } from './points';
import type { GameState, Notice, Refused } from './state';
import { isComputersTurn, isOver, isTelo, placing, stoneInHand } from './state';
import { pointNames, sayTurn } from './words';
import { HAND } from '../../core/types';

export type Tone = 'plain' | 'thinking' | 'refusal' | 'result' | 'hint' | 'notice';

export interface Message {
  readonly tone: Tone;
  readonly title: string;
  readonly sub: string;
  /** "R3.1", with the words of the link to it. */
  readonly clause?: { readonly id: string; readonly label: string };
}

export function message(state: GameState): Message {
  if (state.refused) return refusal(state, state.refused);
  if (state.browse !== null) return browsing(state, state.browse);
  if (state.peek) return plain(t('msg.peek'), t('msg.peek.sub'));
  if (isOver(state)) return result(state);
  if (state.notice) return notice(state, state.notice);
  if (state.asking === 'hint') return { tone: 'thinking', title: t('msg.hint.asking'), sub: '' };
  if (state.asking === 'draw') return { tone: 'thinking', title: t('msg.draw.asking'), sub: '' };
  if (state.hint && state.draft.steps.length === 0) return hint(state);
  return situation(state);
}

/** A message as it is read out. */
export function spoken({ title, sub }: Message): string {
  if (sub === '') return title;
  return /[.?!]$/.test(title) ? `${title} ${sub}` : `${title}. ${sub}`;
}

/** The state of the game itself, without refusals and notices: the head of the panel. */
export function situation(state: GameState): Message {
  const { view, draft } = state;
  if (isOver(state)) return result(state);
  if (isComputersTurn(state)) return { tone: 'thinking', title: t('msg.thinking'), sub: lastTurn(state) };
  const { choice } = state;
  if (choice) {
    return plain(
      t('msg.choice', { point: pointName(choice.to, view.files) }),
      draft.mayStop ? t('msg.choice.optional') : t('msg.choice.sub'),
    );
  }
  if (draft.steps.length > 0) {
    if (!draft.mayStop) return plain(t('msg.chain.mandatory'), t('msg.chain.mandatory.sub'));
    return plain(t('msg.chain'), t('msg.chain.sub', { n: takenBy(draft.steps) }));
  }
  const hand = stoneInHand(state);
  if (hand === HAND) return plain(t('msg.hand'), t('msg.hand.sub'));
  if (hand !== null) {
    return plain(t('msg.selected', { point: pointName(hand, view.files) }), t('msg.selected.sub'));
  }
  return plain(yourTurn(state), whatToDo(state));
}

function plain(title: string, sub: string): Message {
  return { tone: 'plain', title, sub };
}

function yourTurn(state: GameState): string {
  if (state.setup.mode === 'computer' || state.setup.mode === 'net') return t('msg.your-turn');
  return t(state.view.side === 'white' ? 'msg.white-to-move' : 'msg.black-to-move');
}

function whatToDo(state: GameState): string {
  const { view } = state;
  const n = view.movable.length;
  if (placing(state)) return t('msg.place', { n: view.hand[view.side === 'white' ? 0 : 1] });
  if (isTelo(view)) return t('msg.telo');
  if (view.giver === view.side) return t('msg.gives', { n: view.toGive });
  if (view.giver !== null && view.mustCapture) return t('msg.takes', { n });
  return view.mustCapture ? t('msg.can-capture', { n }) : t('msg.paika');
}

function lastTurn(state: GameState): string {
  const turn = state.turns[state.turns.length - 1];
  return turn ? sayTurn(turn, state.view) : '';
}

function browsing(state: GameState, ply: number): Message {
  const turn = state.turns[ply - 1];
  const title = ply === 0 ? t('msg.browse.start') : t('msg.browse', { n: ply, of: state.view.length });
  return plain(title, turn ? sayTurn(turn, state.view) : t('msg.browse.sub'));
}

const NOTICE_KEYS: Readonly<Record<Notice, readonly [Key, Key]>> = {
  'draw-declined': ['msg.draw.declined', 'msg.draw.declined.sub'],
  'draft-lost': ['msg.draft-lost', 'msg.draft-lost.sub'],
  'engine-failed': ['msg.engine-failed', 'msg.engine-failed.sub'],
  optional: ['msg.optional', 'msg.optional.sub'],
  'vela-white': ['vela.over.white', 'vela.over.sub'],
  'vela-black': ['vela.over.black', 'vela.over.sub'],
};

function notice(state: GameState, which: Notice): Message {
  const [title, sub] = NOTICE_KEYS[which];
  return { tone: 'notice', title: t(title), sub: t(sub, { n: takenBy(state.draft.steps) }) };
}

function hint(state: GameState): Message {
  const line = state.hint;
  const [first = '', ...rest] = line?.turns ?? [];
  const sub = line?.winIn ? t('msg.hint.win', { n: line.winIn })
    : line?.lossIn ? t('msg.hint.loss', { n: line.lossIn })
    : rest.length > 0 ? t('msg.hint.line', { line: rest.slice(0, 3).join(' ') })
    : t('msg.hint.sub');
  return { tone: 'hint', title: t('msg.hint', { turn: first }), sub };
}

const WINS: Readonly<Record<Side, Key>> = { white: 'result.white', black: 'result.black' };

export function result(state: GameState): Message {
  const { outcome } = state.view;
  const title = outcome.result === 'white' || outcome.result === 'black' ? t(WINS[outcome.result]) : t('result.draw');
  return {
    tone: 'result',
    title,
    sub: reason(state),
    ...(outcome.clause ? { clause: { id: outcome.clause, label: clauseLabel(outcome.clause) } } : {}),
  };
}

/** Why the game ended, in a sentence. */
function reason(state: GameState): string {
  const { outcome, quietLimit, occurrences, side } = state.view;
  const loser: Side = outcome.result === 'white' ? 'black' : 'white';
  switch (outcome.reason) {
    case 'no-stones':
      return t(loser === 'white' ? 'reason.no-stones.white' : 'reason.no-stones.black');
    case 'blocked':
      return t(side === 'white' ? 'reason.blocked.white' : 'reason.blocked.black');
    case 'repetition':
      return t('reason.repetition', { n: occurrences.length });
    case 'quiet':
      return t('reason.quiet', { n: quietLimit });
    case 'agreement':
      return t('reason.agreement');
    case 'time':
      return t(loser === 'white' ? 'reason.time.white' : 'reason.time.black');
    case 'row':
      return t(loser === 'white' ? 'reason.row.black' : 'reason.row.white');
    case 'abandoned':
      return t(loser === 'white' ? 'reason.abandoned.white' : 'reason.abandoned.black');
    case 'resignation':
      return t(loser === 'white' ? 'reason.resignation.white' : 'reason.resignation.black');
    case '':
      return '';
  }
}

/** Title, explanation and the rule's name of every refusal. */
const REFUSAL_KEYS: Readonly<Record<Exclude<RefusalCode, 'legal'>, readonly [Key, Key, Key]>> = {
  ended: ['refuse.ended', 'refuse.ended.sub', 'rule.end'],
  empty: ['refuse.empty', 'refuse.empty.sub', 'rule.turn'],
  enemy: ['refuse.enemy', 'refuse.enemy.sub', 'rule.turn'],
  'other-stone': ['refuse.other-stone', 'refuse.other-stone.sub', 'rule.chain'],
  occupied: ['refuse.occupied', 'refuse.occupied.sub', 'rule.turn'],
  'no-line': ['refuse.no-line', 'refuse.no-line.sub', 'rule.lines'],
  'must-capture': ['refuse.must-capture', 'refuse.must-capture.sub', 'rule.forced'],
  visited: ['refuse.visited', 'refuse.visited.sub', 'rule.visited'],
  direction: ['refuse.direction', 'refuse.direction.sub', 'rule.direction'],
  'no-approach': ['refuse.no-approach', 'refuse.no-approach.sub', 'rule.approach'],
  'no-withdrawal': ['refuse.no-withdrawal', 'refuse.no-withdrawal.sub', 'rule.withdrawal'],
  'not-capturing': ['refuse.not-capturing', 'refuse.not-capturing.sub', 'rule.chain'],
  over: ['refuse.over', 'refuse.over.sub', 'rule.chain'],
  stuck: ['refuse.stuck', 'refuse.stuck.sub', 'rule.turn'],
  stop: ['refuse.stop', 'refuse.stop.sub', 'rule.options'],
  single: ['refuse.single', 'refuse.single.sub', 'rule.options'],
  place: ['refuse.place', 'refuse.place.sub', 'rule.telo'],
  hand: ['refuse.hand', 'refuse.hand.sub', 'rule.telo'],
  telo: ['refuse.telo', 'refuse.telo.sub', 'rule.telo'],
  giver: ['refuse.giver', 'refuse.giver.sub', 'rule.vela'],
  taker: ['refuse.taker', 'refuse.taker.sub', 'rule.vela'],
};

function refusal(state: GameState, refused: Refused): Message {
  return refusalMessage(refused.refusal, refused.from ?? refused.at, refused.at, state.view.files);
}

export function refusalMessage(
  refused: Refused['refusal'], from: number, at: number, files: number,
): Message {
  if (refused.code === 'legal') return plain('', '');
  const [title, sub, rule] = REFUSAL_KEYS[refused.code];
  const params = {
    n: refused.points.length,
    at: pointName(at, files),
    from: pointName(from === HAND ? at : from, files),
    points: pointNames(refused.points, files),
  };
  return {
    tone: 'refusal',
    title: t(title, params),
    sub: t(sub, params),
    clause: { id: refused.clause, label: clauseLabel(refused.clause, rule) },
  };
}

/** "Forced capture, rule 3.1". */
function clauseLabel(clause: string, rule?: Key): string {
  const number = clause.replace(/^R/, '');
  return rule ? t('rule.named', { name: t(rule), number }) : t('rule.number', { number });
}

export function clauseAddress(clause: string): string {
  return `#/rules/${clause.replace(/^R/, '')}`;
}
