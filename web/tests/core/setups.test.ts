import { beforeAll, describe, expect, it } from 'vitest';
import { CoreError, type Setup, type SetupFault, type SetupFaultCode } from '../../src/core/types';
import type { WasmRules } from '../../src/core/rules';
import { dice, dimy, newRules, telo, tsivy } from './support';

let rules: WasmRules;
beforeAll(async () => {
  rules = await newRules();
});

const start = 'BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w 0 1';
const small: Setup = { variant: '3x3', rules: '' };

/** The faults as they are told, each with the piece of the text that it is about. */
function faults(setup: Setup): [SetupFaultCode, string][] {
  const report = rules.checkSetup(setup);
  return report.faults.map(({ code, offset, length }) => [code, setup.position!.slice(offset, offset + length)]);
}

describe('a set-up', () => {
  it('without faults tells what the text made of it', () => {
    expect(rules.checkSetup({ ...tsivy, position: start.toLowerCase() })).toEqual({
      faults: [], variant: 'tsivy', rules: '', position: start, outcome: { result: 'ongoing', reason: '', clause: '' },
    });
    expect(rules.checkSetup({ ...small, position: '3/1W1/3 b 1 1 hand:2,3' })).toMatchObject({ variant: 'telo', rules: '' });
    expect(rules.checkSetup({ variant: '9X5', rules: 'Chain=Mandatory', position: '9/9/WWWWWWW2/9/4B4 b 3 4 vela:w' })).toEqual({
      faults: [], variant: 'tsivy', rules: 'chain=mandatory,vela=white', position: '9/9/WWWWWWW2/9/4B4 b 3 4 vela:w',
      outcome: { result: 'ongoing', reason: '', clause: '' },
    });
  });

  it('that is not given is the start', () => {
    expect(rules.checkSetup(tsivy)).toMatchObject({ faults: [], position: start });
    expect(rules.checkSetup(telo)).toMatchObject({ faults: [], position: '3/3/3 w 0 1 hand:3,3' });
    expect(rules.checkSetup({ ...dimy, rules: 'vela=white' })).toMatchObject({ position: 'BBBBB/BBBBB/BW1BW/WWWWW/WWWWW b 0 1 vela:w' });
  });

  it.each([
    [{ ...tsivy, position: '9/9/9/9/W8 b' }, { result: 'white', reason: 'no-stones', clause: 'R5.1' }],
    [{ ...tsivy, position: '9/9/9/BB7/WB7' }, { result: 'black', reason: 'blocked', clause: 'R5.2' }],
    [{ ...tsivy, position: 'B8/9/9/9/8W w 50 30' }, { result: 'draw', reason: 'quiet', clause: 'R5.3' }],
    [{ ...telo, position: '1B1/WWW/B1B b 0 1' }, { result: 'white', reason: 'row', clause: 'R6.3' }],
  ])('%o may have ended', (setup, outcome) => {
    expect(rules.checkSetup(setup)).toMatchObject({ faults: [], outcome });
  });

  it.each<[Partial<Setup>, RegExp]>([
    [{ variant: '4x4' }, /variant/],
    [{ variant: '' }, /variant/],
    [{ rules: 'chain=never' }, /never|chain/],
    [{ rules: 'vela=white', variant: '7x3' }, /R7\.1/],
  ])('%o throws', (part, reason) => {
    expect(() => rules.checkSetup({ ...tsivy, ...part })).toThrow(CoreError);
    expect(() => rules.checkSetup({ ...tsivy, ...part })).toThrow(reason);
  });

  it('opens nothing', () => {
    rules.open(tsivy, ['e2-e3A']);
    rules.checkSetup({ ...dimy, position: '5/5/2W2/5/4B' });
    rules.checkSetup({ ...dimy, position: '5' });
    expect(rules.view()).toMatchObject({ variant: 'tsivy', length: 1 });
  });
});

describe('a fault of a set-up', () => {
  const cases: [Setup, [SetupFaultCode, string][]][] = [
    [{ ...tsivy, position: '' }, [['empty', '']]],
    [{ ...tsivy, position: ' \n ' }, [['empty', '']]],
    [{ ...tsivy, position: 'W'.repeat(1025) }, [['length', '']]],
    [{ ...tsivy, position: '9/9/9/9 w' }, [['size', '9/9/9/9']]],
    [{ ...dimy, position: start }, [['other-size', start.split(' ')[0]!]]],
    [{ ...tsivy, position: '9/3xB4/9/9/9' }, [['character', 'x']]],
    [{ ...tsivy, position: '9/9/4W5/9/9' }, [['rank-long', '4W5']]],
    [{ ...tsivy, position: '9/9/9/9/8' }, [['rank-short', '8']]],
    [{ ...tsivy, position: '9/9/9/9/9 x' }, [['side', 'x']]],
    [{ ...tsivy, position: '9/9/9/9/9 w -1' }, [['quiet', '-1']]],
    [{ ...tsivy, position: '9/9/9/9/9 w 65536' }, [['quiet', '65536']]],
    [{ ...tsivy, position: '9/9/9/9/9 w 0 0' }, [['number', '0']]],
    [{ ...tsivy, position: '9/9/9/9/9 w 0 1 clock:9' }, [['key', 'clock:9']]],
    [{ ...tsivy, position: '9/9/9/9/9 w 0 1 2' }, [['repeated', '2']]],
    [{ ...tsivy, rules: 'first-turn=single', position: '9/9/9/9/9 first first' }, [['repeated', 'first']]],
    [{ ...tsivy, position: 'WWWWWWWWW/WWWWWWWWW/WWWWW4/9/9' }, [['stones', 'WWWWWWWWW/WWWWWWWWW/WWWWW4/9/9']]],
    [{ ...tsivy, position: '9/9/9/9/9 first' }, [['option', 'first']]],
    [{ ...tsivy, rules: 'vela=black', position: '9/9/WWWWWWW2/9/9 vela:w' }, [['option', 'vela:w']]],
    [{ ...telo, position: '3/3/3 hand:4,3' }, [['hand', 'hand:4,3']]],
    [{ ...tsivy, position: '9/9/9/9/9 hand:3,3' }, [['hand-board', 'hand:3,3']]],
    [{ ...telo, position: '3/1W1/3 b 1 1 hand:3,3' }, [['hand-stones', 'hand:3,3']]],
    [{ ...telo, position: '3/1W1/3 w' }, [['hand-side', '3/1W1/3']]],
    [{ ...telo, position: 'BBB/3/WWW' }, [['rows', 'BBB/3/WWW']]],
    [{ ...tsivy, position: '9/9/WWWWWWW2/9/9 vela:x' }, [['vela', 'vela:x']]],
    [{ variant: '7x3', rules: '', position: 'BBBBBBB/7/WWWWWWW vela:w' }, [['vela-board', 'vela:w']]],
    [{ ...tsivy, position: '9/9/WWWWW4/9/9 vela:w' }, [['vela-stones', 'vela:w']]],
  ];

  it.each(cases)('%o', (setup, told) => {
    expect(faults(setup)).toEqual(told);
    if (setup.position !== '') expect(() => rules.open(setup)).toThrow(CoreError);
  });

  it('of every code has a case', () => {
    const all: Record<SetupFaultCode, true> = {
      empty: true, length: true, size: true, 'other-size': true, character: true, 'rank-long': true, 'rank-short': true, side: true,
      quiet: true, number: true, key: true, repeated: true, stones: true, option: true, hand: true, 'hand-board': true, 'hand-stones': true,
      'hand-side': true, rows: true, vela: true, 'vela-board': true, 'vela-stones': true,
    };
    expect([...new Set(cases.flatMap(([, told]) => told.map(([code]) => code)))].sort()).toEqual(Object.keys(all).sort());
  });

  it('is told with all the others, with its rank and its side', () => {
    const position = '9/3xB5/BBBBBBBBB/BBBBBBBBB/BBBBB3 y z 0 when:now';
    const report = rules.checkSetup({ ...tsivy, position });
    const told: SetupFault[] = [
      { code: 'character', side: 'white', rank: 2, offset: 3, length: 1 },
      { code: 'rank-long', side: 'white', rank: 2, offset: 2, length: 4 },
      { code: 'rank-short', side: 'white', rank: 5, offset: 27, length: 6 },
      { code: 'stones', side: 'black', rank: 0, offset: 0, length: 33 },
      { code: 'side', side: 'white', rank: 0, offset: 34, length: 1 },
      { code: 'quiet', side: 'white', rank: 0, offset: 36, length: 1 },
      { code: 'number', side: 'white', rank: 0, offset: 38, length: 1 },
      { code: 'key', side: 'white', rank: 0, offset: 40, length: 8 },
    ];
    expect(report.faults).toEqual(told);
    expect(rules.checkSetup({ ...telo, position: '3/1B1/3 b 1 1 hand:3,3' }).faults[0]).toMatchObject({ code: 'hand-stones', side: 'black' });
  });

  it('is found in text that is not ASCII, in units of the string', () => {
    expect(faults({ ...tsivy, position: '9/9/9/9/9 é€😀 ü' })).toEqual([['side', 'é€😀'], ['quiet', 'ü']]);
    const odd = rules.checkSetup({ ...tsivy, position: '9/9/é3€4/9/😀8' });
    for (const { offset, length } of odd.faults) expect(offset + length).toBeLessThanOrEqual('9/9/é3€4/9/😀8'.length);
    expect(odd.faults.filter((fault) => fault.code === 'character').length).toBeGreaterThanOrEqual(3);
  });

  it('may be any of thousands', () => {
    const report = rules.checkSetup({ ...tsivy, position: '?'.repeat(1024) });
    expect(report.faults.length).toBeGreaterThan(1000);
  });
});

describe('text of any kind', () => {
  it('is checked, and opened only without faults', () => {
    const throwDice = dice(99);
    const pieces = ['9', '3', '1', 'W', 'B', 'WWW', '/', '/', ' ', ' w', ' b', ' 0', ' 1', ' hand:', '3,3', '1,2', ' vela:w', ' first', 'é', '\0', '\ud800', '3/3/3'];
    const variants = ['tsivy', 'dimy', 'telo', '3x3', '3x5'];
    const goods = [start, '5/1W3/5/3B1/5 b 3 9', '3/1W1/B2 w 2 2 hand:2,2', 'BWB/3/WBW', '9/9/WWWWWWW2/9/9 b 0 1 vela:w', '3/3/3/3/WB1 w 0 1 first'];
    let fine = 0;
    for (let i = 0; i < 5000; i++) {
      const good = goods[throwDice(goods.length)]!;
      const at = throwDice(good.length + 1);
      const position = good.slice(0, at) + pieces[throwDice(pieces.length)]! + good.slice(at + throwDice(3));
      const setup: Setup = { variant: variants[throwDice(variants.length)]!, rules: throwDice(4) ? '' : 'first-turn=single', position };
      const report = rules.checkSetup(setup);
      if (report.faults.length > 0) {
        for (const { offset, length } of report.faults) expect(offset + length).toBeLessThanOrEqual(position.length);
        if (position !== '') expect(() => rules.open(setup)).toThrow(CoreError);
        continue;
      }
      fine += 1;
      const told = report as Extract<typeof report, { position: string }>;
      expect(rules.open({ variant: told.variant, rules: told.rules, position: told.position }).position).toBe(told.position);
      expect(rules.view()).toMatchObject({ variant: told.variant, rules: told.rules, outcome: told.outcome });
    }
    expect(fine).toBeGreaterThan(50);
  });

  it('is refused when it has no end', () => {
    expect(() => rules.checkSetup({ ...tsivy, position: 'W'.repeat(2 << 20) })).toThrow(/too long/);
    expect(rules.checkSetup({ ...tsivy, position: 'W'.repeat(1 << 19) }).faults).toMatchObject([{ code: 'length' }]);
  });
});
