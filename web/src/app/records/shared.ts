/* What all parts of the records stand on: the one library of the page, and rules beside the running game's. */

import { loadRules } from '../core';
import type { Rules } from '../../core/types';
import { browserStore } from '../store/storage';
import { Database } from './database';
import { Library } from './library';

/** Its changes tell other tabs to look again. */
const NEWS_KEY = 'fanorona.games';

let shelf: Library | null = null;

export function library(): Library {
  if (shelf) return shelf;
  const made = new Library({
    shelf: new Database(),
    now: () => Date.now(),
    later: (ms, then) => {
      const timer = setTimeout(then, ms);
      return () => clearTimeout(timer);
    },
    announce: () => void browserStore.write(NEWS_KEY, `${Date.now()}-${Math.random()}`),
  });
  window.addEventListener('storage', (event) => {
    if (event.key === NEWS_KEY || event.key === null) void made.load(true);
  });
  shelf = made;
  return made;
}

let rules: Promise<Rules> | null = null;

/** Holds any game for a moment; whoever asks opens what it needs and asks at once. */
export function spareRules(): Promise<Rules> {
  rules ??= loadRules().catch((error: unknown) => {
    rules = null;
    throw error;
  });
  return rules;
}
