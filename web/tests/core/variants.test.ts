import { beforeAll, describe, expect, it } from 'vitest';
import { CoreError, HAND, type RefusalCode, type Setup } from '../../src/core/types';
import type { WasmRules } from '../../src/core/rules';
import { dimy, newRules, pointNumber, telo, tsivy } from './support';

let rules: WasmRules;
beforeAll(async () => {
  rules = await newRules();
});

const p = (files: number, ...names: string[]): number[] => names.map((name) => pointNumber(name, files)).sort((a, b) => a - b);

describe('a variant', () => {
  it.each([
    ['tsivy', 'tsivy', 9, 5],
    ['Dimy', 'dimy', 5, 5],
    ['TELO', 'telo', 3, 3],
    ['9x5', 'tsivy', 9, 5],
    ['3x3', '3x3', 3, 3],
    ['15X3', '15x3', 15, 3],
  ])('%s is opened as %s', (variant, canonical, files, ranks) => {
    expect(rules.open({ variant, rules: '' })).toMatchObject({ variant: canonical, files, ranks, length: 0 });
  });

  it.each(['', ' ', 'tsivy ', 'chess', '4x4', '9x7', '0x0', '1x49', '49x1', '-3x3', '09x5', '3x3x3', '9\n5', '9x5\0', '９x５', 'x', '3x', '99999999999x3'])('is not %j', (variant) => {
    rules.open(tsivy, ['e2-e3A']);
    expect(() => rules.open({ variant, rules: '' })).toThrow(CoreError);
    expect(() => rules.open({ variant, rules: '' })).toThrow(/variant is tsivy, dimy, telo or the size of a board/);
    expect(rules.view()).toMatchObject({ variant: 'tsivy', length: 1 });
  });

  it('names every rule that is not standard', () => {
    const text = 'chain=mandatory,first-turn=single,blocked=draw,quiet-limit=7,repetition=5,vela=black,vela-first=giver';
    expect(rules.open({ ...dimy, rules: text }).rules).toBe(text);
    expect(rules.open({ ...telo, rules: 'blocked=draw' }).rules).toBe('blocked=draw');
  });
});

describe('telo', () => {
  it('begins with three stones in hand', () => {
    const view = rules.open(telo);
    expect(view).toMatchObject({ hand: [3, 3], side: 'white', movable: [], mustCapture: false, row: [], giver: null });
    expect(view.position).toBe('3/3/3 w 0 1 hand:3,3');
    const draft = rules.draft('');
    expect(draft.open).toHaveLength(9);
    expect(draft.open.every((step) => step.from === HAND && step.kind === 'paika' && step.taken.length === 0)).toBe(true);
    expect(draft.mayStop).toBe(false);
  });

  it('is placed stone by stone, each a turn of its own', () => {
    rules.open(telo);
    expect(rules.draft('b2')).toMatchObject({
      text: 'b2',
      steps: [{ from: HAND, to: 4, kind: 'paika', taken: [] }],
      stones: [0, 0, 0, 0, 1, 0, 0, 0, 0],
      open: [],
      mayStop: true,
      complete: true,
    });
    expect(rules.play('b2')).toMatchObject({ hand: [2, 3], side: 'black', quiet: 1 });
    expect(rules.turn(0)).toEqual({ text: 'b2', side: 'white', steps: [{ from: HAND, to: 4, kind: 'paika', taken: [] }] });
    expect(rules.draft('').open.map((step) => step.to)).toEqual([0, 1, 2, 3, 5, 6, 7, 8]);
    expect(rules.read(' B1 ')).toMatchObject({ reading: 'read', turn: { text: 'b1', side: 'black' } });
  });

  it('is won by a row while stones are placed', () => {
    const view = rules.open(telo, ['b2', 'b1', 'a3', 'a1', 'c1']);
    expect(view.outcome).toEqual({ result: 'white', reason: 'row', clause: 'R6.3' });
    expect(view).toMatchObject({ row: [2, 4, 6], movable: [], hand: [0, 1] });
    expect(rules.view(4)).toMatchObject({ row: [], outcome: { result: 'ongoing' } });
    expect(rules.refuseFrom('', HAND)).toMatchObject({ code: 'ended', clause: 'R6.3' });
    expect(() => rules.draft('c3')).toThrow(/R6\.3/);
  });

  it('is moved when every hand is empty, and won by a row then', () => {
    const turns = ['b2', 'c2', 'a1', 'c3', 'c1', 'b1'];
    const placed = rules.open(telo, turns);
    expect(placed).toMatchObject({ hand: [0, 0], side: 'white', row: [], outcome: { result: 'ongoing' }, position: '2B/1WB/WBW w 6 4' });
    expect(placed.movable).toEqual([0, 4]);
    expect(rules.draft('').open).toContainEqual({ from: 0, to: 3, kind: 'paika', taken: [] });
    expect(rules.draft('a1-a2')).toMatchObject({ text: 'a1-a2', complete: true });
    expect(rules.play('a1-a2')).toMatchObject({ quiet: 7, movable: [1, 8], outcome: { result: 'ongoing' } });
    expect(rules.read('b2-b3')).toMatchObject({ reading: 'illegal', refusal: { code: 'enemy' } });
    rules.open({ ...telo, position: '1B1/WW1/BBW w 0 1' });
    expect(rules.play('c1-c2')).toMatchObject({ row: [3, 4, 5], outcome: { result: 'white', reason: 'row', clause: 'R6.3' } });
  });

  it('is drawn by repetition and by its quiet limit', () => {
    const around = ['a1-a2', 'c3-c2', 'a2-a1', 'c2-c3'];
    const open: Setup = { ...telo, position: 'BWB/3/WBW w 0 1' };
    const view = rules.open(open, [...around, ...around]);
    expect(view.outcome).toEqual({ result: 'draw', reason: 'repetition', clause: 'R5.4' });
    expect(view.occurrences).toEqual([0, 4, 8]);
    const limited = rules.open({ ...open, rules: 'quiet-limit=5' }, [...around, 'a1-a2']);
    expect(limited.outcome).toEqual({ result: 'draw', reason: 'quiet', clause: 'R5.3' });
    expect(rules.open({ ...telo, rules: 'quiet-limit=1' }, ['b2']).outcome.reason).toBe('quiet');
  });

  it('tells how a position stands that began with less in hand', () => {
    const view = rules.open({ variant: '3x3', rules: '', position: '3/1W1/B2 w 2 2 hand:2,2' }, ['c3']);
    expect(view).toMatchObject({ variant: 'telo', hand: [1, 2], side: 'black', number: 2 });
    expect(rules.open({ ...telo, position: '3/1W1/B2' })).toMatchObject({ variant: 'telo', hand: [2, 2] });
    expect(rules.open({ variant: '3x3', rules: '', position: '3/1W1/B2' })).toMatchObject({ variant: '3x3', hand: [0, 0] });
  });

  type Case = [code: RefusalCode, clause: string, position: string | undefined, draft: string, from: number, to: number, kind: 'paika' | 'approach' | undefined, points: number[]];
  const full = 'BWB/3/WBW w 0 1';
  const steps: Case[] = [
    ['legal', '', undefined, '', HAND, 4, undefined, []],
    ['occupied', 'R6.2', '3/1W1/3 b 1 1 hand:2,3', '', HAND, 4, undefined, [4]],
    ['place', 'R6.2', '3/1W1/B2 w 2 2 hand:2,2', '', 4, 5, undefined, []],
    ['hand', 'R6.2', full, '', HAND, 4, undefined, []],
    ['telo', 'R6.1', full, '', 0, 3, 'approach', []],
    ['telo', 'R6.1', undefined, '', HAND, 3, 'approach', []],
    ['over', 'R4.1', full, 'a1-a2', 3, 4, undefined, []],
    ['other-stone', 'R4.1', undefined, 'b2', HAND, 5, undefined, [4]],
    ['over', 'R4.1', undefined, 'b2', 4, 5, undefined, []],
    ['no-line', 'R1.2', full, '', 0, 5, undefined, []],
    ['enemy', 'R6.2', full, '', 1, 4, undefined, [1]],
  ];
  it.each(steps)('refuses a step: %s (%s) on %s after "%s": %i to %i', (code, clause, position, draft, from, to, kind, points) => {
    rules.open({ ...telo, ...(position ? { position } : {}) });
    expect(rules.refuseStep(draft, from, to, kind)).toEqual({ code, clause, points });
  });

  it('refuses stones', () => {
    rules.open(telo, ['b2', 'a1']);
    expect(rules.refuseFrom('', HAND)).toEqual({ code: 'legal', clause: '', points: [] });
    expect(rules.refuseFrom('', 4)).toEqual({ code: 'place', clause: 'R6.2', points: [] });
    expect(rules.refuseFrom('', 8)).toMatchObject({ code: 'place' });
    rules.open({ ...telo, position: full });
    expect(rules.refuseFrom('', HAND)).toEqual({ code: 'hand', clause: 'R6.2', points: [] });
    expect(rules.refuseFrom('', 2).code).toBe('legal');
    expect(rules.refuseFrom('', 4).code).toBe('empty');
  });

  it('refuses drafts that are none', () => {
    rules.open(telo, ['b2']);
    for (const text of ['b2', 'd4', 'a1-a2', 'a1-', 'a1A', 'a1a2', 'a', '1', '-a1', 'a1\n', 'a1 ']) {
      expect(() => rules.draft(text), text).toThrow(CoreError);
    }
    rules.open(tsivy);
    expect(() => rules.draft('e3')).toThrow(/a point and a step/);
    expect(rules.refuseFrom('', HAND).code).toBe('empty');
    expect(rules.refuseStep('', HAND, 22).code).toBe('empty');
  });
});

describe('vela', () => {
  const white: Setup = { ...tsivy, rules: 'vela=white' };

  it('begins with the taker, or with the giver where the rules say so', () => {
    expect(rules.open(white)).toMatchObject({ giver: 'white', toGive: 17, side: 'black', rules: 'vela=white', mustCapture: true });
    expect(rules.open({ ...white, rules: 'vela=white,vela-first=giver' })).toMatchObject({ giver: 'white', side: 'white', mustCapture: false });
    expect(rules.open({ ...dimy, rules: 'vela=black' })).toMatchObject({ giver: 'black', toGive: 7, side: 'white' });
    expect(rules.open(tsivy)).toMatchObject({ giver: null, toGive: 0 });
  });

  it('has the taker take the nearest stone, and the giver none', () => {
    rules.open(white);
    const taking = rules.draft('').open;
    expect(taking.length).toBeGreaterThan(3);
    expect(taking.every((step) => step.kind !== 'paika' && step.taken.length === 1)).toBe(true);
    expect(rules.draft('e4-e3A')).toMatchObject({ complete: true, steps: [{ taken: p(9, 'e2') }] });
    const view = rules.play('e4-e3A');
    expect(view).toMatchObject({ side: 'white', toGive: 16, quiet: 0, mustCapture: false });
    const giving = rules.draft('').open;
    expect(giving.length).toBeGreaterThan(0);
    expect(giving.every((step) => step.kind === 'paika' && step.taken.length === 0)).toBe(true);
    expect(rules.refuseStep('', giving[0]!.from, giving[0]!.to, 'approach')).toEqual({ code: 'giver', clause: 'R7.2', points: [] });
  });

  it('turns into the capture game when the giver has five stones', () => {
    const open: Setup = { ...tsivy, rules: '', position: 'BB7/9/3WWWWWW/9/9 b 0 1 vela:w' };
    // Without a white stone in reach Black makes a paika, then White walks into it.
    expect(rules.open(open)).toMatchObject({ rules: 'vela=white', giver: 'white', toGive: 1, mustCapture: false });
    rules.play('b5-c5');
    rules.play('d3-c3');
    const view = rules.view();
    expect(view).toMatchObject({ side: 'black', giver: 'white', toGive: 1 });
    const taking = rules.draft('').open.find((step) => step.kind !== 'paika')!;
    expect(taking.taken).toHaveLength(1);
    const after = rules.play(rules.draft(`c5-c4A`).text);
    expect(after).toMatchObject({ giver: null, toGive: 0, rules: 'vela=white' });
    expect(after.position).not.toContain('vela');
    expect(rules.view(2)).toMatchObject({ giver: 'white', toGive: 1 });
    expect(rules.undo()).toBe(true);
    expect(rules.view().giver).toBe('white');
  });

  it('refuses a second capture to the taker', () => {
    rules.open(white);
    const { open } = rules.draft('');
    const [first] = open;
    const name = (point: number): string => `${'abcdefghi'[point % 9]}${Math.floor(point / 9) + 1}`;
    const draft = `${name(first!.from)}-${name(first!.to)}${first!.kind === 'approach' ? 'A' : 'W'}`;
    const next = rules.view().stones.findIndex((stone, point) => stone === 0 && point !== first!.to);
    expect(rules.refuseStep(draft, first!.to, next < 0 ? first!.from : next).code).toBe('taker');
  });

  it.each(['7x3', '3x3', 'telo', '7x7'])('is not played on %s', (variant) => {
    expect(() => rules.open({ variant, rules: 'vela=black' })).toThrow(/R7\.1/);
  });
});
