/* The one form of a catalogue: every language has every key of the English one, with the same placeholders. */

import type { en } from './en';

/** Forms of a counted text by plural category; which ones a language needs, its own rules say. */
export interface Plural {
  readonly one?: string;
  readonly two?: string;
  readonly zero?: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
}

export type Key = keyof typeof en;
export type Catalogue = Readonly<Record<Key, string | Plural>>;
