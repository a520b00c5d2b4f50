/* QR codes, read back by what the standard says of them. */

import { expect, test } from 'vitest';
import { qrCode } from '../../src/net/qr';

const LINK = 'https://fanorona.example/g/AbCdEfGhIj';

function rows(text: string): string[] {
  return qrCode(text).map((row) => row.map((dark) => (dark ? '#' : '.')).join(''));
}

test('has the size of its version and the three finders', () => {
  for (const [length, size] of [[14, 21], [15, 25], [37, 29], [62, 33], [213, 57], [300, 69]] as const) {
    const code = rows('x'.repeat(length));
    expect([length, code.length]).toEqual([length, size]);
    const finder = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];
    expect(code.slice(0, 7).map((row) => row.slice(0, 7))).toEqual(finder);
    expect(code.slice(0, 7).map((row) => row.slice(-7))).toEqual(finder);
    expect(code.slice(-7).map((row) => row.slice(0, 7))).toEqual(finder);
    // Timing, and the module that is always dark.
    expect(code[6]?.slice(8, -8)).toMatch(/^#(\.#)*$/);
    expect(code[code.length - 8]?.[8]).toBe('#');
  }
});

test('a text longer than any link is refused', () => {
  expect(() => qrCode('x'.repeat(413))).toThrow(RangeError);
  expect(qrCode('x'.repeat(412))).toHaveLength(77);
});

/** The text as a camera would find it: version 3, one block. */
function read(code: readonly (readonly boolean[])[]): { text: string; syndromes: number[] } {
  const size = code.length;
  const MASKS = [
    (x: number, y: number) => (x + y) % 2 === 0, (_: number, y: number) => y % 2 === 0, (x: number) => x % 3 === 0,
    (x: number, y: number) => (x + y) % 3 === 0, (x: number, y: number) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
    (x: number, y: number) => ((x * y) % 2) + ((x * y) % 3) === 0, (x: number, y: number) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
    (x: number, y: number) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
  ];
  // Format bits 14 … 10 stand left to right in row 8: level and mask, under the mask 10101.
  const five = [0, 1, 2, 3, 4].reduce((value, x) => 2 * value + Number(code[8]![x]), 0) ^ 0b10101;
  expect(five >> 3).toBe(0);
  const flip = MASKS[five & 7]!;
  const taken = (x: number, y: number): boolean =>
    x === 6 || y === 6 || (x < 9 && y < 9) || (x > size - 9 && y < 9) || (x < 9 && y > size - 9) || (Math.abs(x - 22) < 3 && Math.abs(y - 22) < 3);
  const bits: number[] = [];
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = up ? size - 1 - step : step;
      for (const x of [right, right - 1]) if (!taken(x, y)) bits.push(Number(code[y]![x] !== flip(x, y)));
    }
  }
  const bytes = Array.from({ length: 70 }, (_, at) => bits.slice(8 * at, 8 * at + 8).reduce((byte, bit) => 2 * byte + bit, 0));
  const log: number[] = [];
  const exp: number[] = [];
  for (let power = 0, value = 1; power < 255; power++) {
    exp[power] = value;
    log[value] = power;
    value = value < 128 ? value * 2 : (value * 2) ^ 0x11d;
  }
  const syndromes = Array.from({ length: 26 }, (_, power) =>
    bytes.reduce((sum, byte) => (sum === 0 ? 0 : exp[(log[sum]! + power) % 255]!) ^ byte, 0));
  const stream = bytes.flatMap((byte) => [byte >> 4, byte & 15]);
  expect(stream[0]).toBe(4);
  const length = stream[1]! * 16 + stream[2]!;
  const text = Array.from({ length }, (_, at) => String.fromCharCode(stream[3 + 2 * at]! * 16 + stream[4 + 2 * at]!)).join('');
  return { text, syndromes };
}

test('holds its text, and its correction fits', () => {
  const { text, syndromes } = read(qrCode(LINK));
  expect(text).toBe(LINK);
  expect(syndromes.every((each) => each === 0)).toBe(true);
});
