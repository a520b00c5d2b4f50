/* The words for refusals, in each language; they come when something of the net is opened. */

import type { words } from './refused.en';
import { lazyPart } from './part';

export type RefusedKey = keyof typeof words;
export type RefusedWords = Readonly<Record<RefusedKey, string>>;

export const refused = lazyPart<RefusedKey>({
  en: () => import('./refused.en').then((module) => module.words),
  fr: () => import('./refused.fr').then((module) => module.words),
  mg: () => import('./refused.mg').then((module) => module.words),
  nl: () => import('./refused.nl').then((module) => module.words),
  ru: () => import('./refused.ru').then((module) => module.words),
});
