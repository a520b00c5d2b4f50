/* The fair-play page, in each language. Loaded when it is opened. */

import type { Language } from './language';

export interface FairPlay {
  readonly lead: string;
  /** A title and its lines. */
  readonly sections: readonly (readonly [string, ...string[]])[];
}

const LOADERS: Readonly<Record<Language, () => Promise<FairPlay>>> = {
  en: () => import('./fair.en').then((module) => module.fair),
  fr: () => import('./fair.fr').then((module) => module.fair),
  mg: () => import('./fair.mg').then((module) => module.fair),
  nl: () => import('./fair.nl').then((module) => module.fair),
  ru: () => import('./fair.ru').then((module) => module.fair),
};

export function loadFairPlay(language: Language): Promise<FairPlay> {
  return LOADERS[language]();
}
