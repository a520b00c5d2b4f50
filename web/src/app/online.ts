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
  private away = false;

  constructor(private readonly store: TextStore) {}

  /** It was so the last time: the front page leaves room for it. */
  get expected(): boolean {
    return this.here || (!this.away && this.store.read(KEY) !== null);
  }

  /** The server lets people play. */
  found(yourTurns: number): void {
    if (this.here && this.yourTurns === yourTurns) return;
    if (this.store.read(KEY) === null) this.store.write(KEY, 'here');
    this.here = true;
    this.yourTurns = yourTurns;
    this.tell();
  }

  /** There is nobody to play with: for now, as without a network, or at all. */
  missed(how: 'now' | 'good'): void {
    if (how === 'good') this.store.remove(KEY);
    this.here = false;
    this.away = true;
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
