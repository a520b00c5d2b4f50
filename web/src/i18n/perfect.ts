/* The words of the opponent that cannot be beaten, in each language; they come over the wire when it is wanted. */

import type { words } from './perfect.en';
import type { PartWords } from './part';
import { lazyPart } from './part';

export type PerfectKey = keyof typeof words;
export type PerfectWords = PartWords<PerfectKey>;

export const perfectWords = lazyPart<PerfectKey>({
  en: () => import('./perfect.en').then((module) => module.words),
  fr: () => import('./perfect.fr').then((module) => module.words),
  mg: () => import('./perfect.mg').then((module) => module.words),
  nl: () => import('./perfect.nl').then((module) => module.words),
  ru: () => import('./perfect.ru').then((module) => module.words),
});
