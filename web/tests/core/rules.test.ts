import { beforeAll, describe, expect, it } from 'vitest';
import { CoreError, HAND, type RefusalCode, type Setup } from '../../src/core/types';
import type { WasmRules } from '../../src/core/rules';
import { dice, dimy, newCore, newRules, pointNumber, randomDrafts, setup, telo, tsivy } from './support';

let rules: WasmRules;
beforeAll(async () => {
  rules = await newRules();
});

const start = 'BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w 0 1';
const p = (...names: string[]): number[] => names.map((name) => pointNumber(name, 9)).sort((a, b) => a - b);

describe('a game', () => {
  it('stands ready before it is opened', async () => {
    expect((await newRules()).view().position).toBe(start);
  });

  it('begins as the rules say', () => {
    const view = rules.open(tsivy);
    expect(view).toMatchObject({
      variant: 'tsivy',
      rules: '',
      files: 9,
      ranks: 5,
      side: 'white',
      hand: [0, 0],
      giver: null,
      toGive: 0,
      row: [],
      quiet: 0,
      quietLimit: 50,
      number: 1,
      position: start,
      mustCapture: true,
      outcome: { result: 'ongoing', reason: '', clause: '' },
      occurrences: [0],
      ply: 0,
      length: 0,
      undone: 0,
    });
    expect(view.movable).toEqual(p('d2', 'd3', 'e2', 'f2'));
    expect(view.stones.filter((stone) => stone === 1)).toHaveLength(22);
    expect(view.stones.filter((stone) => stone === 2)).toHaveLength(22);
    expect(view.stones[p('e3')[0]!]).toBe(0);
    expect(rules.open(dimy).position).toBe('BBBBB/BBBBB/BW1BW/WWWWW/WWWWW w 0 1');
  });

  it('is opened with its turns, and tells them', () => {
    const view = rules.open(tsivy, ['e2-e3A', 'f4-e5W']);
    expect(view).toMatchObject({ side: 'white', number: 2, length: 2, ply: 2 });
    expect(rules.turn(0)).toEqual({
      text: 'e2-e3A',
      side: 'white',
      steps: [{ from: p('e2')[0], to: p('e3')[0], kind: 'approach', taken: p('e4', 'e5') }],
    });
    expect(rules.turn(1)).toMatchObject({ text: 'f4-e5W', side: 'black' });
    expect(rules.view(0).position).toBe(start);
    expect(rules.view(1)).toMatchObject({ side: 'black', ply: 1, length: 2, outcome: { result: 'ongoing' } });
  });

  it('is refused with a reason, and the one before stays', () => {
    rules.open(tsivy, ['e2-e3A']);
    const cases: [Setup, string[], RegExp][] = [
      [{ variant: '4x5', rules: '' }, [], /board/],
      [{ variant: '9x7', rules: '' }, [], /board/],
      [{ variant: '', rules: '' }, [], /board/],
      [{ variant: '99999999999999999999x1', rules: '' }, [], /board/],
      [{ variant: 'tsivy', rules: 'chain=often' }, [], /chain|often/],
      [{ variant: 'tsivy', rules: 'bogus=1' }, [], /bogus/],
      [{ variant: 'tsivy', rules: 'x'.repeat(5000) }, [], /long/],
      [{ variant: 'tsivy', rules: '', position: 'x' }, [], /size/],
      [{ ...dimy, position: start }, [], /5x5|size|board/],
      [{ variant: 'tsivy', rules: '', position: 'W'.repeat(100_000) }, [], /long/],
      [tsivy, ['e2-e3A', 'nonsense'], /nonsense|n/],
      [tsivy, ['e2-e3A\ne2-e3A'], /./],
      [tsivy, ['a1-a2'], /R3\.1/],
      [tsivy, ['d3-e3'], /A|W/],
      [tsivy, [''], /./],
      [tsivy, ['é2-e3'], /./],
    ];
    for (const [bad, turns, reason] of cases) {
      expect(() => rules.open(bad, turns), JSON.stringify([bad, turns]).slice(0, 80)).toThrow(CoreError);
      expect(() => rules.open(bad, turns)).toThrow(reason);
      expect(rules.view().length).toBe(1);
    }
    expect(() => rules.open({ ...tsivy, position: 'W'.repeat(3_000_000) })).toThrow(/too long/);
  });

  it('refuses questions past its end', () => {
    rules.open(tsivy, ['e2-e3A']);
    expect(() => rules.view(2)).toThrow(CoreError);
    expect(() => rules.view(-1)).toThrow(CoreError);
    expect(() => rules.turn(1)).toThrow(CoreError);
  });

  it('is taken back and played again', () => {
    rules.open(tsivy, ['e2-e3A', 'f4-e5W']);
    const end = rules.view();
    expect(rules.undo()).toBe(true);
    expect(rules.view()).toMatchObject({ length: 1, undone: 1, side: 'black' });
    expect(rules.undo()).toBe(true);
    expect(rules.undo()).toBe(false);
    expect(rules.view()).toMatchObject({ length: 0, undone: 2, position: start });
    expect(rules.redo()).toBe(true);
    expect(rules.redo()).toBe(true);
    expect(rules.redo()).toBe(false);
    expect(rules.view()).toEqual(end);
    rules.undo();
    expect(rules.play('f4-e5W')).toEqual({ ...end, undone: 0 });
  });

  it('ends by word', () => {
    rules.open(tsivy);
    expect(rules.resign('white').outcome).toEqual({ result: 'black', reason: 'resignation', clause: 'R5.5' });
    expect(rules.view().movable).toEqual([]);
    expect(() => rules.resign('black')).toThrow(/over/);
    expect(() => rules.agreeDraw()).toThrow(/over/);
    expect(() => rules.play('e2-e3A')).toThrow(CoreError);
    rules.open(tsivy);
    expect(rules.resign('black').outcome.result).toBe('white');
    rules.open(tsivy);
    expect(rules.agreeDraw().outcome).toEqual({ result: 'draw', reason: 'agreement', clause: 'R5.5' });
  });

  it('ends by the board', () => {
    const blocked = '9/9/9/BB7/WB7';
    expect(rules.open(setup(blocked)).outcome).toEqual({ result: 'black', reason: 'blocked', clause: 'R5.2' });
    expect(rules.open(setup(blocked, 'blocked=draw')).outcome).toMatchObject({ result: 'draw', reason: 'blocked' });
    expect(rules.open(setup('9/9/9/9/W8 b')).outcome).toEqual({ result: 'white', reason: 'no-stones', clause: 'R5.1' });
    expect(rules.open(setup('B8/9/9/9/8W w 50 30')).outcome).toEqual({ result: 'draw', reason: 'quiet', clause: 'R5.3' });
  });

  it('ends by repetition, and tells where', () => {
    const around = ['i1-h1', 'a5-b5', 'h1-i1', 'b5-a5'];
    const view = rules.open(setup('B8/9/9/9/8W'), [...around, ...around]);
    expect(view.outcome).toEqual({ result: 'draw', reason: 'repetition', clause: 'R5.4' });
    expect(view.occurrences).toEqual([0, 4, 8]);
    expect(rules.view(4).occurrences).toEqual([0, 4]);
    expect(rules.view(5).occurrences).toEqual([1, 5]);
    expect(rules.refuseFrom('', p('i1')[0]!)).toMatchObject({ code: 'ended', clause: 'R5.4' });
    expect(rules.read('i1-h1')).toMatchObject({ reading: 'illegal', refusal: { code: 'ended', clause: 'R5.4' } });
    expect(rules.draft('')).toMatchObject({ open: [], mayStop: false, complete: false });
    expect(() => rules.draft('i1-h1')).toThrow(/R5\.4/);
    expect(() => rules.open(setup('B8/9/9/9/8W'), [...around, ...around, 'i1-h1'])).toThrow(/R5\.4/);
  });

  it('names the rules that are not standard', () => {
    rules.open(tsivy);
    expect(rules.view().rules).toBe('');
    rules.open({ ...tsivy, rules: 'repetition=0, CHAIN=mandatory,quiet-limit=50' });
    expect(rules.view().rules).toBe('chain=mandatory,repetition=0');
    expect(rules.view().quietLimit).toBe(50);
  });

  it('may be thousands of turns long', () => {
    const around = ['i1-h1', 'a5-b5', 'h1-i1', 'b5-a5'];
    const turns = Array.from({ length: 20_000 }, (_, i) => around[i % 4]!);
    const view = rules.open(setup('B8/9/9/9/8W', 'repetition=0,quiet-limit=0'), turns);
    expect(view.length).toBe(20_000);
    expect(view.occurrences.length).toBeGreaterThan(1000);
    expect(rules.view(19_999).ply).toBe(19_999);
  });

  it('is kept apart from another one', async () => {
    const other = await newRules();
    other.open(dimy);
    rules.open(tsivy, ['e2-e3A']);
    expect(other.view().files).toBe(5);
    expect(rules.view().length).toBe(1);
  });
});

describe('random games', () => {
  const boards: [string, Setup][] = [
    ['tsivy', tsivy],
    ['dimy', dimy],
    ['mandatory chains', { ...tsivy, rules: 'chain=mandatory' }],
    ['single first turn', { ...tsivy, rules: 'first-turn=single' }],
    ['7×7', { variant: '7x7', rules: '' }],
    ['3×5', { variant: '3x5', rules: '' }],
    ['telo', telo],
    ['telo without draws by repetition', { ...telo, rules: 'repetition=0' }],
    ['vela, White gives', { ...tsivy, rules: 'vela=white' }],
    ['vela, Black gives and begins', { ...tsivy, rules: 'vela=black,vela-first=giver' }],
    ['vela on dimy', { ...dimy, rules: 'chain=mandatory,vela=white' }],
    ['15×3', { variant: '15x3', rules: '' }],
  ];

  it.each(boards)('%s: drafts, text and turns agree to the end', async (_name, board) => {
    const throwDice = dice(4711);
    for (let game = 0; game < 20; game++) {
      let view = rules.open(board);
      const texts: string[] = [];
      while (view.outcome.result === 'ongoing') {
        const drafts = randomDrafts(rules, throwDice);
        const last = drafts[drafts.length - 1]!;
        expect(rules.refuseFrom('', last.steps[0]!.from).code).toBe('legal');
        for (const [index, step] of last.steps.entries()) {
          const before = drafts[index]!;
          expect(before.steps).toEqual(last.steps.slice(0, index));
          expect(rules.refuseStep(before.text, step.from, step.to, step.kind).code).toBe('legal');
          expect(before.open).toContainEqual(step);
        }
        const movable = new Set(drafts[0]!.open.map((step) => step.from).filter((from) => from !== HAND));
        expect([...movable].sort((a, b) => a - b)).toEqual(view.movable);
        expect(view.mustCapture).toBe(drafts[0]!.open.every((step) => step.kind !== 'paika'));

        const reading = rules.read(last.text);
        expect(reading).toMatchObject({ reading: 'read', turn: { text: last.text, steps: last.steps, side: view.side } });
        view = rules.play(last.text);
        texts.push(last.text);
        expect(view.stones).toEqual(last.stones);
        expect(rules.turn(texts.length - 1)).toMatchObject({ text: last.text, steps: last.steps });
        expect(view.length).toBe(texts.length);
      }
      // The same game from its texts, in another instance, and from its last position alone.
      const other = await newRules();
      expect(other.open(board, texts)).toEqual(view);
      if (view.outcome.reason !== 'repetition') {
        expect(other.open({ ...board, position: view.position }).outcome).toEqual(view.outcome);
      }
      while (rules.undo());
      expect(rules.view()).toMatchObject({ length: 0, undone: texts.length });
      while (rules.redo());
      expect(rules.view()).toEqual(view);
    }
  }, 60_000);
});

describe('a draft', () => {
  it('offers every first step, and the next ones of the stone that moves', () => {
    rules.open(tsivy);
    const none = rules.draft('');
    expect(none).toMatchObject({ text: '', steps: [], mayStop: false, complete: false });
    expect(none.open).toHaveLength(5);
    expect(none.open).toContainEqual({
      from: p('d3')[0],
      to: p('e3')[0],
      kind: 'withdrawal',
      taken: p('c3'),
    });
  });

  it('goes on and may stop', () => {
    rules.open(setup('9/9/4B4/9/4B1W2'));
    expect(() => rules.draft('g1-f2A-g3W-h4W')).toThrow(/R/);
    rules.open(setup('8B/9/4B4/9/4B1W2'));
    const first = rules.draft('g1-f2A');
    expect(first).toMatchObject({ mayStop: true, complete: false });
    expect(first.steps[0]!.taken).toEqual(p('e3'));
    const second = rules.draft('g1-f2A-g3W');
    expect(second).toMatchObject({ text: 'g1-f2A-g3W', open: [], mayStop: true, complete: true });
    expect(second.stones.filter((stone) => stone === 2)).toHaveLength(1);
  });

  it('must go on under chain=mandatory', () => {
    rules.open(setup('8B/9/4B4/9/4B1W2', 'chain=mandatory'));
    expect(rules.draft('g1-f2A')).toMatchObject({ mayStop: false, complete: false });
    expect(rules.draft('g1-f2A-g3W')).toMatchObject({ mayStop: true, complete: true });
  });

  it('is over after a paika', () => {
    rules.open(setup('B8/9/9/9/8W'));
    expect(rules.draft('i1-h1')).toMatchObject({ open: [], mayStop: true, complete: true });
  });

  it('is refused when it is none', () => {
    rules.open(tsivy);
    for (const text of ['e2', 'x', 'e2-', 'e2-e3', 'e2e3A', 'e2-e3A-', 'e2-e3AA', 'e2-e4A', 'a1-a2', 'e2-e3W', '-', 'e2-e3A e', '\0', 'e2-e3A-e4A', 'z9-z8', 'd3-e3', 'é'.repeat(99)]) {
      expect(() => rules.draft(text), text).toThrow(CoreError);
      expect(() => rules.refuseFrom(text, 0), text).toThrow(CoreError);
    }
  });
});

describe('a refusal', () => {
  const chain = '8B/9/4B4/9/4B1W2'; // after g1-f2A-g3W nothing more
  const round = '3B5/3W2B2/9/3B5/9'; // after d4-d3A d4 may not be entered again
  const line = '7B1/BW2B4/9/9/9'; // b4-c4W, and no further in that direction
  const quiet = 'B8/9/9/9/8W';
  type Case = [code: RefusalCode, clause: string, position: string, draft: string, step: string, points: string[]];

  const steps: Case[] = [
    ['legal', '', start, '', 'e2-e3', []],
    ['legal', '', start, '', 'e2-e3A', []],
    ['legal', '', chain, 'g1-f2A', 'f2-g3W', []],
    ['empty', 'R3.1', start, '', 'e3-e4', []],
    ['enemy', 'R3.1', start, '', 'e4-e3', ['e4']],
    ['other-stone', 'R4.1', chain, 'g1-f2A', 'a1-h4', ['f2']],
    ['occupied', 'R3.1', start, '', 'e2-d2', ['d2']],
    ['no-line', 'R1.2', start, '', 'e2-e4', []],
    ['no-line', 'R1.2', quiet, '', 'i1-g2', []],
    ['must-capture', 'R3.1', 'B8/9/9/4WB3/8W', '', 'i1-h1', ['e2']],
    ['visited', 'R4.2', chain, 'g1-f2A', 'f2-g1', ['f2', 'g1']],
    ['visited', 'R4.2', round, 'd4-d3A', 'd3-d4', ['d3', 'd4']],
    ['direction', 'R4.3', line, 'b4-c4W', 'c4-d4A', ['b4', 'c4']],
    ['direction', 'R4.3', chain, 'g1-f2A-g3W', 'g3-h4', ['f2', 'g3']],
    ['no-approach', 'R3.2', line, '', 'b4-c4A', []],
    ['no-withdrawal', 'R3.3', start, '', 'e2-e3W', []],
    ['not-capturing', 'R4.1', chain, 'g1-f2A', 'f2-f1', []],
    ['over', 'R4.1', quiet, 'i1-h1', 'h1-g1', []],
    ['single', 'R8', chain + ' w 0 1 first', 'g1-f2A', 'f2-g3W', []],
    ['ended', 'R5.1', '9/9/9/9/W8 b', '', 'a1-b1', []],
    ['ended', 'R5.2', '9/9/9/BB7/WB7', '', 'a1-b2', []],
  ];

  it.each(steps)('of a step: %s (%s) on %s after "%s": %s', (code, clause, position, draft, step, points) => {
    rules.open(setup(position, position.includes('first') ? 'first-turn=single' : ''));
    const [from, to] = step.split('-') as [string, string];
    const kind = to.endsWith('A') ? 'approach' : to.endsWith('W') ? 'withdrawal' : undefined;
    const refusal = rules.refuseStep(draft, p(from)[0]!, p(to.slice(0, 2))[0]!, kind);
    expect(refusal).toEqual({ code, clause, points: p(...points) });
  });

  const stones: Case[] = [
    ['legal', '', start, '', 'd3', []],
    ['legal', '', chain, 'g1-f2A', 'f2', []],
    ['empty', 'R3.1', start, '', 'e3', []],
    ['enemy', 'R3.1', start, '', 'e4', ['e4']],
    ['must-capture', 'R3.1', start, '', 'a1', ['d2', 'd3', 'e2', 'f2']],
    ['other-stone', 'R4.1', start, 'e2-e3A', 'a1', ['e3']],
    ['stuck', 'R3.1', '4B4/9/9/BB7/WB6W', '', 'a1', ['a1']],
    ['ended', 'R5.1', '9/9/9/9/W8 b', '', 'a1', []],
  ];

  it.each(stones)('of a stone: %s (%s) on %s after "%s": %s', (code, clause, position, draft, stone, points) => {
    rules.open(setup(position));
    expect(rules.refuseFrom(draft, p(stone)[0]!)).toEqual({ code, clause, points: p(...points) });
  });

  it('is not asked for what is no point', () => {
    rules.open(tsivy);
    for (const point of [45, 255, 256, -1, 2 ** 31]) {
      expect(() => rules.refuseFrom('', point)).toThrow(CoreError);
      expect(() => rules.refuseStep('', point, 0)).toThrow(CoreError);
      expect(() => rules.refuseStep('', 0, point)).toThrow(CoreError);
    }
  });
});

describe('what somebody types', () => {
  it('is read leniently', () => {
    rules.open(tsivy);
    for (const text of ['e2-e3A', 'e2-e3', 'E2E3', ' e2e3+ ', 'd3e3-']) {
      const reading = rules.read(text);
      expect(reading.reading, text).toBe('read');
    }
    expect(rules.read('d3e3-')).toMatchObject({ turn: { text: 'd3-e3W', side: 'white' } });
  });

  it.each([
    ['', 'empty', 0],
    ['e2-e3!', 'character', 5],
    ['e2-z9', 'point', 3],
    ['e2A-e3', 'kind', 2],
    ['e2-', 'end', 3],
    ['e2-e3-'.repeat(300), 'length', 1024],
  ])('malformed: "%s" is %s at %i', (text, fault, offset) => {
    rules.open(tsivy);
    const reading = rules.read(text);
    expect(reading).toMatchObject({ reading: 'malformed', fault });
    if (fault !== 'length') expect(reading).toMatchObject({ offset });
  });

  it('illegal: tells where and why', () => {
    rules.open(tsivy);
    expect(rules.read('e2-e4')).toMatchObject({ reading: 'illegal', offset: 3, refusal: { code: 'no-line' } });
    rules.open(setup('8B/9/4B4/9/4B1W2', 'chain=mandatory'));
    expect(rules.read('g1-f2A')).toMatchObject({ reading: 'illegal', refusal: { code: 'stop', clause: 'R8', points: p('g3') } });
  });

  it('ambiguous: tells the candidates', () => {
    rules.open(tsivy);
    expect(rules.read('d3-e3')).toEqual({ reading: 'ambiguous', count: 2, candidates: ['d3-e3A', 'd3-e3W'] });
  });

  it('may be anything at all', () => {
    rules.open(tsivy);
    const throwDice = dice(1);
    for (let i = 0; i < 3000; i++) {
      const text = Array.from({ length: throwDice(30) }, () => 'abdefiw123456789-+AW \n\0éß€😀'[throwDice(30)]).join('');
      expect(['read', 'malformed', 'illegal', 'ambiguous']).toContain(rules.read(text).reading);
    }
    expect(rules.view().position).toBe(start);
  });
});

describe('memory', () => {
  it('grows, and its end is told', async () => {
    const core = await newCore();
    expect(() => core.check(core.exports.engine_new(0xffff0000))).toThrow(/memory/);
    expect(() => core.check(core.exports.engine_begin(0, 0, 0, 0, 1, 1))).toThrow(/no engine/);
    core.check(core.exports.engine_new(1 << 20));
    const before = core.exports.memory.buffer.byteLength;
    core.write('x'.repeat(1 << 20));
    expect(core.exports.memory.buffer.byteLength).toBeGreaterThan(before);
    expect(core.answer(core.exports.view(0))).toMatchObject({ position: start });
  });
});
