/* The conversation with the server, on sockets that break and lose. */

import { expect, test } from 'vitest';
import { NetRefused } from '../../src/net/client';
import { dice } from '../core/support';
import { Bench, GAME, T0 } from './support';

const turn = (ply: number, text: string) => ({ do: 'turn' as const, game: GAME, ply, turn: text });

test('says hello, watches from nothing, and knows the server’s clock', () => {
  const bench = new Bench();
  const { clock, server, client } = bench;
  client.use();
  bench.watch();
  clock.pass(200);
  expect(server.heard.map((sent) => sent.do).slice(0, 2)).toEqual(['hello', 'watch']);
  expect(client.state).toBe('open');
  expect(client.you?.id).toBe('me');
  expect(client.lagMs).toBe(40);
  expect(client.serverNow()).toBe(T0 + clock.ms);
});

test('a connection that breaks is made anew, and goes on from the event it is at', () => {
  const bench = new Bench();
  bench.client.use();
  bench.watch();
  bench.clock.pass(200);
  bench.server.cut();
  expect(bench.client.state).toBe('waiting');
  bench.server.append({ kind: 'turn', side: 'white', turn: 'e2-e3A', left: null });
  bench.clock.pass(1000);
  expect(bench.client.state).toBe('open');
  expect(bench.said('watch').map((sent) => sent['from'])).toEqual([0, 3]);
  expect(bench.game?.turns.map(({ text }) => text)).toEqual(['e2-e3A']);
});

test('tries ever more rarely, never in step, and at once when nudged', () => {
  const bench = new Bench(() => 0);
  bench.server.refuses = true;
  bench.client.use();
  const tries: number[] = [];
  for (let i = 0; i < 8; i++) {
    const before = bench.server.sockets.length;
    const began = bench.clock.ms;
    while (bench.server.sockets.length === before) bench.clock.pass(10);
    tries.push(bench.clock.ms - began);
  }
  tries.reduce((before, wait) => (expect(wait).toBeGreaterThanOrEqual(before), wait));
  expect(tries[7]).toBeGreaterThanOrEqual(9_900);
  expect(tries[7]).toBeLessThan(20_100);
  bench.clock.pass(100);
  bench.server.refuses = false;
  bench.client.nudge();
  bench.clock.pass(100);
  expect(bench.client.state).toBe('open');
});

test('a gap is asked for again; what is known already is passed over', () => {
  const bench = new Bench();
  bench.client.use();
  bench.watch();
  bench.clock.pass(200);
  bench.server.loses = () => true;
  bench.server.append({ kind: 'turn', side: 'white', turn: 'e2-e3A', left: null });
  bench.server.loses = () => false;
  bench.server.append({ kind: 'turn', side: 'black', turn: 'd4-e4A', left: null });
  bench.clock.pass(200);
  expect(bench.game?.turns.map(({ text }) => text)).toEqual(['e2-e3A', 'd4-e4A']);
  expect(bench.said('watch').map((sent) => sent['from'])).toEqual([0, 3]);
});

test('a turn that was stored but not answered is not made twice', async () => {
  const bench = new Bench();
  bench.client.use();
  bench.watch();
  bench.clock.pass(200);
  const sent = bench.client.command(turn(0, 'e2-e3A'), 'white');
  bench.clock.pass(25); // it has arrived, the answer has not
  bench.server.cut();
  expect(bench.client.isPending(GAME, 'turn')).toBe(true);
  bench.clock.pass(3000);
  await sent;
  expect(bench.server.turns()).toEqual(['e2-e3A']);
  expect(bench.client.isPending(GAME)).toBe(false);
});

test('a turn made while there is no connection is kept and sent', async () => {
  const bench = new Bench();
  bench.client.use();
  bench.watch();
  bench.clock.pass(200);
  bench.server.refuses = true;
  bench.server.cut();
  bench.clock.pass(5000);
  const sent = bench.client.command(turn(0, 'e2-e3A'), 'white');
  bench.clock.pass(60_000);
  expect(bench.server.turns()).toEqual([]);
  bench.server.refuses = false;
  bench.clock.pass(30_000);
  await sent;
  expect(bench.server.turns()).toEqual(['e2-e3A']);
});

test('while the storage is away a command waits and is said again', async () => {
  const bench = new Bench();
  bench.client.use();
  bench.watch();
  bench.clock.pass(200);
  bench.server.away = true;
  const sent = bench.client.command(turn(0, 'e2-e3A'), 'white');
  bench.clock.pass(20_000);
  expect(bench.client.isPending(GAME, 'turn')).toBe(true);
  bench.server.away = false;
  bench.clock.pass(10_000);
  await sent;
  expect(bench.server.turns()).toEqual(['e2-e3A']);
});

test('a question that was stored is not asked again after a break', async () => {
  const bench = new Bench();
  bench.client.use();
  bench.watch();
  bench.clock.pass(200);
  bench.server.append({ kind: 'turn', side: 'white', turn: 'e2-e3A', left: null });
  bench.clock.pass(100);
  const asked = bench.client.command({ do: 'takeback', game: GAME }, 'white');
  bench.clock.pass(25);
  bench.server.cut();
  bench.clock.pass(5000);
  await asked;
  expect(bench.said('takeback')).toHaveLength(1);
  expect(bench.server.events.filter((event) => event.kind === 'takeback-ask')).toHaveLength(1);
});

test('a refusal comes with its reason, and what there is not is refused', async () => {
  const bench = new Bench();
  bench.client.use();
  bench.watch('0123456789');
  bench.watch();
  bench.clock.pass(200);
  expect(bench.refusals.map(({ reason }) => reason)).toEqual(['no-game']);
  const wrong = bench.client.command(turn(5, 'e2-e3A'), 'white');
  bench.clock.pass(100);
  await expect(wrong).rejects.toBeInstanceOf(NetRefused);
  expect(bench.said('watch')).toHaveLength(3); // it was behind: looks again
});

test('a server that has fewer events, as out of a copy, begins anew with the first', () => {
  const bench = new Bench();
  bench.client.use();
  bench.watch();
  bench.server.append({ kind: 'turn', side: 'white', turn: 'e2-e3A', left: null });
  bench.clock.pass(200);
  expect(bench.game?.number).toBe(4);
  bench.server.events.pop();
  bench.server.cut();
  bench.clock.pass(3000);
  expect(bench.game?.turns).toEqual([]);
  expect(bench.game?.number).toBe(3);
});

test('a connection that answers nothing any more is given up', () => {
  const bench = new Bench();
  bench.client.use();
  bench.watch();
  bench.clock.pass(200);
  bench.server.loses = () => true;
  bench.clock.pass(30_000);
  expect(bench.client.state).not.toBe('open');
  bench.server.loses = () => false;
  bench.clock.pass(30_000);
  expect(bench.client.state).toBe('open');
});

test('a line on which every answer comes late is kept, and called slow', () => {
  const bench = new Bench();
  bench.server.wayMs = 2500;
  bench.client.use();
  bench.watch();
  bench.clock.pass(60_000);
  expect(bench.server.sockets.length).toBe(1);
  expect(bench.client.state).toBe('open');
  expect(bench.client.lagMs).toBe(5000);
  expect(bench.client.serverNow()).toBe(T0 + bench.clock.ms);
});

test('closes when nobody has used it for a while', () => {
  const bench = new Bench();
  const release = bench.client.use();
  bench.clock.pass(200);
  release();
  bench.client.use()();
  bench.clock.pass(10_000);
  expect(bench.client.state).toBe('off');
});

test('an end by the server: comes back when told to, or not at all', () => {
  const bench = new Bench();
  bench.client.use();
  bench.clock.pass(200);
  bench.server.sockets[0]?.tell({ is: 'bye', reason: 'draining', again_s: 5 });
  bench.clock.pass(4000);
  expect(bench.client.state).toBe('waiting');
  bench.clock.pass(2000);
  expect(bench.client.state).toBe('open');
  bench.server.sockets[1]?.tell({ is: 'bye', reason: 'blocked' });
  bench.clock.pass(60_000);
  expect(bench.client.state).toBe('ended');
});

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('one message in five lost and the connection cut now and then: every turn once, in order (seed %i)', async (seed) => {
  const bench = new Bench();
  const roll = dice(seed);
  bench.client.use();
  bench.watch();
  bench.server.loses = () => roll(5) === 0;
  const made: string[] = [];
  for (let ply = 0; ply < 20; ply++) {
    const text = `turn${ply}`;
    made.push(text);
    if (ply % 2 === 0) {
      const sent = bench.client.command(turn(ply, text), 'white');
      let settled = false;
      void sent.then(() => (settled = true));
      for (let wait = 0; wait < 400 && !settled; wait++) {
        bench.clock.pass(500);
        if (roll(40) === 0) bench.server.cut();
        await Promise.resolve();
        await Promise.resolve();
      }
      expect(settled).toBe(true);
    } else {
      bench.server.append({ kind: 'turn', side: 'black', turn: text, left: null });
    }
    // An event is known at the latest when an answer tells of it, a pong is missed or the next event comes.
    for (let wait = 0; wait < 400 && (bench.game?.turns.length ?? 0) <= ply; wait++) bench.clock.pass(500);
    expect(bench.game?.turns.map((each) => each.text)).toEqual(made);
  }
  expect(bench.server.turns()).toEqual(made);
});
