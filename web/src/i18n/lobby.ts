/* The words for playing each other, in each language. */

import type { words } from './lobby.en';
import type { PartWords } from './part';
import { lazyPart } from './part';

export type LobbyKey = keyof typeof words;
export type LobbyWords = PartWords<LobbyKey>;

export const lobby = lazyPart<LobbyKey>({
  en: () => import('./lobby.en').then((module) => module.words),
  fr: () => import('./lobby.fr').then((module) => module.words),
  mg: () => import('./lobby.mg').then((module) => module.words),
  nl: () => import('./lobby.nl').then((module) => module.words),
  ru: () => import('./lobby.ru').then((module) => module.words),
});
