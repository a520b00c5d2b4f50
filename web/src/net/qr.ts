/* QR codes (ISO/IEC 18004) of texts as long as a link: bytes, correction level M, versions 1 to 15. */

/** By version: correction bytes of a block, and how many blocks there are. */
const BLOCKS: readonly (readonly [number, number])[] = [
  [10, 1], [16, 1], [26, 1], [18, 2], [24, 2], [16, 4], [18, 4], [22, 4], [22, 5], [26, 5], [30, 5], [22, 8], [22, 9], [24, 9], [24, 10],
];
/** Level M as format bits have it. */
const LEVEL = 0;
const FORMAT_POLYNOMIAL = 0x537;
const FORMAT_MASK = 0x5412;
const VERSION_POLYNOMIAL = 0x1f25;

/** Rows of modules, dark ones true, without the quiet zone. Throws RangeError where the text is too long. */
export function qrCode(text: string): readonly (readonly boolean[])[] {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex((_, index) => bytes.length <= roomFor(index + 1)) + 1;
  if (version === 0) throw new RangeError('this text is too long for a QR code');
  const codewords = interleave(encode(bytes, version), version);
  const masks = [0, 1, 2, 3, 4, 5, 6, 7].map((mask) => draw(version, codewords, mask));
  return masks.reduce((best, each) => (penalty(each) < penalty(best) ? each : best));
}

function sizeOf(version: number): number {
  return 17 + 4 * version;
}

/** Whole bytes that the modules besides the patterns hold. */
function capacity(version: number): number {
  const alignments = version === 1 ? 0 : Math.floor(version / 7) + 2;
  let modules = (16 * version + 128) * version + 64;
  if (alignments > 0) modules -= (25 * alignments - 10) * alignments - 55;
  if (version >= 7) modules -= 36;
  return Math.floor(modules / 8);
}

function dataBytes(version: number): number {
  const [correction, blocks] = BLOCKS[version - 1]!;
  return capacity(version) - correction * blocks;
}

function lengthBits(version: number): number {
  return version < 10 ? 8 : 16;
}

function roomFor(version: number): number {
  return dataBytes(version) - Math.ceil((4 + lengthBits(version)) / 8);
}

/** Mode, length, the bytes and what fills up. */
function encode(bytes: Uint8Array, version: number): readonly number[] {
  const bits: number[] = [];
  const put = (value: number, count: number): void => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  put(0b0100, 4);
  put(bytes.length, lengthBits(version));
  bytes.forEach((byte) => put(byte, 8));
  const total = 8 * dataBytes(version);
  put(0, Math.min(4, total - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let fill = 0xec; bits.length < total; fill ^= 0xec ^ 0x11) put(fill, 8);
  return Array.from({ length: bits.length / 8 }, (_, index) => bits.slice(8 * index, 8 * index + 8).reduce((byte, bit) => 2 * byte + bit, 0));
}

/** The data in blocks, each with its correction, and byte by byte of each in turn. */
function interleave(data: readonly number[], version: number): readonly number[] {
  const [correction, count] = BLOCKS[version - 1]!;
  const short = Math.floor(data.length / count);
  const longer = data.length % count;
  const blocks: (readonly number[])[] = [];
  for (let index = 0, at = 0; index < count; index++) {
    const length = short + (index >= count - longer ? 1 : 0);
    blocks.push(data.slice(at, at + length));
    at += length;
  }
  const divisor = generator(correction);
  const checks = blocks.map((block) => remainder(block, divisor));
  const turns = (rows: readonly (readonly number[])[], length: number): number[] =>
    Array.from({ length }, (_, index) => rows.flatMap((row) => (index < row.length ? [row[index]!] : []))).flat();
  return [...turns(blocks, short + 1), ...turns(checks, correction)];
}

/** In the field of 256 elements with x⁸ + x⁴ + x³ + x² + 1. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> bit) & 1) * a;
  }
  return product;
}

/** (x - 1)(x - 2)(x - 4) …, without its leading one. */
function generator(degree: number): readonly number[] {
  let factors = [...Array<number>(degree - 1).fill(0), 1];
  for (let index = 0, root = 1; index < degree; index++, root = times(root, 2)) {
    factors = factors.map((factor, at) => times(factor, root) ^ (factors[at + 1] ?? 0));
  }
  return factors;
}

function remainder(data: readonly number[], divisor: readonly number[]): readonly number[] {
  let rest = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ rest[0]!;
    rest = divisor.map((each, index) => (rest[index + 1] ?? 0) ^ times(each, factor));
  }
  return rest;
}

/** Bits of a check word by division in the field of two elements. */
function check(value: number, bits: number, polynomial: number): number {
  let rest = value << bits;
  for (let bit = 31; bit >= bits; bit--) if ((rest >>> bit) & 1) rest ^= polynomial << (bit - bits);
  return (value << bits) | rest;
}

type Modules = (boolean | undefined)[][];

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function draw(version: number, codewords: readonly number[], mask: number): readonly (readonly boolean[])[] {
  const size = sizeOf(version);
  const modules: Modules = Array.from({ length: size }, () => Array<boolean | undefined>(size).fill(undefined));
  patterns(modules, version);
  formats(modules, version, mask);
  const flip = MASKS[mask]!;
  let bit = 0;
  for (const [x, y] of path(size)) {
    if (modules[y]![x] !== undefined) continue;
    const dark = (((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
    modules[y]![x] = dark !== flip(x, y);
    bit += 1;
  }
  return modules as boolean[][];
}

/** Two columns at a time from the right, upwards and downwards by turns, round the timing column. */
function* path(size: number): Generator<readonly [number, number]> {
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = up ? size - 1 - step : step;
      yield [right, y];
      yield [right - 1, y];
    }
  }
}

function patterns(modules: Modules, version: number): void {
  const size = modules.length;
  for (let i = 0; i < size; i++) modules[6]![i] = modules[i]![6] = i % 2 === 0;
  for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) {
    square(modules, cx, cy, 4, (ring) => ring !== 2 && ring !== 4);
  }
  const centres = alignments(version);
  const last = centres.length - 1;
  centres.forEach((cy, row) => centres.forEach((cx, column) => {
    const onFinder = (row === 0 && (column === 0 || column === last)) || (row === last && column === 0);
    if (!onFinder) square(modules, cx, cy, 2, (ring) => ring !== 1);
  }));
}

function square(modules: Modules, cx: number, cy: number, radius: number, dark: (ring: number) => boolean): void {
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) {
      const row = modules[cy + dy];
      if (row && cx + dx >= 0 && cx + dx < modules.length) row[cx + dx] = dark(Math.max(Math.abs(dx), Math.abs(dy)));
    }
  }
}

function alignments(version: number): readonly number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = 2 * Math.ceil((version * 4 + 4) / (2 * count - 2));
  const end = sizeOf(version) - 7;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => end - step * (count - 2 - index))];
}

function formats(modules: Modules, version: number, mask: number): void {
  const size = modules.length;
  const format = check((LEVEL << 3) | mask, 10, FORMAT_POLYNOMIAL) ^ FORMAT_MASK;
  const bit = (index: number): boolean => ((format >> index) & 1) === 1;
  for (let i = 0; i < 8; i++) {
    modules[8]![size - 1 - i] = bit(i);
    modules[i < 6 ? i : i + 1]![8] = bit(i);
  }
  for (let i = 8; i < 15; i++) {
    modules[size - 15 + i]![8] = bit(i);
    modules[8]![i === 8 ? 7 : 14 - i] = bit(i);
  }
  modules[size - 8]![8] = true;
  if (version < 7) return;
  const tells = check(version, 12, VERSION_POLYNOMIAL);
  for (let i = 0; i < 18; i++) {
    const dark = ((tells >> i) & 1) === 1;
    const [far, near] = [size - 11 + (i % 3), Math.floor(i / 3)];
    modules[near]![far] = modules[far]![near] = dark;
  }
}

/** The standard's measure of what a camera finds hard: runs, squares, false finders, an uneven share of dark. */
function penalty(modules: readonly (readonly boolean[])[]): number {
  const size = modules.length;
  const columns = modules.map((_, x) => modules.map((row) => row[x]!));
  let sum = 0;
  for (const line of [...modules, ...columns]) {
    const text = line.map((dark) => (dark ? '1' : '0')).join('');
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    const edged = `0000${text}0000`;
    for (let at = 0; at + 11 <= edged.length; at++) {
      const piece = edged.slice(at, at + 11);
      if (piece === '10111010000' || piece === '00001011101') sum += 40;
    }
  }
  let dark = 0;
  modules.forEach((row, y) => row.forEach((module, x) => {
    if (module) dark += 1;
    const right = row[x + 1], below = modules[y + 1];
    if (right === module && below?.[x] === module && below[x + 1] === module) sum += 3;
  }));
  return sum + 10 * Math.floor(Math.abs((20 * dark) / (size * size) - 10));
}
