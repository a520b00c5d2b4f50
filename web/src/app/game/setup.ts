/* What a game is played on and by which rules; everything that stays the same from its first turn to its end. */

import type { Setup, Side } from '../../core/types';
import type { ClockName } from './clock';

/** 'analysis': one person moves both sides, goes back and tries another turn; nothing is won by it. 'net': the other
 * side's turns come over the net. */
export type Mode = 'computer' | 'friend' | 'analysis' | 'net';
/** The named games of R1.3, which the front page offers; each has its board. */
export type Variant = 'tsivy' | 'dimy' | 'telo';

/** Two on one device: the board stays, turns to the player to move, or its marks face each player. */
export type Facing = 'fixed' | 'turns' | 'faces';

/** R8. */
export interface RuleChoice {
  readonly chain: 'optional' | 'mandatory';
  readonly firstTurn: 'free' | 'single';
  readonly blocked: 'loss' | 'draw';
  readonly quietLimit: number;
  readonly repetition: number;
  /** Who gives. */
  readonly vela: 'none' | Side;
  readonly velaFirst: 'taker' | 'giver';
}

export interface GameSetup {
  readonly mode: Mode;
  /** A named game, or the size of another board: '7x3'. */
  readonly variant: string;
  /** As the core takes them; '' is the standard. */
  readonly rules: string;
  /** Where the game begins (R9.3), if not at the start. */
  readonly position?: string;
  /** Who gives in vela by the games before this one, should this one be drawn (R7.6). */
  readonly gives?: Side;
  /** Who played, as the record has it that was opened for analysis. */
  readonly names?: Readonly<Partial<Record<Side, string>>>;
  /** Whose mistakes are the person's own, in an analysis. */
  readonly you?: Side;
  /** The task of the drill that is being done; against the computer. */
  readonly drill?: string;
  /** 1 to 8; only against the computer. */
  readonly level: number;
  /** A mode of the highest level: it plays by what is proved, where something is. */
  readonly perfect?: true;
  /** The person's side against the computer or over the net. */
  readonly human: Side;
  /** Over the net: nobody here makes turns, neither side's. */
  readonly watches?: boolean;
  readonly facing: Facing;
  /** Beside a friend. */
  readonly clock: ClockName;
  /** The computer chooses among near turns with it. */
  readonly seed: number;
}

export const LEVELS = 8;
export const QUIET_LIMIT_MAX = 1000;
export const REPETITION_MAX = 5;

export const STANDARD_RULES: RuleChoice = {
  chain: 'optional',
  firstTurn: 'free',
  blocked: 'loss',
  quietLimit: 50,
  repetition: 3,
  vela: 'none',
  velaFirst: 'taker',
};

export const VARIANTS: readonly Variant[] = ['tsivy', 'dimy', 'telo'];

export interface Shape {
  readonly files: number;
  readonly ranks: number;
}

const SHAPES: Readonly<Record<Variant, Shape>> = {
  tsivy: { files: 9, ranks: 5 },
  dimy: { files: 5, ranks: 5 },
  telo: { files: 3, ranks: 3 },
};
const POINTS_MAX = 49;

export function isNamed(variant: string): variant is Variant {
  return (VARIANTS as readonly string[]).includes(variant);
}

/** The board of a variant; null if it is none (R1.1). */
export function readShape(variant: string): Shape | null {
  if (isNamed(variant)) return SHAPES[variant];
  const [, files = 0, ranks = 0] = (/^(\d{1,2})x(\d{1,2})$/.exec(variant) ?? []).map(Number);
  const fits = (side: number): boolean => side >= 3 && side % 2 === 1;
  return fits(files) && fits(ranks) && files * ranks <= POINTS_MAX ? { files, ranks } : null;
}

/** The board of a variant that is one. */
export function shapeOf(variant: string): Shape {
  return readShape(variant) ?? SHAPES.tsivy;
}

/** "9×5". */
export function sizeText(variant: string): string {
  const { files, ranks } = shapeOf(variant);
  return `${files}×${ranks}`;
}

/** Whether vela is played on this board (R7.1). */
export function hasVela(variant: string): boolean {
  return variant === 'tsivy' || variant === 'dimy';
}

/** What the core opens. */
export function coreSetup({ variant, rules, position }: Pick<GameSetup, 'variant' | 'rules' | 'position'>): Setup {
  return position === undefined ? { variant, rules } : { variant, rules, position };
}

/** The variant that was kept; the page's first version kept its board, 9x5 or 5x5. */
export function readVariant(variant: unknown, board: unknown): string | undefined {
  if (variant === undefined) return board === '9x5' ? 'tsivy' : board === '5x5' ? 'dimy' : undefined;
  return typeof variant === 'string' && readShape(variant) ? variant : undefined;
}

/** The options of a game on this board: what it knows nothing of is left out (R6.1, R7.1). */
export function fitRules(choice: RuleChoice, variant: string): RuleChoice {
  const { chain, firstTurn, vela, velaFirst } = STANDARD_RULES;
  if (variant === 'telo') return { ...choice, chain, firstTurn, vela, velaFirst };
  // Who begins a game of vela is nothing to say of any other.
  return hasVela(variant) && choice.vela !== 'none' ? choice : { ...choice, vela, velaFirst };
}

/** The options that are not at their default, in R8's order. */
export function rulesText(choice: RuleChoice): string {
  const items: string[] = [];
  if (choice.chain !== STANDARD_RULES.chain) items.push(`chain=${choice.chain}`);
  if (choice.firstTurn !== STANDARD_RULES.firstTurn) items.push(`first-turn=${choice.firstTurn}`);
  if (choice.blocked !== STANDARD_RULES.blocked) items.push(`blocked=${choice.blocked}`);
  if (choice.quietLimit !== STANDARD_RULES.quietLimit) items.push(`quiet-limit=${choice.quietLimit}`);
  if (choice.repetition !== STANDARD_RULES.repetition) items.push(`repetition=${choice.repetition}`);
  if (choice.vela !== STANDARD_RULES.vela) items.push(`vela=${choice.vela}`);
  if (choice.velaFirst !== STANDARD_RULES.velaFirst) items.push(`vela-first=${choice.velaFirst}`);
  return items.join(',');
}

/** Reads what rulesText writes; null for anything else. */
export function readRules(text: string): RuleChoice | null {
  const choice: { -readonly [K in keyof RuleChoice]: RuleChoice[K] } = { ...STANDARD_RULES };
  for (const item of text === '' ? [] : text.split(',')) {
    const [name, value = ''] = item.split('=');
    const number = /^\d{1,4}$/.test(value) ? Number(value) : -1;
    if (name === 'chain' && (value === 'optional' || value === 'mandatory')) choice.chain = value;
    else if (name === 'first-turn' && (value === 'free' || value === 'single')) choice.firstTurn = value;
    else if (name === 'blocked' && (value === 'loss' || value === 'draw')) choice.blocked = value;
    else if (name === 'quiet-limit' && number >= 0 && number <= QUIET_LIMIT_MAX) choice.quietLimit = number;
    else if (name === 'repetition' && number >= 0 && number <= REPETITION_MAX && number !== 1) choice.repetition = number;
    else if (name === 'vela' && (value === 'none' || value === 'white' || value === 'black')) choice.vela = value;
    else if (name === 'vela-first' && (value === 'taker' || value === 'giver')) choice.velaFirst = value;
    else return null;
  }
  return choice;
}

/** A game that may never end is for analysis only (R8). */
export function endless(choice: RuleChoice): boolean {
  return choice.quietLimit === 0 && choice.repetition === 0;
}

export function otherSide(side: Side): Side {
  return side === 'white' ? 'black' : 'white';
}
