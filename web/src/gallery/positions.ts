import type { Animation, Marks, Shape, Stone } from '../board';

export interface Scene {
  readonly shape: Shape;
  readonly stones: readonly Stone[];
  readonly marks: Marks;
}

/** Ranks from the top, W and B, runs of empty points. */
export function stonesOf(text: string): { shape: Shape; stones: Stone[] } {
  const rows = text.split('/').map((row) =>
    Array.from(row.replace(/\d+/g, (run) => '.'.repeat(Number(run))), (sign): Stone => (sign === 'W' ? 1 : sign === 'B' ? 2 : 0)),
  );
  return { shape: { files: rows[0]?.length ?? 0, ranks: rows.length }, stones: rows.reverse().flat() };
}

export function at(name: string, files = 9): number {
  return (Number(name.slice(1)) - 1) * files + name.charCodeAt(0) - 97;
}

export const points = (names: string, files = 9): number[] => names.split(' ').filter(Boolean).map((name) => at(name, files));

const scene = (text: string, marks: Marks = {}): Scene => ({ ...stonesOf(text), marks });

export const START = 'BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW';

export const chain = scene('B4B3/B1BB1WB1B/4B4/W1W2WWWW/WWW1W1W2', {
  selected: at('f4'),
  reachable: points('f3 g5'),
  chosen: at('e4'),
  groups: [
    { kind: 'A', points: points('d4 c4'), count: 2 },
    { kind: 'W', points: points('g4'), count: 1 },
  ],
  draft: { path: points('i3 h4 g3 f4'), taken: points('g5 i5 e5') },
});

export const opening = scene('BBBB1BBBB/BBBB1BBBB/BWBWWBWBW/WWWW1WWWW/WWWWWWWWW', {
  lastTurn: { path: points('e2 e3'), taken: points('e4 e5') },
});

export const openingReplay: Animation = { id: 1, steps: [{ from: at('e2'), to: at('e3'), taken: points('e4 e5') }] };

export const refusal = scene('BBB2B1BB/BBB3B1B/BWBW5/WWW1WWB2/WWWW1WW2', {
  canCapture: points('d3'),
  refusal: { at: at('c2'), because: points('d3') },
});

export const analysis = scene('6B2/3BB4/6B2/W6B1/2W1WW3', { bestLines: [points('e1 f2 e3 f4 g4')] });

export const won = scene('9/1W7/9/1WW3W2/1W1WWW3', {
  lastTurn: { path: points('h2 g3 g2'), taken: points('f4 g4') },
});

export const choices = scene(START, { canCapture: points('d2 e2 f2 d3'), selected: at('d3'), reachable: points('e3') });

export const longChain = scene('9/9/8W/9/1W7', {
  lastTurn: {
    path: points('a1 b2 b3 c3 d4 e4 e5 f4 g5 g4 h4 h3 i3'),
    taken: points('c4 d5 f3 g3 i5 h2'),
  },
});

export const longReplay: Animation = {
  id: 1,
  steps: points('a1 b2 b3 c3 d4 e4 e5 f4 g5 g4 h4 h3 i3')
    .map((to, i, path) => ({ from: path[i - 1] ?? 0, to, taken: points(['', 'c4', '', 'd5', '', 'f3', '', 'g3', '', 'i5', '', 'h2', ''][i] ?? '') }))
    .slice(1),
};

const three = (text: string, marks: Marks): Scene => scene(text, marks);
const centre = 4;

/** The states of look by shape alone, each on the middle of a small board. */
export const states: readonly { name: string; scene: Scene; cursor?: number }[] = [
  { name: 'Empty', scene: three('3/3/3', {}) },
  { name: 'Own stone', scene: three('3/1W1/3', {}) },
  { name: 'Enemy stone', scene: three('3/1B1/3', {}) },
  { name: 'Can capture', scene: three('3/1W1/3', { canCapture: [centre] }) },
  { name: 'Selected', scene: three('3/1W1/3', { selected: centre }) },
  { name: 'Reachable', scene: three('3/3/3', { reachable: [centre] }) },
  { name: 'Chosen step', scene: three('3/3/3', { chosen: centre }) },
  { name: 'By approach', scene: three('3/1B1/3', { groups: [{ kind: 'A', points: [centre], count: 1 }] }) },
  { name: 'By withdrawal', scene: three('3/1B1/3', { groups: [{ kind: 'W', points: [centre], count: 1 }] }) },
  { name: 'Last turn', scene: three('3/1W1/3', { lastTurn: { path: [3, 4], taken: [5] } }) },
  { name: 'Refusal', scene: three('3/WW1/1W1', { refusal: { at: 1, because: [3] } }) },
  { name: 'Keyboard cursor', scene: three('3/1B1/3', {}), cursor: centre },
  { name: 'Moving black', scene: three('3/1B1/3', { selected: centre, draft: { path: [0, 1, 4], taken: [8] } }) },
  { name: 'Won, drawn, lost', scene: three('B1W/1W1/B1W', { truths: [{ point: 2, value: 'win' }, { point: centre, value: 'draw' }, { point: 8, value: 'loss' }] }) },
  { name: 'Known of points', scene: three('3/3/1W1', { selected: 1, reachable: [0, 2, 4], truths: [{ point: 0, value: 'win' }, { point: 2, value: 'loss' }, { point: centre, value: 'draw' }] }) },
  { name: 'Best line', scene: three('3/3/W2', { bestLines: [[0, 4, 5]] }) },
];
