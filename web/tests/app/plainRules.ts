/* A plain rulebook for the tests of the page: lists and loops, no core. It knows what the state machine asks
 * for, on the boards and options the tests use. */

import type { Draft, Kind, Outcome, Point, Reading, Refusal, RefusalCode, Rules, Setup, Side, Step, Turn, View } from '../../src/core/types';
import { CoreError, HAND } from '../../src/core/types';
import { pointName, stepsText } from '../../src/app/game/points';
import { readRules, readVariant, shapeOf, STANDARD_RULES } from '../../src/app/game/setup';
import { pathOf } from '../../src/app/game/marks';

/** R2.1, R2.2: full ranks on both sides, own stones and others by turns on the middle one. */
function startOf(files: number, ranks: number): string {
  const half = (files - 1) / 2;
  const left = Array.from({ length: half }, (_, file) => 'BW'[file % 2]).join('');
  const right = Array.from({ length: half }, (_, file) => 'WB'[file % 2]).reverse().join('');
  const full = (sign: string): string[] => Array(half === 0 ? 0 : (ranks - 1) / 2).fill(sign.repeat(files));
  return [...full('B'), `${left}1${right}`, ...full('W')].join('/');
}

/** R6.3: the three ranks, files and diagonals of 3×3. */
const ROWS = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const OPEN: Outcome = { result: 'ongoing', reason: '', clause: '' };

interface Spot {
  readonly stones: readonly number[];
  readonly side: Side;
  readonly quiet: number;
  readonly number: number;
}

export class PlainRules implements Rules {
  private variant = 'tsivy';
  private files = 9;
  private ranks = 5;
  private options = STANDARD_RULES;
  private rulesWritten = '';
  private spots: Spot[] = [];
  private turns: Turn[] = [];
  private word: Outcome | null = null;

  open(setup: Setup, turns: readonly string[] = []): View {
    const variant = readVariant(setup.variant, undefined);
    if (!variant) throw new CoreError(`no board for ${setup.variant}`);
    const options = readRules(setup.rules) ?? STANDARD_RULES;
    if (options.vela !== 'none' && variant !== 'tsivy' && variant !== 'dimy') throw new CoreError(`no vela on ${variant}`);
    this.variant = variant;
    this.files = shapeOf(variant).files;
    this.ranks = shapeOf(variant).ranks;
    this.options = options;
    this.rulesWritten = setup.rules;
    this.spots = [this.readSpot(setup.position ?? this.start())];
    this.turns = [];
    this.word = null;
    turns.forEach((text) => this.play(text));
    return this.view();
  }

  private start(): string {
    if (this.variant === 'telo') return '3/3/3 w 0 1';
    const { vela, velaFirst } = this.options;
    const blackFirst = vela !== 'none' && (vela === 'white') === (velaFirst === 'taker');
    return `${startOf(this.files, this.ranks)} ${blackFirst ? 'b' : 'w'} 0 1`;
  }

  /** R7.2, R7.3: who gives, while more than five of their stones are left. */
  private giver(spot: Spot): Side | null {
    const { vela } = this.options;
    if (vela === 'none') return null;
    return this.count(spot, vela) > 5 ? vela : null;
  }

  private count(spot: Spot, side: Side): number {
    return spot.stones.filter((stone) => stone === (side === 'white' ? 1 : 2)).length;
  }

  private hand(spot: Spot, side: Side): number {
    return this.variant === 'telo' ? 3 - this.count(spot, side) : 0;
  }

  private readSpot(text: string): Spot {
    const [board = '', side = 'w', quiet = '0', number = '1'] = text.split(' ');
    const rows = board.split('/').map((row) => row.replace(/\d/g, (run) => '.'.repeat(Number(run))));
    const stones = rows.reverse().flatMap((row) => Array.from(row, (sign) => (sign === 'W' ? 1 : sign === 'B' ? 2 : 0)));
    return { stones, side: side === 'w' ? 'white' : 'black', quiet: Number(quiet), number: Number(number) };
  }

  private now(): Spot {
    return this.spots[this.spots.length - 1]!;
  }

  private at(point: Point, dx: number, dy: number): Point | null {
    const x = (point % this.files) + dx;
    const y = Math.floor(point / this.files) + dy;
    if (x < 0 || y < 0 || x >= this.files || y >= this.ranks) return null;
    if (dx !== 0 && dy !== 0 && ((point % this.files) + Math.floor(point / this.files)) % 2 !== 0) return null;
    return y * this.files + x;
  }

  private run(stones: readonly number[], from: Point, dx: number, dy: number, enemy: number): Point[] {
    const taken: Point[] = [];
    let point = this.at(from, dx, dy);
    while (point !== null && stones[point] === enemy) {
      taken.push(point);
      point = this.at(point, dx, dy);
    }
    return taken;
  }

  private stepsOf(stones: readonly number[], side: Side, from: Point): Step[] {
    const enemy = side === 'white' ? 2 : 1;
    const steps: Step[] = [];
    for (const dy of [-1, 0, 1]) {
      for (const dx of [-1, 0, 1]) {
        const to = dx === 0 && dy === 0 ? null : this.at(from, dx, dy);
        if (to === null || stones[to] !== 0) continue;
        const ahead = this.run(stones, to, dx, dy, enemy);
        const behind = this.run(stones, from, -dx, -dy, enemy);
        if (ahead.length > 0) steps.push({ from, to, kind: 'approach', taken: ahead });
        if (behind.length > 0) steps.push({ from, to, kind: 'withdrawal', taken: behind });
        if (ahead.length === 0 && behind.length === 0) steps.push({ from, to, kind: 'paika', taken: [] });
      }
    }
    return steps;
  }

  private firstSteps(spot: Spot): Step[] {
    const own = spot.side === 'white' ? 1 : 2;
    if (this.hand(spot, spot.side) > 0) {
      return spot.stones.flatMap((stone, to) => (stone === 0 ? [{ from: HAND, to, kind: 'paika', taken: [] } as const] : []));
    }
    const found = spot.stones.flatMap((stone, point) => (stone === own ? this.stepsOf(spot.stones, spot.side, point) : []));
    const giver = this.giver(spot);
    if (this.variant === 'telo' || giver === spot.side) return this.quietly(found);
    // The taker takes the nearest stone of the row and no other.
    const all = giver === null ? found : found.map((step) => ({ ...step, taken: step.taken.slice(0, 1) }));
    const captures = all.filter((step) => step.taken.length > 0);
    return captures.length > 0 ? captures : all;
  }

  /** Every step once, taking nothing. */
  private quietly(steps: readonly Step[]): Step[] {
    const seen = new Set<string>();
    return steps.flatMap(({ from, to }) => {
      const name = `${from}-${to}`;
      if (seen.has(name)) return [];
      seen.add(name);
      return [{ from, to, kind: 'paika', taken: [] } as const];
    });
  }

  private replay(text: string): { stones: number[]; steps: Step[]; open: Step[] } {
    const spot = this.now();
    let stones = [...spot.stones];
    let open = this.firstSteps(spot);
    const steps: Step[] = [];
    if (this.variant === 'telo' && text !== '' && !text.includes('-')) {
      const [to] = pathOf(text, this.files) ?? [];
      const step = open.find((each) => each.from === HAND && each.to === to);
      if (!step) throw new CoreError(`${text} is not open`);
      stones[step.to] = spot.side === 'white' ? 1 : 2;
      return { stones, steps: [step], open: [] };
    }
    const wanted = text === '' ? [] : text.split('-').slice(1);
    for (const part of wanted) {
      const kind: Kind = part.endsWith('A') ? 'approach' : part.endsWith('W') ? 'withdrawal' : 'paika';
      const from = steps.length > 0 ? steps[steps.length - 1]!.to : pathOf(text, this.files)![0]!;
      const to = pathOf(`a1-${part}`, this.files)![1]!;
      const step = open.find((each) => each.from === from && each.to === to && each.kind === kind);
      if (!step) throw new CoreError(`${part} is not open`);
      stones = stones.map((stone, point) => (step.taken.includes(point) ? 0 : stone));
      stones[to] = stones[from]!;
      stones[from] = 0;
      steps.push(step);
      open = this.nextSteps(stones, spot.side, steps);
    }
    return { stones, steps, open };
  }

  private nextSteps(stones: readonly number[], side: Side, steps: readonly Step[]): Step[] {
    const last = steps[steps.length - 1]!;
    if (last.kind === 'paika' || this.giver(this.now()) !== null) return [];
    if (this.options.firstTurn === 'single' && this.turns.length === 0) return [];
    const been = [steps[0]!.from, ...steps.map((step) => step.to)];
    return this.stepsOf(stones, side, last.to).filter(
      (step) => step.taken.length > 0 && !been.includes(step.to) && step.to - step.from !== last.to - last.from,
    );
  }

  draft(text: string): Draft {
    const { stones, steps, open } = this.replay(text);
    const mayStop = steps.length > 0 && (open.length === 0 || this.options.chain === 'optional');
    return { text: stepsText(steps, this.files), steps, stones, open, mayStop, complete: steps.length > 0 && open.length === 0 };
  }

  play(text: string): View {
    if (this.view().outcome.result !== 'ongoing') throw new CoreError('the game is over');
    const draft = this.draft(text);
    if (!draft.mayStop) throw new CoreError(`${text} is no turn`);
    const spot = this.now();
    const quiet = draft.steps[0]!.kind === 'paika' ? spot.quiet + 1 : 0;
    this.turns.push({ text: draft.text, side: spot.side, steps: draft.steps });
    this.spots.push({
      stones: draft.stones,
      side: spot.side === 'white' ? 'black' : 'white',
      quiet,
      number: spot.number + (spot.side === 'black' ? 1 : 0),
    });
    return this.view();
  }

  private occurrences(ply: number): number[] {
    const same = (a: Spot, b: Spot): boolean => a.side === b.side && a.stones.every((stone, point) => stone === b.stones[point]);
    return this.spots.slice(0, ply + 1).flatMap((spot, index) => (same(spot, this.spots[ply]!) ? [index] : []));
  }

  private row(spot: Spot): readonly Point[] {
    if (this.variant !== 'telo') return [];
    return ROWS.find(([a, b, c]) => spot.stones[a!] !== 0 && spot.stones[a!] === spot.stones[b!] && spot.stones[b!] === spot.stones[c!]) ?? [];
  }

  private outcome(ply: number): Outcome {
    const spot = this.spots[ply]!;
    const won = spot.side === 'white' ? 'black' : 'white';
    const [inRow] = this.row(spot);
    if (inRow !== undefined) return { result: spot.stones[inRow] === 1 ? 'white' : 'black', reason: 'row', clause: 'R6.3' };
    if (this.variant !== 'telo' && !spot.stones.includes(spot.side === 'white' ? 1 : 2)) return { result: won, reason: 'no-stones', clause: 'R5.1' };
    if (this.firstSteps(spot).length === 0) {
      return { result: this.options.blocked === 'draw' ? 'draw' : won, reason: 'blocked', clause: 'R5.2' };
    }
    if (this.options.repetition > 0 && this.occurrences(ply).length >= this.options.repetition) {
      return { result: 'draw', reason: 'repetition', clause: 'R5.4' };
    }
    if (this.options.quietLimit > 0 && spot.quiet >= this.options.quietLimit) return { result: 'draw', reason: 'quiet', clause: 'R5.3' };
    return ply === this.turns.length && this.word ? this.word : OPEN;
  }

  view(ply: number = this.turns.length): View {
    const spot = this.spots[ply]!;
    const outcome = this.outcome(ply);
    const open = outcome.result === 'ongoing' ? this.firstSteps(spot) : [];
    const giver = this.giver(spot);
    return {
      variant: this.variant, rules: this.rulesWritten,
      files: this.files, ranks: this.ranks, stones: spot.stones, side: spot.side,
      hand: [this.hand(spot, 'white'), this.hand(spot, 'black')], giver, toGive: giver ? this.count(spot, giver) - 5 : 0, row: this.row(spot),
      quiet: spot.quiet,
      quietLimit: this.options.quietLimit, number: spot.number, position: this.write(spot),
      mustCapture: open.some((step) => step.taken.length > 0),
      movable: [...new Set(open.map((step) => step.from))].filter((point) => point !== HAND),
      outcome, occurrences: this.occurrences(ply), ply, length: this.turns.length, undone: 0,
    };
  }

  private write(spot: Spot): string {
    const rows = Array.from({ length: this.ranks }, (_, row) => {
      const stones = spot.stones.slice((this.ranks - 1 - row) * this.files, (this.ranks - row) * this.files);
      return stones.map((stone) => '.WB'[stone]).join('').replace(/\.+/g, (run) => String(run.length));
    });
    const giver = this.giver(spot);
    const hand = this.variant === 'telo' ? ` hand:${this.hand(spot, 'white')},${this.hand(spot, 'black')}` : '';
    return `${rows.join('/')} ${spot.side[0]} ${spot.quiet} ${spot.number}${hand}${giver ? ` vela:${giver[0]}` : ''}`;
  }

  turn(index: number): Turn {
    return this.turns[index]!;
  }

  refuseFrom(text: string, from: Point): Refusal {
    const { stones, steps, open } = this.replay(text);
    const own = this.now().side === 'white' ? 1 : 2;
    if (this.hand(this.now(), this.now().side) > 0) return from === HAND ? refusal('legal', '') : refusal('place', 'R6.2');
    if (steps.length > 0 && from !== steps[steps.length - 1]!.to) return refusal('other-stone', 'R4.1', [steps[steps.length - 1]!.to]);
    if (stones[from] === 0) return refusal('empty', 'R3.1');
    if (stones[from] !== own) return refusal('enemy', 'R3.1');
    if (open.some((step) => step.from === from)) return refusal('legal', '');
    const captures = open.filter((step) => step.taken.length > 0).map((step) => step.from);
    const steppable = this.stepsOf(stones, this.now().side, from).length > 0;
    return captures.length > 0 && steppable ? refusal('must-capture', 'R3.1', [...new Set(captures)]) : refusal('stuck', 'R3.1');
  }

  refuseStep(text: string, from: Point, to: Point): Refusal {
    const { stones, steps, open } = this.replay(text);
    if (stones[to] !== 0) return refusal('occupied', 'R3.1', [to]);
    if (from === HAND) return refusal('legal', '');
    const dx = (to % this.files) - (from % this.files);
    const dy = Math.floor(to / this.files) - Math.floor(from / this.files);
    if (Math.abs(dx) > 1 || Math.abs(dy) > 1 || this.at(from, dx, dy) !== to) return refusal('no-line', 'R1.2');
    if (open.some((step) => step.from === from && step.to === to)) return refusal('legal', '');
    const been = steps.length > 0 ? [steps[0]!.from, ...steps.map((step) => step.to)] : [];
    if (been.includes(to)) return refusal('visited', 'R4.2', [to]);
    const last = steps[steps.length - 1];
    if (last && last.to - last.from === to - from) return refusal('direction', 'R4.3', [last.from, last.to]);
    return steps.length > 0 ? refusal('not-capturing', 'R4.1') : refusal('must-capture', 'R3.1', [...new Set(open.map((step) => step.from))]);
  }

  /** The turns whose text, kinds left out or not, is `text`. */
  read(text: string): Reading {
    const plain = text.trim().toLowerCase();
    if (plain === '') return { reading: 'malformed', fault: 'empty', offset: 0 };
    const fitting = this.allTurns().filter((turn) => {
      const lower = turn.toLowerCase();
      return lower === plain || turn.replace(/[AW]/g, '') === plain;
    });
    if (fitting.length > 1) return { reading: 'ambiguous', count: fitting.length, candidates: fitting.slice(0, 8) };
    const [only] = fitting;
    if (only) {
      const { steps } = this.draft(only);
      return { reading: 'read', turn: { text: only, side: this.now().side, steps } };
    }
    const [from, to] = pathOf(plain, this.files) ?? [];
    if (from === undefined || to === undefined) return { reading: 'malformed', fault: 'character', offset: 0 };
    return { reading: 'illegal', offset: 0, refusal: this.refuseStep('', from, to) };
  }

  allTurns(): string[] {
    const grow = (text: string): string[] => {
      const draft = this.draft(text);
      const more = draft.open.flatMap((step) => grow(stepsText([...draft.steps, step], this.files)));
      return draft.mayStop ? [draft.text, ...more] : more;
    };
    return grow('');
  }

  undo(): boolean {
    this.word = null;
    this.spots.length = Math.max(1, this.spots.length - 1);
    return this.turns.pop() !== undefined;
  }

  redo(): boolean {
    return false;
  }

  resign(loser: Side): View {
    this.word = { result: loser === 'white' ? 'black' : 'white', reason: 'resignation', clause: 'R5.5' };
    return this.view();
  }

  agreeDraw(): View {
    this.word = { result: 'draw', reason: 'agreement', clause: 'R5.5' };
    return this.view();
  }

  checkSetup(): never {
    return this.absent();
  }

  writeRecord(): never {
    return this.absent();
  }

  readRecords(): never {
    return this.absent();
  }

  writeLink(): never {
    return this.absent();
  }

  readLink(): never {
    return this.absent();
  }

  private absent(): never {
    throw new CoreError('the plain rulebook knows no set-ups, records and links');
  }

  /** For messages of failing tests. */
  name(point: Point): string {
    return pointName(point, this.files);
  }
}

function refusal(code: RefusalCode, clause: string, points: readonly Point[] = []): Refusal {
  return { code, clause, points };
}
