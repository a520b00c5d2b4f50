/* What a game is played on and by which rules; everything that stays the same from its first turn to its end. */

import type { Setup, Side } from '../../core/types';
import type { ClockName } from './clock';

export type Mode = 'computer' | 'friend';
/** The named games of R1.3; each has its board. */
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
}

export interface GameSetup {
  readonly mode: Mode;
  readonly variant: Variant;
  /** As the core takes them; '' is the standard. */
  readonly rules: string;
  /** 1 to 8; only against the computer. */
  readonly level: number;
  /** The person's side against the computer. */
  readonly human: Side;
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
};

export const VARIANTS: readonly Variant[] = ['tsivy', 'dimy', 'telo'];

const SHAPES: Readonly<Record<Variant, { readonly files: number; readonly ranks: number }>> = {
  tsivy: { files: 9, ranks: 5 },
  dimy: { files: 5, ranks: 5 },
  telo: { files: 3, ranks: 3 },
};

export function shapeOf(variant: Variant): { readonly files: number; readonly ranks: number } {
  return SHAPES[variant];
}

/** "9×5". */
export function sizeText(variant: Variant): string {
  const { files, ranks } = SHAPES[variant];
  return `${files}×${ranks}`;
}

/** What the core opens. */
export function coreSetup({ variant, rules }: Pick<GameSetup, 'variant' | 'rules'>): Setup {
  return { variant, rules };
}

/** The variant that was kept; the page's first version kept its board, 9x5 or 5x5. */
export function readVariant(variant: unknown, board: unknown): Variant | undefined {
  if (variant === undefined) return board === '9x5' ? 'tsivy' : board === '5x5' ? 'dimy' : undefined;
  return VARIANTS.find((name) => name === variant);
}

/** The options that are not at their default, in R8's order. */
export function rulesText(choice: RuleChoice): string {
  const items: string[] = [];
  if (choice.chain !== STANDARD_RULES.chain) items.push(`chain=${choice.chain}`);
  if (choice.firstTurn !== STANDARD_RULES.firstTurn) items.push(`first-turn=${choice.firstTurn}`);
  if (choice.blocked !== STANDARD_RULES.blocked) items.push(`blocked=${choice.blocked}`);
  if (choice.quietLimit !== STANDARD_RULES.quietLimit) items.push(`quiet-limit=${choice.quietLimit}`);
  if (choice.repetition !== STANDARD_RULES.repetition) items.push(`repetition=${choice.repetition}`);
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
