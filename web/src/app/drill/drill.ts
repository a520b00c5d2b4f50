/* A task of the drill, played out against the best defence there is: tables where they know the position, else the
 * engine. Where tables judge, a turn that gives the task away is told at once; else the end of the game judges. */

import type { TableValue, Truths, View } from '../../core/types';
import { t } from '../../i18n';
import type { Message } from '../game/message';
import { result } from '../game/message';
import type { GameState } from '../game/state';
import { isComputersTurn, isOver } from '../game/state';
import { ADDRESS, goTo } from '../router';
import type { Exercise, ExerciseAction, Session } from '../session';
import { Finder } from '../truth/finder';
import { questionOf } from '../truth/follower';
import { worth } from '../truth/words';
import { noteSolved, solvedTasks } from './solved';
import type { Task } from './tasks';
import { setupOf, TASKS, taskOf } from './tasks';

/** The tables are not waited for longer; then the engine defends. */
export const TABLES_WAIT_MS = 8000;

/** The person's turn that gave the task away, the last of so many turns of the game. */
interface Slip {
  /** Null in a game gone on with: it was this turn or one before it. */
  readonly turn: string | null;
  readonly at: number;
}

/** Begins a task from its start. */
export function beginDrill(session: Session, task: Task): void {
  session.begin(setupOf(task, newSeed()), session.state?.taught ?? true);
  resumeDrill(session);
}

/** Goes on with the task of the game that is open. */
export function resumeDrill(session: Session): Drill | null {
  const task = taskOf(session.state?.setup.drill);
  return task && !session.exercise ? new Drill(session, task) : null;
}

function newSeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}

export class Drill implements Exercise {
  readonly shown = undefined;
  /** Who judged last, if that has been seen. */
  private judge: 'tables' | 'nobody' | null = null;
  private slip: Slip | null = null;
  private noted = false;
  private readonly unsubscribe: () => void;

  constructor(
    private readonly session: Session,
    private readonly task: Task,
    private readonly finder = new Finder(session.tables),
    private readonly note: (id: string) => void = noteSolved,
  ) {
    session.setExercise(this);
    this.unsubscribe = session.subscribe(() => this.follow());
    this.follow();
    void this.judgeResumed();
  }

  get turns(): readonly string[] {
    return (this.session.state?.turns ?? []).map(({ text }) => text);
  }

  get ply(): number {
    return this.turns.length;
  }

  message(): Message {
    const { state } = this.session;
    if (!state) return { tone: 'plain', title: '', sub: '' };
    if (isOver(state)) {
      const good = isSolved(this.task, state);
      return { tone: 'result', title: t(good ? 'drill.solved' : 'drill.failed'), sub: `${result(state).title}. ${result(state).sub}` };
    }
    if (isComputersTurn(state)) return { tone: 'thinking', title: t('msg.thinking'), sub: this.judgeWords() };
    if (this.slip) return { tone: 'notice', title: this.slipWords(this.slip), sub: t('drill.slipped.sub') };
    return { tone: 'plain', title: t(this.task.aim === 'win' ? 'drill.win' : 'drill.hold'), sub: this.judgeWords() };
  }

  actions(): readonly ExerciseAction[] {
    const { state } = this.session;
    const end: ExerciseAction = { label: t('learn.end'), kind: 'outline', act: () => this.end() };
    if (!state) return [end];
    if (isOver(state)) {
      const next = isSolved(this.task, state) ? nextTask(this.task) : undefined;
      if (next) return [end, { label: t('learn.next'), kind: 'main', act: () => this.begin(next) }];
      return [end, { label: t('learn.again'), kind: 'main', act: () => this.begin(this.task) }];
    }
    const back: ExerciseAction = { label: t('action.take-back'), kind: this.slip ? 'main' : 'outline', icon: 'back', act: () => this.takeBack() };
    return state.turns.length > 0 ? [end, back] : [end];
  }

  /** The best defence: by the tables, which judge the person's turn by the way; null where the engine must find it. */
  readonly reply = async (state: GameState): Promise<string | null> => {
    const truths = await this.look(state);
    if (this.session.state?.turns !== state.turns) return null;
    this.hear(truths && isKept(this.task, inTime(truths, state.view)), { turn: state.turns[state.turns.length - 1]?.text ?? null, at: state.turns.length });
    return truths && truths.metric !== 'values' ? bestDefence(truths, state.setup.seed + state.turns.length) : null;
  };

  /** What tables know of the position, if they do. */
  private look({ view }: GameState): Promise<Truths | null> {
    return new Promise((resolve) => {
      let known: Truths | null = null;
      const told = this.finder.find(questionOf(view), (standing) => {
        known = standing.state === 'found' ? standing.truths : null;
      });
      const late = setTimeout(() => resolve(known), TABLES_WAIT_MS);
      told.catch(() => undefined).then(() => {
        clearTimeout(late);
        resolve(known);
      });
    });
  }

  /** Told once, with the turn that answered the slip. */
  get warning(): string {
    return this.slip && this.ply === this.slip.at + 1 ? `${this.slipWords(this.slip)}. ${t('drill.slipped.sub')}` : '';
  }

  private slipWords({ turn }: Slip): string {
    const { aim } = this.task;
    if (turn === null) return t(aim === 'win' ? 'drill.gone.win' : 'drill.gone.hold');
    return t(aim === 'win' ? 'drill.slipped.win' : 'drill.slipped.hold', { turn });
  }

  /** Whether the task can still be done after a turn of the person; null: nobody knows. What one turn gave away no later
   * one does. */
  private hear(kept: boolean | null, turn: Slip): void {
    this.judge = kept === null ? 'nobody' : 'tables';
    if (kept === true) this.slip = null;
    if (kept === false) this.slip ??= turn;
  }

  /** Of a game gone on with nobody has seen the turns so far. */
  private async judgeResumed(): Promise<void> {
    const { state } = this.session;
    if (!state || state.turns.length < 2 || isOver(state) || isComputersTurn(state)) return;
    const truths = await this.look(state);
    if (!truths || this.session.exercise !== this || this.session.state?.turns !== state.turns) return;
    this.hear(isKept(this.task, OTHERS[inTime(truths, state.view)]), { turn: null, at: state.turns.length - 1 });
    this.session.setExercise(this);
  }

  /** Who defends and judges, as far as that has been seen. */
  private judgeWords(): string {
    if (this.judge) return t(this.judge === 'tables' ? 'drill.tables' : 'drill.engine');
    return this.ply === 0 ? t('drill.begin') : '';
  }

  private follow(): void {
    const { session } = this;
    const { state } = session;
    if (session.exercise !== this || state?.setup.drill !== this.task.id) {
      this.unsubscribe();
      if (session.exercise === this) session.setExercise(null);
      return;
    }
    // A turn taken back gives nothing away.
    if (this.slip && state.turns.length < this.slip.at) {
      const unseen = this.slip.turn === null;
      this.slip = null;
      if (unseen) void this.judgeResumed();
    }
    if (isOver(state) && !this.noted && isSolved(this.task, state)) {
      this.noted = true;
      this.note(this.task.id);
    }
  }

  private takeBack(): void {
    this.session.dispatch({ type: 'take-back' });
  }

  private begin(task: Task): void {
    this.leave();
    beginDrill(this.session, task);
  }

  private end(): void {
    this.leave();
    goTo(ADDRESS.drill);
  }

  private leave(): void {
    this.unsubscribe();
    if (this.session.exercise === this) this.session.setExercise(null);
  }
}

/** Whether the person has done what the task asks, in a game that is over. A draw by agreement is none that was held. */
export function isSolved({ aim, side }: Pick<Task, 'aim' | 'side'>, { view }: Pick<GameState, 'view'>): boolean {
  const { result: ended, reason } = view.outcome;
  if (reason === 'agreement') return false;
  return ended === side || (aim === 'hold' && ended === 'draw');
}

/** Whether the task can still be done, by what the position is worth to the other side. */
export function isKept({ aim }: Pick<Task, 'aim'>, theirs: TableValue): boolean {
  return aim === 'win' ? theirs === 'loss' : theirs !== 'win';
}

/** What a position is worth to the other side. */
const OTHERS: Readonly<Record<TableValue, TableValue>> = { win: 'loss', draw: 'draw', loss: 'win' };

/** What a position is worth: a capture that the quiet limit of the task forestalls decides nothing. */
export function inTime(truths: Pick<Truths, 'value' | 'distance' | 'limited'>, { quiet, quietLimit }: Pick<View, 'quiet' | 'quietLimit'>): TableValue {
  const late = truths.limited === undefined && quietLimit > 0 && quiet + (truths.distance ?? 0) > quietLimit;
  return late ? 'draw' : worth(truths);
}

/** One of the turns that are as good as the best. */
export function bestDefence({ turns }: Pick<Truths, 'turns'>, seed: number): string | null {
  const [best] = turns;
  if (!best) return null;
  const equal = turns.filter((turn) =>
    turn.value === best.value && turn.distance === best.distance && turn.limited === best.limited && turn.limitedDistance === best.limitedDistance);
  return equal[seed % equal.length]?.turn ?? best.turn;
}

/** The next one that is not solved yet. */
function nextTask(task: Task): Task | undefined {
  const solved = solvedTasks();
  const at = TASKS.indexOf(task);
  return [...TASKS.slice(at + 1), ...TASKS.slice(0, at)].find(({ id }) => !solved.has(id));
}

