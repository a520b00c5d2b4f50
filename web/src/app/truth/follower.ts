/* Follows the game on the board: asks the tables about each position of few stones that is looked at, and tells
 * the session what they know. */

import type { View } from '../../core/types';
import type { GameState } from '../game/state';
import { isOver } from '../game/state';
import type { Session, TruthNow } from '../session';
import type { Settings } from '../store/settings';
import type { Question, Standing } from './finder';
import { Finder } from './finder';

/** The settings, as far as they matter here. */
export interface TruthSettings {
  get(): Pick<Settings, 'truths'>;
  change(part: Pick<Settings, 'truths'>): void;
  subscribe(listener: () => void): () => void;
}

const followers = new WeakMap<Session, TruthFollower>();

/** Begins to follow a session, once. */
export function follow(session: Session, settings: TruthSettings, finder = new Finder(session.tables)): TruthFollower {
  let follower = followers.get(session);
  if (!follower) {
    follower = new TruthFollower(session, settings, finder);
    followers.set(session, follower);
  }
  return follower;
}

/** What to ask of the position on the board. */
export function questionOf(view: View): Question {
  const stones = view.stones.filter((stone) => stone !== 0).length;
  return { setup: { variant: view.variant, rules: view.rules, position: view.position }, stones };
}

export class TruthFollower {
  /** Wanted in the game at hand, which is not an analysis; belongs to this game alone. */
  private wantedIn: GameState['setup'] | null = null;
  private asked = '';
  /** What was asked before tells nothing any more, not even of the same position. */
  private round = 0;
  private standing: Standing = { state: 'none' };

  constructor(
    private readonly session: Session,
    private readonly settings: TruthSettings,
    private readonly finder: Finder,
  ) {
    session.subscribe(() => this.look());
    settings.subscribe(() => this.look());
    this.look();
  }

  private get on(): boolean {
    const { state } = this.session;
    return state !== null && (state.setup.mode === 'analysis' ? this.settings.get().truths : this.wantedIn === state.setup);
  }

  private readonly switchTo = (on: boolean): void => {
    const { state } = this.session;
    if (!state) return;
    if (state.setup.mode === 'analysis') {
      this.settings.change({ truths: on });
      return;
    }
    this.wantedIn = on ? state.setup : null;
    this.look();
  };

  private look(): void {
    const { state } = this.session;
    const question = state && this.session.mayAskTables && !isOver(state) ? questionOf(state.view) : null;
    const asked = question ? JSON.stringify(question.setup) : '';
    if (asked !== this.asked) {
      this.asked = asked;
      const round = ++this.round;
      this.standing = { state: 'none' };
      if (question) {
        void this.finder.find(question, (standing) => {
          if (this.round !== round) return;
          this.standing = standing;
          this.tell();
        });
      }
    }
    this.tell();
  }

  private tell(): void {
    const { standing, on, switchTo } = this;
    const now: TruthNow = { standing, on, switchTo };
    const before = this.session.truth;
    if (before?.standing !== standing || before.on !== on) this.session.setTruth(now);
  }
}
