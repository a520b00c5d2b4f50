/* A position being set up: its text both ways, by the core's own eyes; its faults in words in every language. */

import { describe, expect, test } from 'vitest';
import { fieldOf, faultWords } from '../../../src/app/editor/faults';
import type { Placed } from '../../../src/app/editor/model';
import { carry, cycle, emptyBoard, hands, pointsOf, put, readPlaced, sideOfHands, swapColours, touch, writePlaced } from '../../../src/app/editor/model';
import type { SetupFaultCode } from '../../../src/core/types';
import { useCatalogue } from '../../../src/i18n';
import type { Catalogue } from '../../../src/i18n/catalogue';
import { en } from '../../../src/i18n/en';
import { fr } from '../../../src/i18n/fr';
import type { Language } from '../../../src/i18n/language';
import { LANGUAGES } from '../../../src/i18n/language';
import { mg } from '../../../src/i18n/mg';
import { nl } from '../../../src/i18n/nl';
import { ru } from '../../../src/i18n/ru';
import { dice, newRules } from '../../core/support';

const CATALOGUES: Readonly<Record<Language, Catalogue>> = { en, fr, mg, nl, ru };
const START = 'BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w 0 1';

function read(text: string, variant = 'tsivy'): Placed {
  const placed = readPlaced(text, variant);
  if (!placed) throw new Error(`not read: ${text}`);
  return placed;
}

describe('text', () => {
  test.each([
    [START, 'tsivy'],
    ['5/5/5/5/W3B b 49 1000', 'dimy'],
    ['3/1W1/3 b 1 1 hand:2,3', 'telo'],
    ['W1W/BWB/2B w 5 4', 'telo'],
    ['BBB/BW1/WWW w 0 1', '3x3'],
    ['7/3B3/W6 w 2 9', '7x3'],
    ['15/15/W13B b 0 1', '15x3'],
    ['BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW b 0 1 vela:w first', 'tsivy'],
  ])('%s is %s, and is written as it was', (text, variant) => {
    const placed = read(text, variant);
    expect(placed.variant).toBe(variant);
    expect(writePlaced(placed)).toBe(text);
  });
  test('lower case, missing fields and blanks are understood', () => {
    expect(writePlaced(read('  bbbbb/bbbbb/bw1bw/wwwww/WWWWW  '))).toBe('BBBBB/BBBBB/BW1BW/WWWWW/WWWWW w 0 1');
    expect(read('3/3/3 w 0 1 hand:3,3', 'tsivy').variant).toBe('telo');
  });
  test.each(['', 'w', '8/8', '9/9/9/9/9/9', '9/8/9', '999999999999/9', 'WWWWWWWWx/9/9/9/9', '4/4/4', '4//5'])('%j cannot be drawn', (text) => {
    expect(readPlaced(text, 'tsivy')).toBe(null);
  });
  test('what is drawn at random the core reads as it is meant', async () => {
    const rules = await newRules();
    const roll = dice(5);
    for (let round = 0; round < 400; round++) {
      const variant = ['tsivy', 'dimy', '3x3', '5x3', '7x5', '3x15'][roll(6)] ?? 'tsivy';
      const empty = emptyBoard(variant);
      const placed: Placed = { ...empty, stones: empty.stones.map(() => [0, 0, 1, 2][roll(4)] ?? 0), side: roll(2) ? 'white' : 'black', quiet: roll(40), number: 1 + roll(90) };
      const report = rules.checkSetup({ variant, rules: '', position: writePlaced(placed) });
      if (!('position' in report)) {
        expect(report.faults.every(({ code }) => code === 'stones')).toBe(true);
        continue;
      }
      expect(read(report.position, variant)).toEqual(placed);
    }
  });
  test('hands in telo follow the stones, and the core agrees with whose turn it is', async () => {
    const rules = await newRules();
    const roll = dice(7);
    for (let round = 0; round < 300; round++) {
      let placed = emptyBoard('telo');
      for (let stones = roll(7); stones > 0; stones--) placed = put(placed, roll(9), 1 + roll(2));
      const side = sideOfHands(placed);
      const report = rules.checkSetup({ variant: 'telo', rules: '', position: writePlaced({ ...placed, side: side ?? placed.side }) });
      const codes = report.faults.map(({ code }) => code);
      const [white, black] = hands(placed);
      const fits = white >= 0 && black >= 0 && (side !== null || (white === 0 && black === 0));
      expect(codes.some((code) => code === 'hand-side' || code === 'hand-stones' || code === 'stones'), writePlaced(placed)).toBe(!fits);
    }
  });
});

describe('stones', () => {
  const board = emptyBoard('dimy');
  test('a tool sets its stone, replaces another and takes its own off', () => {
    expect(touch(board, 3, 1).stones[3]).toBe(1);
    expect(touch(put(board, 3, 2), 3, 1).stones[3]).toBe(1);
    expect(touch(put(board, 3, 1), 3, 1).stones[3]).toBe(0);
    expect(touch(put(board, 3, 1), 3, 0).stones[3]).toBe(0);
  });
  test('a right tap goes through the three', () => {
    const seen = [1, 2, 3].reduce<Placed[]>((before) => [...before, cycle(before[before.length - 1] ?? board, 7)], []);
    expect(seen.map(({ stones }) => stones[7])).toEqual([1, 2, 0]);
  });
  test('a stone is carried to an empty point only', () => {
    const two = put(put(board, 0, 1), 1, 2);
    expect(carry(two, 0, 12).stones[12]).toBe(1);
    expect(carry(two, 0, 12).stones[0]).toBe(0);
    expect(carry(two, 0, 1)).toBe(two);
    expect(carry(two, 5, 6)).toBe(two);
  });
  test('colours are swapped with all that belongs to them, twice is as before', () => {
    const placed = read('BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW b 3 7 vela:w');
    const swapped = swapColours(placed);
    expect(writePlaced(swapped)).toBe('WWWWWWWWW/WWWWWWWWW/WBWB1WBWB/BBBBBBBBB/BBBBBBBBB w 3 7 vela:b');
    expect(swapColours(swapped)).toEqual(placed);
  });
});

/** A set-up for each fault the core knows. */
const FAULTY: Readonly<Record<SetupFaultCode, readonly [variant: string, text: string, rules?: string]>> = {
  empty: ['tsivy', ''],
  length: ['tsivy', `${START} ${'x'.repeat(2000)}`],
  size: ['tsivy', '8/8/8/8'],
  'other-size': ['tsivy', '5/5/5/5/5 w 0 1'],
  character: ['tsivy', START.replace('1', 'x')],
  'rank-long': ['tsivy', START.replace('BBBBBBBBB', 'BBBBBBBBBB')],
  'rank-short': ['tsivy', START.replace('BBBBBBBBB', 'BBBBBBBB')],
  side: ['tsivy', START.replace(' w ', ' x ')],
  quiet: ['tsivy', START.replace(' 0 ', ' -1 ')],
  number: ['tsivy', START.replace(/1$/, '0')],
  key: ['tsivy', `${START} castling`],
  repeated: ['dimy', 'BBBBB/BBBBB/BW1BW/WWWWW/WWWWW w 0 1 vela:w vela:w'],
  stones: ['tsivy', START.replace('1', 'B')],
  option: ['tsivy', `${START} first`],
  hand: ['telo', '3/3/3 w 0 1 hand:x'],
  'hand-board': ['tsivy', `${START} hand:1,1`],
  'hand-stones': ['telo', 'WWW/W2/BBB w 0 1'],
  'hand-side': ['telo', '3/1W1/3 w 0 1 hand:2,3'],
  rows: ['telo', 'WWW/3/BBB w 0 4'],
  vela: ['tsivy', `${START} vela:x`],
  'vela-board': ['7x3', '7/3B3/W6 w 0 1 vela:w'],
  'vela-stones': ['tsivy', '9/4B4/9/4W4/9 w 0 1 vela:w'],
};

describe('faults', () => {
  test.each(Object.entries(FAULTY))('%s is found, and told in every language with every gap filled', async (code, [variant, text, options = '']) => {
    const rules = await newRules();
    const report = rules.checkSetup({ variant, rules: options, position: text });
    const fault = report.faults.find((each) => each.code === code);
    expect(report.faults.map((each) => each.code)).toContain(code);
    if (!fault) return;
    const placed = readPlaced(text, variant) ?? emptyBoard(variant);
    const told = LANGUAGES.map((language) => {
      useCatalogue(language, CATALOGUES[language]);
      return faultWords(fault, text, placed);
    });
    for (const words of told) expect(words).not.toMatch(/[{}]|undefined|NaN/);
    expect(new Set(told).size).toBe(LANGUAGES.length);
    expect(fault.offset + fault.length).toBeLessThanOrEqual(text.length);
    expect(['board', 'side', 'quiet', 'number', 'vela', 'rules', 'text']).toContain(fieldOf(fault));
  });
  test('point at the stones they are about', async () => {
    const rules = await newRules();
    const pointed = (code: SetupFaultCode): readonly number[] => {
      const [variant, text] = FAULTY[code];
      const fault = rules.checkSetup({ variant, rules: '', position: text }).faults.find((each) => each.code === code);
      return fault ? pointsOf(fault, readPlaced(text, variant) ?? emptyBoard(variant)) : [];
    };
    expect(pointed('stones').length).toBe(23);
    expect(pointed('rows')).toEqual([0, 1, 2, 6, 7, 8]);
    expect(pointed('hand-stones')).toEqual([3, 6, 7, 8]);
    expect(pointed('vela-stones')).toEqual([13]);
    expect(pointed('rank-short')).toEqual([36, 37, 38, 39, 40, 41, 42, 43, 44]);
    expect(pointed('side')).toEqual([]);
  });
});
