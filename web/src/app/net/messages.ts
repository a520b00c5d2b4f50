/* What the page says of a game over the net: the board's own messages, and all that two people, a server and a
 * line between them add to it. What is most in need of an answer comes first. */

import type { Side } from '../../core/types';
import { t } from '../../i18n';
import type { NetKey } from '../../i18n/net';
import type { Message } from '../game/message';
import { message, result, situation } from '../game/message';
import { otherSide } from '../game/setup';
import type { GameState } from '../game/state';
import { isOver } from '../game/state';
import { sayTurn } from '../game/words';
import { refusalWords } from '../refusals';
import type { NetTable } from './table';
import type { NetNotice } from './view';
import { bySide, phraseWords, tn } from './words';

export const ABSENCE_MS = 60_000;
/** Gone for less, somebody has loaded the page anew or looked at another one: nothing to make a stir about. */
const LOOK_MS = 3000;
const FIRST_TURN_MS = 60_000;

export function netMessage(table: NetTable): Message {
  const { game, state, plan } = table;
  if (!game || !state) return plain(tn('loading'), '');
  if (state.refused || state.browse !== null || state.peek) return message(state);
  if (plan?.making) return planning(plan.state);
  if (state.choice || state.draft.steps.length > 0) return trouble(table) ?? drafting(table, state);
  return (
    (table.unconfirmed ? unconfirmed(table, state) : null)
    ?? trouble(table)
    ?? told(table)
    ?? asked(table)
    ?? ended(table, state)
    ?? said(table)
    ?? away(table)
    ?? offered(table)
    ?? answered(table)
    ?? turn(table, state)
  );
}

function plain(title: string, sub: string): Message {
  return { tone: 'plain', title, sub };
}

function notice(title: string, sub: string): Message {
  return { tone: 'notice', title, sub };
}

/** A question of the other side can wait until the turn is made, but not unseen. */
function drafting(table: NetTable, state: GameState): Message {
  const question = asked(table);
  return question ? { ...message(state), sub: question.title } : message(state);
}

/** Of the plan as of a draft; that it may yet be dropped is said in place of what a draft says. */
function planning(state: GameState): Message {
  if (state.refused || state.choice || state.peek) return message(state);
  const { title } = message(state);
  return { ...plain(state.draft.steps.length > 0 ? title : tn('plan.making'), tn('plan.making.sub')), tone: 'hint' };
}

function unconfirmed(table: NetTable, state: GameState): Message {
  const made = state.turns[state.turns.length - 1];
  const trouble = table.connected ? tn('confirm.sub') : tn('line.lost.sub');
  return notice(tn('confirm.title', { turn: made?.text ?? '' }), trouble);
}

/** The line or the store is away. */
function trouble(table: NetTable): Message | null {
  const { client } = table;
  if (table.over && !table.sending) return null;
  if (client.state === 'ended') return notice(tn('line.ended'), client.line.bye ? refusalWords({ reason: client.line.bye }) : '');
  if (client.state !== 'open') {
    if (table.sending) return notice(tn('sending.waits'), tn('sending.waits.sub'));
    return client.state === 'waiting' ? notice(tn('line.lost'), tn('line.lost.sub')) : plain(tn('line.connecting'), '');
  }
  if (client.storageAway) return notice(table.sending ? tn('sending.waits') : tn('storage.away'), table.sending ? tn('storage.away') : tn('storage.away.sub'));
  return null;
}

/** What came of the last act. */
function told({ notice: now }: NetTable): Message | null {
  if (!now) return null;
  switch (now.kind) {
    case 'plan-dropped':
      return notice(tn('plan.dropped'), tn('plan.dropped.sub'));
    case 'draft-lost':
      return notice(t('msg.draft-lost'), t('msg.draft-lost.sub'));
    case 'damaged':
      return notice(tn('damaged'), tn('damaged.sub'));
    case 'refused':
      return notice(refusedWords(now), '');
  }
}

/** Why there is no more of something is worth a sentence of its own. */
function refusedWords({ why, what }: NetNotice & { kind: 'refused' }): string {
  if (what === 'draw' && why.reason === 'not-now') return tn('draw.later');
  if (what === 'takeback' && why.reason === 'too-many') return tn('back.enough');
  if (what === 'phrase' && why.reason === 'too-many') return tn('say.enough');
  return refusalWords(why);
}

/** The other side waits for an answer. */
function asked({ game, seat }: NetTable): Message | null {
  if (!game || !seat) return null;
  const other = otherSide(seat);
  if (game.next) return null;
  if (game.draw === other) return notice(bySide(other, 'draw.white', 'draw.black'), tn('draw.sub'));
  if (game.takeback === other) return notice(bySide(other, 'back.white', 'back.black'), tn('back.sub'));
  if (game.rematch?.side !== other || game.rematch.agreed) return null;
  return notice(bySide(other, 'rematch.white', 'rematch.black'), tn(game.rematch.kind === 'vela' ? 'rematch.vela.sub' : 'rematch.colours.sub'));
}

function ended(table: NetTable, state: GameState): Message | null {
  const { game, seat } = table;
  if (!game || (!game.end && !isOver(state))) return null;
  if (game.next || game.rematch?.agreed) return { tone: 'notice', title: tn('rematch.next'), sub: '' };
  if (game.rematch && game.rematch.side === seat) return { ...netResult(table, state), sub: tn('rematch.offered') };
  if (game.declined?.what === 'rematch') {
    return { ...netResult(table, state), sub: bySide(game.declined.side, 'rematch.declined.white', 'rematch.declined.black') };
  }
  return netResult(table, state);
}

/** How it ended; of an end that does not count, too. */
export function netResult({ game }: NetTable, state: GameState): Message {
  const { end } = game ?? { end: null };
  if (end?.reason === 'aborted' || end?.reason === 'closed') {
    const keys: readonly [NetKey, NetKey] = end.reason === 'aborted' ? ['result.aborted', 'result.aborted.sub'] : ['result.closed', 'result.closed.sub'];
    return { tone: 'result', title: tn(keys[0]), sub: tn(keys[1]) };
  }
  return result(state);
}

function said({ heard, seat }: NetTable): Message | null {
  if (!heard) return null;
  const words = { phrase: phraseWords(heard.phrase) };
  const key: NetKey = heard.side === seat ? 'said.you' : heard.side === 'white' ? 'said.white' : 'said.black';
  return { tone: 'hint', title: tn(key, words), sub: '' };
}

/** The other side is gone, and that means something. */
export function isOtherAway({ seat, game, playing, presence }: NetTable): boolean {
  // Before both have made a turn the game can be aborted instead.
  if (!seat || !game || !playing || game.spec.clock.kind === 'days' || !game.underWay) return false;
  return presence?.[otherSide(seat)].here === false;
}

/** How many seconds the other side may still be away; null while that means nothing. */
export function secondsToClaim(table: NetTable): number | null {
  if (!table.seat || !isOtherAway(table)) return null;
  const ms = table.awayMs(otherSide(table.seat));
  return ms >= LOOK_MS ? Math.max(0, Math.ceil((ABSENCE_MS - ms) / 1000)) : null;
}

function away(table: NetTable): Message | null {
  const seconds = secondsToClaim(table);
  if (seconds === null || !table.seat || table.myTurn) return null;
  const other = otherSide(table.seat);
  return notice(bySide(other, 'away.white', 'away.black'), seconds > 0 ? tn('away.sub', { n: seconds }) : tn('away.claim'));
}

/** One's own offer or question stands. */
function offered({ game, seat }: NetTable): Message | null {
  if (!game || !seat) return null;
  if (game.draw === seat) return plain(tn('draw.offered'), tn('draw.offered.sub'));
  return game.takeback === seat ? plain(tn('back.asked'), tn('back.asked.sub')) : null;
}

/** The last thing that was answered or happened besides turns. */
function answered({ game, seat }: NetTable): Message | null {
  if (!game) return null;
  const { declined } = game;
  if (declined && declined.side !== seat) {
    if (declined.what === 'draw') return plain(bySide(declined.side, 'draw.declined.white', 'draw.declined.black'), '');
    if (declined.what === 'takeback') return plain(bySide(declined.side, 'back.declined.white', 'back.declined.black'), '');
  }
  if (game.tookBack) return notice(tn('back.done'), tn('back.done.sub', { n: game.tookBack.ply }));
  return game.outage !== null ? notice(tn('outage'), tn('outage.sub')) : null;
}

/** Seconds until a first turn must have come, under a clock of minutes; null where that is no matter. */
export function secondsToFirst({ game, client, playing }: NetTable): number | null {
  if (!game || !playing || game.spec.clock.kind !== 'real' || game.underWay) return null;
  const since = game.turns[0]?.at ?? game.begun;
  const left = Math.ceil((since + FIRST_TURN_MS - client.serverNow()) / 1000);
  return left <= 30 ? Math.max(0, left) : null;
}

function turn(table: NetTable, state: GameState): Message {
  if (table.sending) return plain(tn('sending'), '');
  const { plan, seat } = table;
  if (seat && plan?.turn) return { tone: 'hint', title: tn('plan.made', { turn: plan.turn.text }), sub: tn('plan.made.sub') };
  const first = secondsToFirst(table);
  if (table.myTurn) return first !== null ? { ...situation(state), sub: tn('first.sub', { n: first }) } : situation(state);
  const side: Side = table.toMove ?? state.view.side;
  const last = state.turns[state.turns.length - 1];
  const sub = first !== null ? tn('first.sub', { n: first }) : last ? sayTurn(last, state.view) : seat && plan ? tn('msg.plan-hint') : '';
  const begins = state.turns.length === 0;
  return plain(bySide(side, begins ? 'msg.white-first' : 'msg.white-thinks', begins ? 'msg.black-first' : 'msg.black-thinks'), sub);
}
