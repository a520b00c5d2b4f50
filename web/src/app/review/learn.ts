/* Learning from the turns that changed a game: each position comes back, a better turn is tried on the board,
 * and the engine says what it leaves. */

import type { Side } from '../../core/types';
import { t } from '../../i18n';
import { chanceOf, opinionOfEnd, percent } from '../game/chances';
import type { Message } from '../game/message';
import { otherSide } from '../game/setup';
import { isOver } from '../game/state';
import type { Exercise, ExerciseAction, Session } from '../session';
import type { Known, Made } from './marks';
import { COSTS, markAt } from './marks';
import type { GameReview } from './review';
import { costWords } from './words';

type Phase = 'ask' | 'checking' | 'right' | 'wrong' | 'shown' | 'done';

/** The plies of the turns worth learning from, of one side or of both. */
export function lessons(review: Pick<GameReview, 'plies' | 'made'>, of: Side | undefined): readonly number[] {
  return review.made.flatMap(({ side }, ply) => {
    const mark = markAt(review.plies, ply, review.made);
    return (mark === 'mistake' || mark === 'blunder') && (of === undefined || of === side) ? [ply] : [];
  });
}

export class Learning implements Exercise {
  readonly turns: readonly string[];
  private at = 0;
  private phase: Phase = 'ask';
  private tried = '';
  /** The mover's chances after the turn that was tried. */
  private left = 0;
  private found = 0;
  private missed = false;
  private ended = false;
  private readonly unsubscribe: () => void;

  constructor(
    private readonly session: Session,
    private readonly review: GameReview,
    private readonly plies: readonly number[],
  ) {
    this.turns = review.made.map(({ text }) => text);
    session.setExercise(this);
    this.ask();
    // Only now: where the game stood before is no answer.
    this.unsubscribe = session.subscribe(() => this.follow());
  }

  get ply(): number {
    return this.plies[this.at] ?? 0;
  }

  get shown(): string | undefined {
    return this.phase === 'shown' ? (this.known.best ?? undefined) : undefined;
  }

  private get known(): Known {
    const known = this.review.plies[this.ply];
    if (!known) throw new Error('a lesson without a review');
    return known;
  }

  private get made(): Made {
    const made = this.review.made[this.ply];
    if (!made) throw new Error('a lesson without a turn');
    return made;
  }

  private get bestChance(): number {
    return chanceOf({ chance: this.known.held ?? this.known.chance }, this.made.side);
  }

  message(): Message {
    const played = t('learn.played', { done: this.at + 1, total: this.plies.length, turn: this.made.text });
    const leaves = t('learn.leaves', { n: percent(this.left), best: percent(this.bestChance) });
    switch (this.phase) {
      case 'ask':
        return { tone: 'plain', title: t(this.made.side === 'white' ? 'learn.white' : 'learn.black'), sub: played };
      case 'checking':
        return { tone: 'thinking', title: t('learn.checking', { turn: this.tried }), sub: played };
      case 'right':
        return { tone: 'result', title: t('learn.right', { turn: this.tried }), sub: leaves };
      case 'wrong':
        return { tone: 'notice', title: this.tried === this.made.text ? t('learn.same') : t('learn.wrong', { turn: this.tried }), sub: leaves };
      case 'shown':
        return { tone: 'hint', title: t('learn.solution', { turn: this.known.best ?? '' }), sub: costWords(this.review, this.ply) };
      case 'done':
        return { tone: 'result', title: t('learn.done'), sub: t('learn.found', { done: this.found, total: this.plies.length }) };
    }
  }

  actions(): readonly ExerciseAction[] {
    const last = this.at + 1 >= this.plies.length;
    const end: ExerciseAction = { label: t('learn.end'), kind: this.phase === 'done' ? 'main' : 'outline', act: () => this.end() };
    const show: ExerciseAction = { label: t('learn.show'), kind: 'outline', icon: 'bulb', act: () => this.show() };
    const next: ExerciseAction = { label: t('learn.next'), kind: 'main', act: () => (last ? this.finish() : this.next()) };
    switch (this.phase) {
      case 'ask':
      case 'checking':
        return [end, show];
      case 'wrong':
        return [end, show, { label: t('learn.again'), kind: 'main', act: () => this.ask() }];
      case 'right':
      case 'shown':
        return [end, next];
      case 'done':
        return [end];
    }
  }

  private ask(): void {
    this.phase = 'ask';
    this.session.putBack(this.turns, this.ply);
  }

  private show(): void {
    this.phase = 'shown';
    this.missed = true;
    this.session.putBack(this.turns, this.ply);
  }

  private next(): void {
    this.at += 1;
    this.missed = false;
    this.ask();
  }

  private finish(): void {
    this.phase = 'done';
    this.session.putBack(this.turns, this.ply);
  }

  private end(): void {
    if (this.ended) return;
    this.ended = true;
    this.unsubscribe();
    this.review.current?.leave();
    if (this.session.exercise !== this) return;
    this.session.putBack(this.turns, this.ply);
    this.session.setExercise(null);
  }

  /** A turn on the board is an answer; another place in the game is the end of learning. */
  private follow(): void {
    const { session, ply } = this;
    const { state } = session;
    if (session.exercise !== this || !state) {
      this.end();
      return;
    }
    const now = [...state.turns, ...state.later].map(({ text }) => text);
    const sameGame = now.length === this.turns.length && now.every((text, index) => text === this.turns[index]);
    const answered = state.turns.length === ply + 1 && (!sameGame || state.later.length === 0);
    if (answered && this.phase === 'ask') this.answer(now[ply] ?? '');
    else if (sameGame && state.turns.length !== ply && !answered) this.leaveFor(state.turns.length);
  }

  private leaveFor(ply: number): void {
    this.ended = true;
    this.unsubscribe();
    this.review.current?.leave();
    this.session.setExercise(null);
    if (this.session.state?.turns.length !== ply) this.session.dispatch({ type: 'browse', ply });
  }

  private answer(text: string): void {
    this.tried = text;
    const after = this.review.plies[this.ply + 1];
    const { state } = this.session;
    if (text === this.made.text && after) this.judge(chanceOf(after, this.made.side));
    else if (text === this.known.best) this.judge(this.bestChance);
    else if (state && isOver(state)) this.judge(chanceOf(opinionOfEnd(state.view.outcome), this.made.side));
    else void this.check([...this.turns.slice(0, this.ply), text]);
  }

  private async check(turns: readonly string[]): Promise<void> {
    const { ply, tried } = this;
    const { side } = this.made;
    this.setPhase('checking');
    try {
      const known = await this.review.current?.look(turns, otherSide(side) === 'white');
      if (known && !this.ended && this.phase === 'checking' && this.ply === ply && this.tried === tried) this.judge(chanceOf(known, side));
    } catch {
      if (!this.ended && this.phase === 'checking') this.ask();
    }
  }

  private judge(left: number): void {
    this.left = left;
    const right = this.tried !== this.made.text && this.bestChance - left < COSTS.doubtful;
    if (right && !this.missed) this.found += 1;
    if (!right) this.missed = true;
    this.setPhase(right ? 'right' : 'wrong');
  }

  private setPhase(phase: Phase): void {
    this.phase = phase;
    this.session.setExercise(this);
  }
}
