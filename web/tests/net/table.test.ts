/* A game over the net on the screen: what is shown, sent, planned, taken back and kept over a reload. */

import { beforeAll, beforeEach, expect, test } from 'vitest';
import { Drafts } from '../../src/app/net/drafts';
import { netMessage, secondsToClaim } from '../../src/app/net/messages';
import { NetTable } from '../../src/app/net/table';
import { clockFace, lagWords, loadGameWords, timeWords } from '../../src/app/net/words';
import { refused } from '../../src/app/refusals';
import type { TextStore } from '../../src/app/store/storage';
import { spoken } from '../../src/app/game/message';
import { useCatalogue } from '../../src/i18n';
import { en } from '../../src/i18n/en';
import { newRules } from '../core/support';
import { point } from '../app/support';
import { Bench, GAME } from './support';

const settings = { confirmTurn: false, premove: true, taught: true, turnNotice: true, phrases: true };

class MemoryStore implements TextStore {
  readonly texts = new Map<string, string>();
  read = (key: string): string | null => this.texts.get(key) ?? null;
  write = (key: string, text: string): boolean => (this.texts.set(key, text), true);
  remove = (key: string): void => void this.texts.delete(key);
}

let bench: Bench;
let store: MemoryStore;
let table: NetTable;
let said: string[];
let sounds: string[];
let hidden: boolean;

beforeAll(async () => {
  useCatalogue('en', en);
  await loadGameWords();
  await refused.load('en');
});

async function openTable(options: Partial<typeof settings> = {}): Promise<NetTable> {
  const [rules, planRules] = await Promise.all([newRules(), newRules()]);
  const made: NetTable = new NetTable(GAME, {
    client: bench.client, rules, planRules, drafts: new Drafts(store),
    ensurePlayer: () => Promise.resolve(null),
    say: (text) => said.push(text), words: () => spoken(netMessage(made)),
    sound: (sound) => sounds.push(sound), settings: () => ({ ...settings, ...options }), taught: () => undefined,
    now: bench.clock.now, hidden: () => hidden, later: bench.clock.later,
  });
  bench.clock.pass(200);
  return made;
}

beforeEach(async () => {
  bench = new Bench();
  store = new MemoryStore();
  said = [];
  sounds = [];
  hidden = false;
  bench.client.use();
  table = await openTable();
});

/** What the other side does. */
function other(turn: string, side = 'black'): void {
  bench.server.append({ kind: 'turn', side, turn, left: null });
  bench.clock.pass(100);
}

function settle(of = table): void {
  while (of.state?.animating != null) of.dispatch({ type: 'animation-end', id: of.state.animating });
}

function tap(...names: string[]): void {
  for (const name of names) {
    table.dispatch({ type: 'point', point: point(name) });
    settle();
  }
}

/** Lets promises and what is under way arrive. */
async function pass(ms = 100): Promise<void> {
  bench.clock.pass(ms);
  await Promise.resolve();
  await Promise.resolve();
}

/** White has moved; Black thinks. */
async function waiting(): Promise<void> {
  tap('e2', 'e3');
  await pass();
}

const shown = (): string[] => table.state?.turns.map((turn) => turn.text) ?? [];
const title = (): string => netMessage(table).title;

test('one’s own turn stands at once and is sent; the other’s is shown step by step', async () => {
  expect(table.seat).toBe('white');
  expect(title()).toBe('Your turn');
  tap('e2', 'e3');
  expect(shown()).toEqual(['e2-e3A']);
  expect(table.sending).toBe(true);
  expect(title()).toBe('Your turn is on its way');
  await pass();
  expect(bench.server.turns()).toEqual(['e2-e3A']);
  expect(table.sending).toBe(false);
  expect(title()).toBe('Black is to move');
  other('f4-e5W-e4A');
  expect(table.state?.animation?.steps).toHaveLength(2);
  expect(table.state?.replaying).toBe(true);
  settle();
  expect(title()).toBe('Your turn');
  expect(said.some((text) => text.startsWith('Black f4 to e5, withdrawal'))).toBe(true);
});

test('without a connection a turn is kept, honestly told, and sent later', async () => {
  bench.server.refuses = true;
  bench.server.cut();
  tap('e2', 'e3');
  expect(title()).toBe('Not sent yet');
  await pass(5000);
  expect(bench.server.turns()).toEqual([]);
  bench.server.refuses = false;
  await pass(30_000);
  await pass();
  expect(bench.server.turns()).toEqual(['e2-e3A']);
  expect(title()).toBe('Black is to move');
});

test('while the server cannot store, it is said, and the turn waits for it', async () => {
  bench.server.away = true;
  bench.server.sockets[0]?.tell({ is: 'storage', away: true });
  bench.clock.pass(100);
  expect(title()).toBe('The server cannot store at the moment');
  tap('e2', 'e3');
  await pass(6000);
  expect(title()).toBe('Not sent yet');
  expect(netMessage(table).sub).toBe('The server cannot store at the moment');
  bench.server.away = false;
  bench.server.sockets[0]?.tell({ is: 'storage', away: false });
  await pass(10_000);
  await pass();
  expect(bench.server.turns()).toEqual(['e2-e3A']);
  expect(title()).toBe('Black is to move');
});

test('absence counts down to a claim, under a clock of minutes, once both have made a turn', async () => {
  const away = (ms: number): void => {
    bench.server.sockets[0]?.tell({ is: 'presence', game: GAME, white: { here: true, away_ms: 0 }, black: { here: false, away_ms: ms }, watchers: 0 });
    bench.clock.pass(50);
  };
  await waiting();
  away(5000);
  expect(secondsToClaim(table)).toBeNull();
  other('f4-e5W');
  settle();
  tap('g2', 'g3');
  table.dispatch({ type: 'stop' });
  await pass();
  // As when the page is loaded anew.
  away(1000);
  expect([secondsToClaim(table), title()]).toEqual([null, 'Black is to move']);
  bench.clock.pass(2000);
  expect([secondsToClaim(table), title()]).toEqual([57, 'Black is away']);
  away(20_000);
  expect(title()).toBe('Black is away');
  expect(secondsToClaim(table)).toBe(40);
  bench.clock.pass(30_000);
  expect(secondsToClaim(table)).toBe(10);
  bench.clock.pass(11_000);
  expect(netMessage(table).sub).toBe('You can claim the win, or go on waiting.');
  bench.server.sockets[0]?.tell({ is: 'presence', game: GAME, white: { here: true, away_ms: 0 }, black: { here: true, away_ms: 0, lag: 900 }, watchers: 3 });
  bench.clock.pass(50);
  expect(secondsToClaim(table)).toBeNull();
  expect(lagWords(table.presence?.black.lag)).toBe('slow connection');
});

test('a clock shows minutes, hours and days, and is read out in two parts', () => {
  expect([9_400, 65_000, 3_600_000, 11_100_000, 90_000_000, 259_200_000].map(clockFace)).toEqual(['0:09.4', '1:05', '1 h 0 min', '3 h 5 min', '1 d 1 h', '3 d 0 h']);
  expect([0, 61_000, 7_260_000, 86_400_000].map(timeWords)).toEqual(['0 seconds', '1 minute 1 second', '2 hours 1 minute', '1 day']);
});

test('what is kept of games one has left does not grow without end, and nothing foreign is believed', () => {
  const drafts = new Drafts(store);
  for (let n = 0; n < 60; n++) drafts.write(`game${n}`, { ply: n, draft: 'a1-a2', made: false, plan: '' });
  expect(drafts.read('game10')).toBeNull();
  expect(drafts.read('game59')?.ply).toBe(59);
  store.write('fanorona.net.drafts', '{"x":{"ply":-1,"draft":"a","made":true,"plan":""},"y":7,"z":{"ply":1,"draft":"a1-a2","made":false,"plan":""}}');
  expect([drafts.read('x'), drafts.read('y'), drafts.read('z')?.ply]).toEqual([null, null, 1]);
  store.write('fanorona.net.drafts', 'not json');
  expect(drafts.read('z')).toBeNull();
});

test('a turn that was made but not sent survives a reload', async () => {
  bench.server.refuses = true;
  bench.server.cut();
  tap('e2', 'e3');
  table.close();
  bench.server.refuses = false;
  bench.clock.pass(30_000);
  table = await openTable();
  await pass();
  expect(bench.server.turns()).toEqual(['e2-e3A']);
  expect(shown()).toEqual(['e2-e3A']);
  expect(store.texts.size).toBe(0);
});

test('a draft survives a reload, and nothing of it is told before the turn ends', async () => {
  other('e2-e3A', 'white');
  other('f4-e5W-e4A');
  other('f2-e3A', 'white');
  other('d5-d4A');
  other('f1-f2A', 'white');
  other('e4-e5W');
  other('h1-h2A', 'white');
  other('c3-d3W');
  other('b2-b3A-c3W', 'white');
  other('d3-e3W');
  settle();
  tap('i3', 'h4');
  expect(table.state?.draft.text).toBe('i3-h4A');
  expect(bench.said('turn')).toEqual([]);
  table.close();
  table = await openTable();
  expect(table.state?.draft.text).toBe('i3-h4A');
  table.dispatch({ type: 'stop' });
  await pass();
  expect(bench.server.turns()).toHaveLength(11);
});

test('a turn is sent only once it is confirmed, and can be taken back until then', async () => {
  table.close();
  table = await openTable({ confirmTurn: true });
  tap('e2', 'e3');
  expect(table.unconfirmed).toBe(true);
  expect(title()).toBe('Send e2-e3A?');
  await pass();
  expect(bench.server.turns()).toEqual([]);
  table.dispatch({ type: 'step-back' });
  expect(shown()).toEqual([]);
  expect(title()).toBe('Your turn');
  tap('d3', 'e3');
  if (table.state?.choice) table.dispatch({ type: 'group', kind: 'A' });
  expect(table.unconfirmed).toBe(true);
  table.dispatch({ type: 'stop' });
  await pass();
  expect(bench.server.turns()).toEqual(['d3-e3A']);
});

test('a draft waits until all events are there: long games come in pieces', async () => {
  other('e2-e3A', 'white');
  other('f4-e5W-e4A');
  settle();
  tap('f2');
  tap('e2');
  store.write('fanorona.net.drafts', JSON.stringify({ [GAME]: { ply: 2, draft: 'f2-e3A', made: false, plan: '' } }));
  table.close();
  const { receive } = bench.server;
  bench.server.receive = (socket, sent) => {
    if (sent.do !== 'watch') return receive.call(bench.server, socket, sent);
    socket.watching = true;
    bench.server.events.forEach((event) => socket.tell({ is: 'events', game: GAME, from: event.n, events: [event] }));
    socket.tell({ is: 'done', id: sent.id, game: GAME, number: bench.server.events.length });
  };
  table = await openTable();
  expect(shown()).toHaveLength(2);
  expect(store.texts.size).toBe(1);
});

test('an unconfirmed turn survives a reload unsent', async () => {
  table.close();
  table = await openTable({ confirmTurn: true });
  tap('e2', 'e3');
  table.close();
  table = await openTable({ confirmTurn: true });
  expect(table.unconfirmed).toBe(true);
  expect(shown()).toEqual(['e2-e3A']);
  await pass();
  expect(bench.server.turns()).toEqual([]);
});

test('a refused turn leaves the board, with the reason', async () => {
  const { receive } = bench.server;
  bench.server.receive = (socket, sent) => {
    if (sent.do === 'turn') socket.tell({ is: 'refused', id: sent.id, why: { reason: 'too-late', text: '' } });
    else receive.call(bench.server, socket, sent);
  };
  tap('e2', 'e3');
  await pass();
  expect(shown()).toEqual([]);
  expect(title()).toBe('It is too late for this.');
});

test('turns that come while nobody looks are there at once, but the last one is shown', () => {
  settle();
  bench.server.cut();
  bench.server.append({ kind: 'turn', side: 'white', turn: 'e2-e3A', left: null });
  bench.server.append({ kind: 'turn', side: 'black', turn: 'f4-e5W-e4A', left: null });
  bench.server.append({ kind: 'turn', side: 'white', turn: 'f2-e3A', left: null });
  bench.clock.pass(5000);
  expect(shown()).toEqual(['e2-e3A', 'f4-e5W-e4A', 'f2-e3A']);
  expect(table.state?.animation?.steps).toHaveLength(1);
});

test('a takeback takes the board back, in the middle of a draft, too', async () => {
  tap('e2', 'e3');
  await pass();
  other('f4-e5W');
  settle();
  bench.server.append({ kind: 'takeback-ask', side: 'white' });
  bench.server.append({ kind: 'takeback', side: 'white', ply: 0, left: null });
  bench.clock.pass(100);
  expect(shown()).toEqual([]);
  expect(title()).toBe('Turns were taken back');
  expect(table.myTurn).toBe(true);
});

test('a sound calls back whoever looks elsewhere', async () => {
  tap('e2', 'e3');
  await pass();
  sounds.length = 0;
  other('f4-e5W');
  expect(sounds).not.toContain('turn');
  settle();
  tap('g2', 'g3');
  table.dispatch({ type: 'stop' });
  await pass();
  hidden = true;
  other('f3-e3A');
  expect(table.myTurn).toBe(true);
  expect(sounds).toContain('turn');
});

test('offers, questions and phrases are said, and an answer that stands in no way of a turn', async () => {
  tap('e2', 'e3');
  await pass();
  other('f4-e5W');
  settle();
  bench.server.append({ kind: 'draw-offer', side: 'black' });
  bench.clock.pass(100);
  expect(title()).toBe('Black offers a draw');
  expect(said[said.length - 1]).toMatch(/^Black offers a draw/);
  bench.server.append({ kind: 'phrase', side: 'black', phrase: 'good-luck' });
  bench.server.append({ kind: 'draw-decline', side: 'white' });
  bench.clock.pass(100);
  expect(title()).toBe('Black: Good luck');
  bench.clock.pass(10_000);
  expect(title()).toBe('Your turn');
});

test('whoever was told no asks again only after a turn, and is told why there is no more of something', async () => {
  await waiting();
  expect([table.mayOfferDraw, table.mayAskBack]).toEqual([true, true]);
  bench.server.append({ kind: 'draw-offer', side: 'white' });
  bench.server.append({ kind: 'draw-decline', side: 'black' });
  bench.clock.pass(100);
  expect([table.mayOfferDraw, table.mayAskBack]).toEqual([false, true]);
  bench.server.append({ kind: 'takeback-ask', side: 'white' });
  bench.server.append({ kind: 'takeback-decline', side: 'black' });
  bench.clock.pass(100);
  expect([table.mayOfferDraw, table.mayAskBack]).toEqual([true, false]);
  other('f4-e5W');
  settle();
  expect([table.mayOfferDraw, table.mayAskBack]).toEqual([true, true]);
  table.say('takeback');
  await pass();
  expect(bench.said('takeback').map((sent) => sent['ply'])).toEqual([2]);
  bench.server.refusesFor = 'not-now';
  table.say('draw');
  await pass();
  expect(title()).toBe('After a no, a draw can be offered again ten turns later');
  bench.server.refusesFor = 'too-many';
  table.say('takeback');
  await pass();
  expect(title()).toBe('Enough turns were taken back in this game');
  table.phrase('hello');
  await pass();
  expect(title()).toBe('Three phrases between two turns are enough');
});

test('ends by word are shown, and an end without a result', () => {
  bench.server.append({ kind: 'end', result: 'white', reason: 'resignation', left: null });
  bench.clock.pass(100);
  expect(title()).toBe('White wins');
  expect(netMessage(table).sub).toBe('Black resigned.');
  expect(table.state?.view.outcome.reason).toBe('resignation');
});

test('the next game is gone on to by who sits here, not by who opens a game of old', async () => {
  bench.server.append({ kind: 'end', result: 'white', reason: 'resignation', left: null });
  bench.server.append({ kind: 'rematch-offer', side: 'white', rematch: 'vela' });
  bench.clock.pass(100);
  expect(netMessage(table).sub).toBe('You have offered a rematch');
  bench.server.append({ kind: 'rematch-offer', side: 'black', rematch: 'vela' });
  bench.clock.pass(100);
  expect(title()).toBe('The next game is on');
  expect(table.onward).toBeNull();
  bench.server.append({ kind: 'remade', game: 'JihGfEdCbA' });
  bench.clock.pass(100);
  expect(table.onward).toBe('JihGfEdCbA');
  table.close();
  table = await openTable();
  expect(table.game?.next).toBe('JihGfEdCbA');
  expect(table.onward).toBeNull();
});

test('an aborted game lets nobody move', () => {
  bench.server.append({ kind: 'end', result: 'none', reason: 'aborted', left: null });
  bench.clock.pass(100);
  expect(title()).toBe('The game was aborted');
  tap('e2', 'e3');
  expect(shown()).toEqual([]);
  expect(bench.said('turn')).toEqual([]);
});

test('events that the rules do not allow are not believed', () => {
  other('a1-i5A', 'white');
  expect(table.notice?.kind).toBe('damaged');
});

// --- turns made ahead ------------------------------------------------------------------------------------------

/** Black is to move; White sits here. */
async function from(start: string, options: Partial<typeof settings> = {}): Promise<void> {
  table.close();
  bench = new Bench();
  bench.server.events[0] = { ...bench.server.events[0]!, spec: { variant: 'tsivy', rules: '', clock: { kind: 'none' }, rated: false, start } } as never;
  bench.client.use();
  table = await openTable(options);
}

/** Black can take a1 or e1; White could take e3. */
const TWO_PAIRS = '9/9/B3B4/9/W3W4 b 0 1';
/** Black can step to e4 and take f4. */
const JOINING = '9/3B1W3/4B4/9/4W4 b 0 1';

/** The server has two turns in all, the first one Black's. */
function blackFirst(): void {
  const { receive } = bench.server;
  bench.server.receive = (socket, sent) => {
    if (sent.do !== 'turn') receive.call(bench.server, socket, sent);
    else {
      bench.server.heard.push(sent);
      bench.server.append({ kind: 'turn', side: 'white', turn: sent['turn'], left: null });
      socket.tell({ is: 'done', id: sent.id, game: GAME, number: bench.server.events.length });
    }
  };
}

test('a turn made ahead is sent when the other’s has come, and shown after it', async () => {
  await from(TWO_PAIRS);
  blackFirst();
  expect(title()).toBe('Black begins');
  tap('e1');
  expect(table.plan?.making).toBe(true);
  tap('e2');
  expect(table.plan?.turn?.text).toBe('e1-e2A');
  expect(title()).toBe('Made ahead: e1-e2A');
  await pass();
  expect(bench.said('turn')).toEqual([]);
  other('a3-a2A');
  expect(bench.said('turn').map((sent) => sent['turn'])).toEqual(['e1-e2A']);
  expect(shown()).toEqual(['a3-a2A']);
  settle();
  await pass();
  settle();
  expect(shown()).toEqual(['a3-a2A', 'e1-e2A']);
  expect(title()).toBe('Black is to move');
});

test('a plan is not confirmed twice', async () => {
  await from(TWO_PAIRS, { confirmTurn: true });
  blackFirst();
  tap('e1', 'e2');
  other('a3-a2A');
  await pass();
  expect(bench.said('turn').map((sent) => sent['turn'])).toEqual(['e1-e2A']);
});

test('a plan that cannot be played is dropped, and said so', async () => {
  await from(TWO_PAIRS);
  tap('e1', 'e2');
  other('e3-e2A');
  settle();
  expect(title()).toBe('Your turn made ahead was dropped');
  expect(said).toContainEqual(expect.stringMatching(/^Your turn made ahead was dropped/));
  expect(bench.said('turn')).toEqual([]);
  expect(table.myTurn).toBe(true);
});

test('a plan that would take other stones is dropped, though it is legal', async () => {
  await from(JOINING);
  tap('e1', 'e2');
  other('d4-e4A');
  settle();
  expect(table.rules.read('e1-e2A').reading).toBe('read');
  expect(title()).toBe('Your turn made ahead was dropped');
  expect(bench.said('turn')).toEqual([]);
});

test('a plan is dropped by going back, and none is made where turns ahead are off', async () => {
  await from(TWO_PAIRS);
  tap('e1', 'e2');
  table.dispatch({ type: 'turn-back' });
  expect(table.plan?.turn).toBeNull();
  expect(title()).toBe('Black begins');
  await from(TWO_PAIRS, { premove: false });
  tap('e1', 'e2');
  expect(table.plan).toBeNull();
  expect(title()).toBe('Black begins');
});

/** Any whole turn that can be planned now. */
function firstTurn(): string {
  const { draft, view } = table.plan!.state;
  const step = draft.open[0]!;
  const name = (at: number): string => `${String.fromCharCode(97 + (at % view.files))}${Math.floor(at / view.files) + 1}`;
  return `${name(step.from)}-${name(step.to)}`;
}

test('a plan survives a reload while the other side thinks', async () => {
  await waiting();
  table.dispatch({ type: 'typed', text: firstTurn() });
  const planned = table.plan?.turn?.text;
  table.close();
  table = await openTable();
  await pass();
  expect(table.plan?.turn?.text).toBe(planned);
  table.unplan();
  expect(table.plan?.turn).toBeNull();
  expect(store.texts.size).toBe(0);
});

test('whoever watches makes no turn and plans none', async () => {
  table.close();
  bench = new Bench();
  bench.server.events[1] = { ...bench.server.events[1]!, player: { id: 'somebody', kind: 'guest' } } as never;
  bench.client.use();
  table = await openTable();
  expect(table.seat).toBeNull();
  tap('e2', 'e3');
  expect(shown()).toEqual([]);
  expect(table.plan).toBeNull();
  expect(title()).toBe('White begins');
});
