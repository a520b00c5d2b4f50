/* Which tasks of the drill have been solved in this browser. */

import { browserStore, type TextStore } from '../store/storage';

const KEY = 'fanorona.drill';
const LENGTH_MAX = 4096;

export function solvedTasks(store: Pick<TextStore, 'read'> = browserStore): ReadonlySet<string> {
  const text = store.read(KEY) ?? '';
  return new Set(text.length > LENGTH_MAX ? [] : text.split(' ').filter((id) => id !== ''));
}

export function noteSolved(id: string, store: Pick<TextStore, 'read' | 'write'> = browserStore): void {
  store.write(KEY, [...new Set([...solvedTasks(store), id])].join(' '));
}
