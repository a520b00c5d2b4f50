/* Whether people can play each other from here, and how many games wait for one's turn: what the bar and the front
 * page show before anything of it has come over the wire. */

import type { TextStore } from './store/storage';

const KEY = 'fanorona.online';

export class Online {
  /** The server this page comes from lets people play. */
  here = false;
  /** Games in which one is to move. */
  yourTurns = 0;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly store: TextStore) {}

  /** It was so the last time: the front page leaves room for it. */
  get expected(): boolean {
    return this.here || this.store.read(KEY) !== null;
  }

  set(here: boolean, yourTurns: number): void {
    if (here && !this.expected) this.store.write(KEY, 'here');
    if (this.here === here && this.yourTurns === yourTurns) return;
    this.here = here;
    this.yourTurns = yourTurns;
    this.tell();
  }

  /** The server has answered that there is nothing of the kind. */
  nothing(): void {
    this.store.remove(KEY);
    this.here = false;
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
