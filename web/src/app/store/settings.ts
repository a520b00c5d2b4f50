/* What a person has chosen for good: how the page looks, sounds and speaks, and how they last began a game. */

import type { Material } from '../../board/types';
import type { Side } from '../../core/types';
import type { Language } from '../../i18n/language';
import { asLanguage } from '../../i18n/language';
import type { ClockName } from '../game/clock';
import { CLOCKS } from '../game/clock';
import type { Facing, Variant } from '../game/setup';
import { LEVELS, readRules, readVariant, VARIANTS } from '../game/setup';
import type { TextStore } from './storage';
import { parseObject } from './storage';

export type Theme = 'system' | 'light' | 'dark';
export type Stones = Side | 'lot';

export interface Settings {
  readonly theme: Theme;
  readonly material: Material;
  readonly coordinates: boolean;
  /** On a phone 9×5 stands upright, unless it is wanted flat. */
  readonly flat: boolean;
  readonly sound: boolean;
  /** The engine's opinion beside the board. */
  readonly evaluation: boolean;
  /** The engine's best lines in an analysis. */
  readonly lines: boolean;
  /** What endgame tables know, in an analysis. */
  readonly truths: boolean;
  /** null: as the browser asks. */
  readonly language: Language | null;
  /** Going on is optional: has been told once. */
  readonly taught: boolean;
  readonly variant: Variant;
  readonly level: number;
  /** At the highest level: by what is proved. */
  readonly perfect: boolean;
  readonly stones: Stones;
  readonly facing: Facing;
  readonly clock: ClockName;
  readonly rules: string;
  /** In a game over the net: a whole turn is sent only once it is confirmed. */
  readonly confirmTurn: boolean;
  /** A turn can be made ahead, while the other side thinks. */
  readonly premove: boolean;
  /** A sound and a mark in the title when it is one's turn. */
  readonly turnNotice: boolean;
  /** The courteous phrases, one's own and the other side's. */
  readonly phrases: boolean;
}

export const SETTINGS_KEY = 'fanorona.settings';

export const DEFAULT_SETTINGS: Settings = {
  theme: 'system',
  material: 'laterite',
  coordinates: true,
  flat: false,
  sound: true,
  evaluation: false,
  lines: true,
  truths: true,
  language: null,
  taught: false,
  variant: 'tsivy',
  level: 1,
  perfect: false,
  stones: 'white',
  facing: 'fixed',
  clock: 'none',
  rules: '',
  confirmTurn: false,
  premove: true,
  turnNotice: true,
  phrases: true,
};

function oneOf<T>(value: unknown, allowed: readonly T[], otherwise: T): T {
  return allowed.find((candidate) => candidate === value) ?? otherwise;
}

/** Every field that does not hold what it should takes its default. */
export function readSettings(text: string | null): Settings {
  const found = parseObject(text);
  const d = DEFAULT_SETTINGS;
  if (!found) return d;
  const flag = (value: unknown, otherwise: boolean): boolean => (typeof value === 'boolean' ? value : otherwise);
  const levels = Array.from({ length: LEVELS }, (_, index) => index + 1);
  const rules = found['rules'];
  return {
    theme: oneOf<Theme>(found['theme'], ['system', 'light', 'dark'], d.theme),
    material: oneOf<Material>(found['material'], ['laterite', 'raffia', 'granite'], d.material),
    coordinates: flag(found['coordinates'], d.coordinates),
    flat: flag(found['flat'], d.flat),
    sound: flag(found['sound'], d.sound),
    evaluation: flag(found['evaluation'], d.evaluation),
    lines: flag(found['lines'], d.lines),
    truths: flag(found['truths'], d.truths),
    language: typeof found['language'] === 'string' ? asLanguage(found['language']) : null,
    taught: flag(found['taught'], d.taught),
    variant: oneOf<Variant>(readVariant(found['variant'], found['board']), VARIANTS, d.variant),
    level: oneOf(found['level'], levels, d.level),
    perfect: flag(found['perfect'], d.perfect),
    stones: oneOf<Stones>(found['stones'], ['white', 'black', 'lot'], d.stones),
    facing: oneOf<Facing>(found['facing'], ['fixed', 'turns', 'faces'], d.facing),
    clock: oneOf<ClockName>(found['clock'], CLOCKS, d.clock),
    rules: typeof rules === 'string' && readRules(rules) ? rules : d.rules,
    confirmTurn: flag(found['confirmTurn'], d.confirmTurn),
    premove: flag(found['premove'], d.premove),
    turnNotice: flag(found['turnNotice'], d.turnNotice),
    phrases: flag(found['phrases'], d.phrases),
  };
}

export class SettingsStore {
  private current: Settings;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly store: TextStore) {
    this.current = readSettings(store.read(SETTINGS_KEY));
  }

  get(): Settings {
    return this.current;
  }

  change(part: Partial<Settings>): void {
    this.current = { ...this.current, ...part };
    this.store.write(SETTINGS_KEY, JSON.stringify(this.current));
    this.tell();
  }

  /** Another tab has changed them. */
  reread(): void {
    this.current = readSettings(this.store.read(SETTINGS_KEY));
    this.tell();
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  private tell(): void {
    this.listeners.forEach((listener) => listener());
  }
}
