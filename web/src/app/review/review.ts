/* The review of the game that is open for analysis: follows it, keeps what is found, and tells the page. */

import type { Engine, Rules } from '../../core/types';
import type { Mark, Opinion } from '../game/chances';
import { opinionOfEnd } from '../game/chances';
import { coreSetup } from '../game/setup';
import { isOver } from '../game/state';
import { fingerprint } from '../records/entry';
import type { Reviewed, Session } from '../session';
import type { Made, Plies } from './marks';
import { carryOver, markAt, markedPlies } from './marks';
import type { Subject } from './reviewer';
import { Reviewer } from './reviewer';
import type { ReviewShelf } from './shelf';

/** So often what is known is put away while the engine is at work. */
const KEEP_EVERY = 8;

export interface ReviewServices {
  readonly shelf: ReviewShelf;
  readonly engine: () => Engine;
  readonly rules: () => Promise<Pick<Rules, 'open'>>;
  readonly now: () => number;
}

export class GameReview implements Reviewed {
  private reviewer: Reviewer | null = null;
  private key = '';
  private wanted = false;
  private resting = false;
  private unkept = 0;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly session: Session,
    private readonly services: ReviewServices,
  ) {
    session.subscribe(() => this.follow());
    this.follow();
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  get current(): Reviewer | null {
    return this.reviewer;
  }

  get made(): readonly Made[] {
    return this.reviewer?.subject.made ?? [];
  }

  get plies(): Plies {
    return this.reviewer?.plies ?? [];
  }

  get marked(): readonly number[] {
    return markedPlies(this.plies, this.made);
  }

  opinion(ply: number): Opinion | null {
    return this.plies[ply] ?? null;
  }

  best(ply: number): string | null {
    return this.plies[ply]?.best ?? null;
  }

  mark(ply: number): Mark | null {
    return markAt(this.plies, ply, this.made);
  }

  /** Looks at every turn, now or as soon as the game is there. */
  start(): void {
    this.wanted = true;
    if (this.reviewer) void this.reviewer.start();
  }

  stop(): void {
    this.wanted = false;
    this.reviewer?.stop();
  }

  /** Another game, or another turn in it: what is the same stays known. */
  private follow(): void {
    const { session } = this;
    const { state } = session;
    if (session.exercise) return;
    if (!state || session.elsewhere || state.setup.mode !== 'analysis') {
      if (this.reviewer) this.drop();
      return;
    }
    const made = [...state.turns, ...state.later].map(({ text, side }) => ({ text, side }));
    const setup = coreSetup(state.setup);
    const key = fingerprint(JSON.stringify([setup.variant, setup.rules, setup.position ?? '', made.map(({ text }) => text)]));
    if (key !== this.key) {
      const sameGame = JSON.stringify(setup) === JSON.stringify(this.reviewer?.subject.setup);
      const known = sameGame ? carryOver(this.plies, this.made, made) : [];
      this.drop();
      this.key = key;
      const end = isOver(state) && state.later.length === 0 ? opinionOfEnd(state.view.outcome) : null;
      this.take({ setup, made, end }, known);
      void this.recall(key, end === null);
    }
    if (session.reviewed !== this) session.setReviewed(this);
  }

  private take(subject: Subject, known: Plies): void {
    const plies = Array.from({ length: subject.made.length + 1 }, (_, ply) => known[ply] ?? null);
    this.reviewer = new Reviewer(subject, plies, this.services.engine, () => this.changed());
  }

  /** What was found before of this very game, and how it ended, if that is still to be asked. */
  private async recall(key: string, ask: boolean): Promise<void> {
    const subject = this.reviewer?.subject;
    if (!subject) return;
    const turns = subject.made.map(({ text }) => text);
    const kept = await this.services.shelf.read(key, turns.length);
    let { end } = subject;
    if (ask) {
      const { outcome } = (await this.services.rules()).open(subject.setup, turns);
      if (outcome.result !== 'ongoing') end = opinionOfEnd(outcome);
    }
    if (key !== this.key) return;
    const before = this.plies;
    this.take({ ...subject, end }, before.map((known, ply) => known ?? kept?.[ply] ?? null));
    if (this.wanted) void this.reviewer?.start();
    else this.changed();
  }

  private drop(): void {
    this.reviewer?.stop();
    this.reviewer = null;
    this.key = '';
    this.setResting(false);
  }

  private changed(): void {
    const { reviewer } = this;
    if (!reviewer) return;
    const running = reviewer.standing === 'running';
    this.unkept += 1;
    if (!running || this.unkept >= KEEP_EVERY) this.keep();
    if (reviewer.standing === 'done' || reviewer.standing === 'failed') this.wanted = false;
    this.setResting(running);
    this.listeners.forEach((listener) => listener());
    this.session.setReviewed(this);
  }

  private keep(): void {
    this.unkept = 0;
    // A game at its start is known without looking.
    if (this.reviewer && this.reviewer.done > 1) void this.services.shelf.write(this.key, this.plies, this.services.now());
  }

  private setResting(on: boolean): void {
    if (on === this.resting) return;
    this.resting = on;
    this.session.rest(on);
  }
}
