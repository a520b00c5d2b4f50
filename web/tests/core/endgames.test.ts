/* Endgame tables in the module: brought once, asked while other things go on, used at full strength. */

import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Endgames, TABLES_WAIT_MS } from '../../src/core/endgames';
import type { Core } from '../../src/core/load';
import { newCore, root } from './support';

const bundle = (board: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(new URL(`build/page/${board}.tables`, root)));
const tsivy = { variant: 'tsivy', rules: '' };
const going = (): boolean => false;

describe('the tables of the page', () => {
  it('tell every turn of a position, best first', async () => {
    const core = await newCore();
    const endgames = new Endgames({ tsivy: 'there' }, () => Promise.resolve(bundle('tsivy')));
    const truths = await endgames.look(core, { ...tsivy, position: '9/4B4/9/9/3WW4 w 0 1' });
    expect(truths).toEqual({
      value: 'win', metric: 'values',
      turns: [
        { turn: 'd1-c1', value: 'win' }, { turn: 'd1-d2', value: 'win' }, { turn: 'e1-d2', value: 'win' },
        { turn: 'e1-f2', value: 'win' }, { turn: 'e1-f1', value: 'draw' }, { turn: 'e1-e2', value: 'loss' },
      ],
    });
  });

  it('tell where to stop in a chain, of positions with a capture too', async () => {
    const core = await newCore();
    const endgames = new Endgames({ tsivy: 'there' }, () => Promise.resolve(bundle('tsivy')));
    const truths = await endgames.look(core, { ...tsivy, position: '6B2/9/9/5W1B1/6B2 w 0 1' });
    expect(truths?.value).toBe('win');
    const worth = new Map(truths?.turns.map(({ turn, value }) => [turn, value]));
    expect([worth.get('f2-e3W'), worth.get('f2-e3W-f4A'), worth.get('f2-e3W-f4A-g3A'), worth.get('f2-g2A')]).toEqual(['loss', 'loss', 'win', 'loss']);
  });

  it('know nothing of more stones, other rules and other boards', async () => {
    const core = await newCore();
    const endgames = new Endgames({ tsivy: 'there', dimy: 'too' }, (address) => Promise.resolve(bundle(address === 'there' ? 'tsivy' : 'dimy')));
    expect(await endgames.look(core, tsivy)).toBeNull();
    expect(await endgames.look(core, { variant: 'tsivy', rules: 'blocked=draw', position: '9/4B4/9/9/3WW4 w 0 1' })).toBeNull();
    expect(await endgames.look(core, { variant: '7x3', rules: '', position: '7/3B3/3W3 w 0 1' })).toBeNull();
    expect((await endgames.look(core, { variant: 'dimy', rules: '', position: '5/2B2/5/5/2WW1 w 0 1' }))?.turns.length).toBeGreaterThan(3);
    expect((await endgames.look(core, { variant: 'dimy', rules: '', position: '2B2/2B2/5/1W3/WWWW1 w 0 1' }))?.turns.length).toBeGreaterThan(3);
    expect(await endgames.look(core, { variant: 'dimy', rules: '', position: '2B2/1BB2/5/1W3/WWWW1 w 0 1' })).toBeNull();
  });

  it('say of an ended position what it is worth, and no turns', async () => {
    const core = await newCore();
    const endgames = new Endgames({ tsivy: 'there' }, () => Promise.resolve(bundle('tsivy')));
    expect(await endgames.look(core, { ...tsivy, position: '9/9/9/BB7/WB7 w 0 1' })).toMatchObject({ value: 'loss', turns: [] });
  });

  it('leave the game on the table as it is, and refuse what is no position', async () => {
    const core = await newCore();
    core.check(core.exports.open(core.writeLines('tsivy', '', '', 'e2-e3A')));
    const endgames = new Endgames({}, () => Promise.reject(new Error('nobody asks')));
    expect(await endgames.look(core, { ...tsivy, position: '9/4B4/9/9/3WW4 w 0 1' })).toBeNull();
    expect(core.exports.length()).toBe(1);
    await expect(endgames.look(core, { ...tsivy, position: '9/9' })).rejects.toThrow();
  });

  it('that are damaged are refused, wherever the damage is', async () => {
    const whole = bundle('dimy');
    for (const at of [0, 20, 130, 200, whole.length >> 1, whole.length - 1]) {
      const core = await newCore();
      const bytes = whole.slice();
      bytes[at]! ^= 1;
      expect(() => core.addTables(bytes), `byte ${at}`).toThrow(/did not come whole/);
    }
    const core = await newCore();
    expect(() => core.addTables(whole.slice(0, whole.length - 1))).toThrow(/did not come whole/);
    expect(() => core.addTables(new Uint8Array(0))).toThrow();
    core.addTables(whole);
  });
});

describe('the search', () => {
  /** The turn that one node finds. */
  async function chosen(tables: boolean, position: string): Promise<string> {
    const core = await newCore();
    core.check(core.exports.engine_new(1 << 20));
    if (tables) core.addTables(bundle('tsivy'));
    core.check(core.exports.open(core.writeLines('tsivy', '', position)));
    core.check(core.exports.engine_begin(0, 7, 1, 0, 1, 1));
    while (core.exports.engine_run(100)) continue;
    return core.answer<{ turn: string }>(core.exports.engine_report(1)).turn;
  }

  it('keeps the value that the tables know, with hardly a node', async () => {
    const endgames = new Endgames({ tsivy: 'there' }, () => Promise.resolve(bundle('tsivy')));
    const told = await newCore();
    let spoilt = 0;
    for (const position of ['1W7/8W/9/2W6/3B4B', '3W1W3/6W2/9/B4B3/9', '3W5/3B3W1/B8/4W4/9', '9/5BW2/8W/2BW5/9', '6W2/2W1W4/3B5/7B1/9', '7BW/4B4/9/9/1W2W4']) {
      const truths = await endgames.look(told, { ...tsivy, position: `${position} w 0 1` });
      const worth = new Map(truths!.turns.map(({ turn, value }) => [turn, value]));
      expect(truths!.value, position).toBe('win');
      expect(worth.get(await chosen(true, `${position} w 0 1`)), position).toBe('win');
      if (worth.get(await chosen(false, `${position} w 0 1`)) !== 'win') spoilt += 1;
    }
    expect(spoilt, 'without them').toBe(6);
  });
});

describe('before a search', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  const coreWith = (stones: number): Core & { added: number } => {
    const core = { added: 0, exports: { stones: () => stones }, addTables: () => void (core.added += 1) };
    return core as unknown as Core & { added: number };
  };
  const bytes = (): Promise<Uint8Array<ArrayBuffer>> => Promise.resolve(new Uint8Array(1));

  it('they come where they help: few stones, full strength', async () => {
    const fetchBytes = vi.fn(bytes);
    for (const [stones, level, wanted] of [[44, undefined, false], [6, 7, false], [6, 8, true], [9, undefined, true]] as const) {
      const core = coreWith(stones);
      const ready = new Endgames({ tsivy: 'there' }, fetchBytes).prepare(core, { setup: tsivy, ...(level && { level }) }, going);
      await vi.advanceTimersByTimeAsync(50);
      await ready;
      expect(core.added, `${stones} ${level}`).toBe(wanted ? 1 : 0);
    }
    expect(fetchBytes).toHaveBeenCalledTimes(2);
  });

  it('a slow line is waited for once, and a stop not at all', async () => {
    const endgames = new Endgames({ tsivy: 'there' }, () => new Promise(() => undefined));
    const core = coreWith(5);
    await endgames.prepare(core, { setup: tsivy }, () => true);
    let begun = false;
    const first = endgames.prepare(core, { setup: tsivy }, going).then(() => (begun = true));
    await vi.advanceTimersByTimeAsync(TABLES_WAIT_MS - 100);
    expect(begun).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    await first;
    await endgames.prepare(core, { setup: tsivy }, going);
  });

  it('what did not arrive is asked for again', async () => {
    const fetchBytes = vi.fn(bytes).mockRejectedValueOnce(new Error('no network'));
    const endgames = new Endgames({ tsivy: 'there' }, fetchBytes);
    const core = coreWith(5);
    await expect(endgames.bring(core, 'tsivy')).rejects.toThrow('no network');
    await endgames.bring(core, 'tsivy');
    await endgames.bring(core, 'tsivy');
    expect([core.added, fetchBytes.mock.calls]).toEqual([1, [['there', false], ['there', false]]]);
  });

  it('what came damaged is not taken again from where the browser keeps it', async () => {
    const fetchBytes = vi.fn(bytes);
    const endgames = new Endgames({ tsivy: 'there' }, fetchBytes);
    const core = coreWith(5);
    const add = vi.spyOn(core, 'addTables').mockImplementationOnce(() => { throw new Error('not whole'); });
    await expect(endgames.bring(core, 'tsivy')).rejects.toThrow('not whole');
    await endgames.bring(core, 'tsivy');
    expect([add.mock.calls.length, fetchBytes.mock.calls]).toEqual([2, [['there', false], ['there', true]]]);
  });
});
