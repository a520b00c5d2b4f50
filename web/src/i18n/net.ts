/* The words of a game over the net, in each language; they come over the wire with the game. */

import type { words } from './net.en';
import type { PartWords } from './part';
import { lazyPart } from './part';

export type NetKey = keyof typeof words;
export type NetWords = PartWords<NetKey>;

export const netWords = lazyPart<NetKey>({
  en: () => import('./net.en').then((module) => module.words),
  fr: () => import('./net.fr').then((module) => module.words),
  mg: () => import('./net.mg').then((module) => module.words),
  nl: () => import('./net.nl').then((module) => module.words),
  ru: () => import('./net.ru').then((module) => module.words),
});
