/* The running game: holds the state machine, carries out what it asks for and tells the page of changes. */

import type { Engine, Job, Line, ProofSource, Report, Rules, Side, TableSource } from '../core/types';
import { CoreError } from '../core/types';
import { t } from '../i18n';
import { advance } from './game/advance';
import type { Mark, Opinion } from './game/chances';
import { opinionOf, opinionOfEnd } from './game/chances';
import type { Clock } from './game/clock';
import { clockSetup, halt, newClock, pass, run, timeLeft } from './game/clock';
import type { Entered } from './game/entry';
import { enterTurns } from './game/entry';
import type { Event } from './game/events';
import type { Message } from './game/message';
import { message, result, spoken } from './game/message';
import type { GameSetup } from './game/setup';
import { coreSetup, endless, readRules, STANDARD_RULES } from './game/setup';
import type { Effect, GameState, Sound, Word } from './game/state';
import { canAct, isComputersTurn, isOver, isTelo, openGame } from './game/state';
import { sayTurn, velaPhase } from './game/words';
import { Bookshelf, type Fetch } from './explorer/bookshelf';
import type { Standing as PromiseStanding } from './perfect/keeper';
import type { Standing } from './truth/finder';
import type { GameStore, SavedGame } from './store/saved';
import type { IconName } from './ui/Icon';

export interface Services {
  readonly rules: Rules;
  /** The search; made when it is first needed. */
  readonly engine: () => Engine;
  /** The endgame tables that travel with the page. */
  readonly tables?: () => TableSource;
  /** And what is proved. */
  readonly proofs?: () => ProofSource;
  /** Brings what plays by it, when that is first wanted. */
  readonly perfection?: (session: Session) => Promise<Perfection>;
  /** Brings the book of openings when it is first wanted. */
  readonly fetchBook?: Fetch;
  readonly store: GameStore;
  /** Reads a sentence to a screen reader. */
  readonly say: (text: string) => void;
  readonly sound: (sound: Sound) => void;
  readonly taught: () => void;
  /** Whether the engine's opinion is wanted beside the board. */
  readonly evaluates: () => boolean;
  /** Whether the engine's best lines are wanted in an analysis. */
  readonly analyses: () => boolean;
  /** Waits; the tests do not. */
  readonly pause: (ms: number) => Promise<void>;
  /** Milliseconds from any fixed moment. */
  readonly now: () => number;
}

/** What the engine thinks of the position before turn `ply`. */
export interface Evaluation extends Opinion {
  readonly ply: number;
}

/** The engine's best lines before turn `ply`; scores are those of `side`, who is to move. */
export interface Lines {
  readonly ply: number;
  readonly side: Side;
  readonly depth: number;
  readonly lines: readonly Line[];
}

/** What a look at the whole game has found, of the game that is open. */
export interface Reviewed {
  /** Of the position before turn `ply`. */
  opinion(ply: number): Opinion | null;
  /** The turn to make there. */
  best(ply: number): string | null;
  /** Of the turn made there. */
  mark(ply: number): Mark | null;
}

/** What endgame tables know of the position on the board, and whether that is to be shown. */
export interface TruthNow {
  readonly standing: Standing;
  readonly on: boolean;
  readonly switchTo: (on: boolean) => void;
}

/** A button of an exercise. */
export interface ExerciseAction {
  readonly label: string;
  readonly icon?: IconName;
  readonly kind: 'outline' | 'main';
  readonly act: () => void;
}

/** Something to be tried out on the board of an analysis, or a task to be played out. An analysis is kept as it was before;
 * the engine does not help. */
export interface Exercise {
  /** The game as it is to be kept. */
  readonly turns: readonly string[];
  readonly ply: number;
  message(): Message;
  actions(): readonly ExerciseAction[];
  /** Said with a turn, if there is something to say. */
  readonly warning?: string;
  /** The turn to be shown on the board. */
  readonly shown: string | undefined;
  /** The computer's turn in a task; null: as its level plays. */
  readonly reply?: (state: GameState) => Promise<string | null>;
}

/** Plays by what is proved. */
export interface Perfection {
  /** The turn that keeps the computer's promise; null: as the level plays. */
  reply(state: GameState): Promise<string | null>;
}

/** No tables are built of more. */
export const TABLE_STONES = 12;

const LINES = 3;
/** Longer thinking would only empty a battery. */
const LINES_BUDGET_MS = 20_000;

/** A hint and the answer to a draw are worth a second of a phone. */
const HINT_NODES = 400_000;
const HINT_BUDGET_MS = 1500;
const EVALUATION_NODES = 200_000;
/** An answer that comes at once looks like none was thought of. */
const THINK_AT_LEAST_MS = 450;

export class Session {
  private current: GameState | null = null;
  private readonly listeners = new Set<() => void>();
  /** Another tab has gone on with the game; this one shows and keeps nothing until told what to do. */
  elsewhere = false;
  /** The store took nothing: the game will not survive a reload. */
  unkept = false;
  evaluation: Evaluation | null = null;
  lines: Lines | null = null;
  /** Where the game was looked at as a whole. */
  reviewed: Reviewed | null = null;
  /** Where somebody asks the tables. */
  truth: TruthNow | null = null;
  /** How the computer's promise stands, in a game in which it is wanted. */
  standing: PromiseStanding | null = null;
  /** Asks those that travel with the page. */
  readonly tables: TableSource = {
    truths: (setup) => this.services.tables?.().truths(setup) ?? Promise.resolve(null),
  };
  readonly proofs: ProofSource = {
    promises: (setup) => this.services.proofs?.().promises(setup) ?? Promise.resolve(null),
  };
  private trying: Exercise | null = null;
  /** The machine is needed for more than this position. */
  private resting = false;
  /** The turns that led to the position the engine is at work on. */
  private analysed: GameState['turns'] | null = null;
  clock: Clock | null = null;
  readonly books: Bookshelf;
  private alarm: ReturnType<typeof setTimeout> | undefined;
  private evaluating = -1;

  constructor(private readonly services: Services) {
    this.books = new Bookshelf(services.fetchBook ?? (() => Promise.reject(new Error('there is no book'))));
  }

  get state(): GameState | null {
    return this.current;
  }

  get rules(): Rules {
    return this.services.rules;
  }

  /** The turn the engine thinks best in an analysis, while it is about the position on the board. */
  get bestTurn(): string | undefined {
    if (this.trying) return this.trying.shown;
    const ply = this.current?.turns.length;
    if (ply === undefined) return undefined;
    if (this.lines?.ply === ply) return this.lines.lines[0]?.turns[0];
    return this.services.analyses() ? (this.reviewed?.best(ply) ?? undefined) : undefined;
  }

  /** What is known of the position on the board: of an analysis, or of a game in which that is wanted. */
  get opinion(): Opinion | null {
    const state = this.current;
    if (!state) return null;
    if (state.setup.mode !== 'analysis') {
      if (isOver(state)) return opinionOfEnd(state.view.outcome);
      return this.evaluation?.ply === state.turns.length ? this.evaluation : null;
    }
    if (isOver(state)) return opinionOfEnd(state.view.outcome);
    const line = this.lines?.ply === state.turns.length ? this.lines.lines[0] : undefined;
    return line ? opinionOf(line, state.view.side) : (this.reviewed?.opinion(state.turns.length) ?? null);
  }

  get exercise(): Exercise | null {
    return this.trying;
  }

  /** Puts the game of an analysis back on the board, before turn `ply`. Throws CoreError. */
  putBack(turns: readonly string[], ply: number): void {
    if (!this.current) return;
    this.stopEngine();
    this.current = openGame(this.rules, this.current.setup, this.current.taught, { turns, ply, draft: '', word: null });
    this.lines = null;
    this.save();
    this.tell();
    this.consider();
  }

  /** Begins an exercise, changes it or, with null, ends it. */
  setExercise(exercise: Exercise | null): void {
    this.trying = exercise;
    this.save();
    this.tell();
    this.consider();
  }

  /** Whether it is worth asking the tables, and fair: not in a game against the clock of another person. */
  get mayAskTables(): boolean {
    const state = this.current;
    if (!state || this.elsewhere || isTelo(state.view) || state.view.giver !== null || state.setup.drill !== undefined) return false;
    if (state.setup.mode === 'friend' && state.setup.clock !== 'none') return false;
    return state.view.stones.filter((stone) => stone !== 0).length <= TABLE_STONES;
  }

  setTruth(truth: TruthNow): void {
    this.truth = truth;
    this.tell();
  }

  setStanding(standing: PromiseStanding): void {
    this.standing = standing;
    this.tell();
  }

  /** Whether the computer is to play by what is proved, from its next turn on. */
  setPerfect(on: boolean): void {
    if (!this.current) return;
    const { perfect: _, ...setup } = this.current.setup;
    this.current = { ...this.current, setup: on ? { ...setup, perfect: true } : setup };
    this.standing = null;
    this.save();
    this.tell();
  }

  say(text: string): void {
    this.services.say(text);
  }

  setReviewed(reviewed: Reviewed | null): void {
    this.reviewed = reviewed;
    this.tell();
  }

  /** While `on` no lines are looked for: another search needs the machine. */
  rest(on: boolean): void {
    this.resting = on;
    this.consider();
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /**
   * Begins a new game, with `turns` (canonical) already made; it takes the place of the kept one. An analysis
   * opens before turn `ply`. Throws CoreError if the set-up or a turn is not legal; the game before then stays.
   */
  begin(setup: GameSetup, taught: boolean, turns: readonly string[] = [], ply = turns.length, word: Word | null = null): void {
    if (setup.mode !== 'analysis' && endless(readRules(setup.rules) ?? STANDARD_RULES)) {
      throw new CoreError('with both draws off a game may never end: such rules are for analysis only (R8)');
    }
    const opened = openGame(this.rules, setup, taught, { turns, ply, draft: '', word });
    this.stopEngine();
    this.services.store.claim();
    this.elsewhere = false;
    this.current = opened;
    this.forget();
    const clock = clockSetup(setup.clock);
    this.setClock(clock && newClock(clock));
    this.save();
    this.dispatch({ type: 'wake' });
    this.tell();
    const phase = velaPhase(opened.view);
    if (phase !== '') this.services.say(`${t('vela.title')}. ${phase}`);
  }

  /** Goes on with a kept game. Throws CoreError if its turns are no game. */
  resume(game: SavedGame, taught: boolean): void {
    this.stopEngine();
    this.elsewhere = false;
    this.current = openGame(this.rules, game.setup, taught, game);
    this.forget();
    this.setClock(game.clock);
    this.startClock();
    this.dispatch({ type: 'wake' });
  }

  /** What the engine thought of another game. */
  private forget(): void {
    this.evaluation = null;
    this.lines = null;
    this.analysed = null;
    this.reviewed = null;
    this.trying = null;
    this.standing = null;
  }

  dispatch(event: Event): void {
    if (!this.current || this.elsewhere) return;
    const before = this.current;
    const { state, effects } = advance(before, event, this.rules);
    const changed = state !== before;
    this.current = state;
    this.keepTime(before, state);
    effects.forEach((effect) => this.perform(effect, state));
    if (changed) this.tell();
    this.consider();
  }

  /** Lets the engine form the opinion that is wanted of the position now. */
  consider(): void {
    if (this.current?.setup.mode === 'analysis') void this.analyse();
    else void this.evaluate();
  }

  /** Plays the turns somebody has typed or pasted, as far as they are legal. */
  enter(text: string): Entered {
    if (this.current?.animating != null) this.dispatch({ type: 'animation-end', id: this.current.animating });
    return enterTurns(text, {
      read: (turn) => this.rules.read(turn),
      mayMove: () => this.current !== null && canAct(this.current),
      play: (turn, many) => this.dispatch({ type: 'typed', text: turn, many }),
      done: () => this.dispatch({ type: 'written' }),
    });
  }

  /** Call when the store says that another tab has written. */
  noticeStore(): void {
    if (!this.current || this.elsewhere || !this.services.store.movedOn()) return;
    this.goElsewhere();
  }

  private goElsewhere(): void {
    this.elsewhere = true;
    this.stopEngine();
    if (this.clock) this.setClock(halt(this.clock, this.now()));
    this.tell();
  }

  /** Play on here; the other tab will notice in its turn. */
  claim(): void {
    this.services.store.claim();
    this.elsewhere = false;
    this.startClock();
    this.save();
    this.dispatch({ type: 'wake' });
    this.tell();
  }

  now(): number {
    return this.services.now();
  }

  /** The page goes out of sight and may not come back. */
  leave(): void {
    if (this.clock?.running && !this.elsewhere) this.save();
  }

  /** Passes the clock on with every turn, and stops it with the game. */
  private keepTime(before: GameState, state: GameState): void {
    const setup = clockSetup(state.setup.clock);
    if (!this.clock || !setup || before.view === state.view) return;
    if (isOver(state)) this.setClock(halt(this.clock, this.now()));
    else if (state.turns.length === before.turns.length + 1) this.setClock(pass(this.clock, setup, before.view.side, this.now()));
    else this.startClock();
  }

  /** Lets the time of the side to move run, once the first turn has been made. */
  private startClock(): void {
    const state = this.current;
    if (!state || !this.clock) return;
    const runs = !isOver(state) && state.turns.length > 0;
    this.setClock(runs ? run(this.clock, state.view.side, this.now()) : halt(this.clock, this.now()));
  }

  private setClock(clock: Clock | null): void {
    this.clock = clock;
    clearTimeout(this.alarm);
    const loser = clock?.running;
    if (!clock || !loser) return;
    this.alarm = setTimeout(() => this.ring(loser), timeLeft(clock, loser, this.now()));
  }

  /** A timer may come early. */
  private ring(loser: Side): void {
    if (this.clock?.running !== loser) return;
    if (timeLeft(this.clock, loser, this.now()) > 0) this.setClock(this.clock);
    else this.dispatch({ type: 'time', loser });
  }

  private tell(): void {
    this.listeners.forEach((listener) => listener());
  }

  private perform(effect: Effect, state: GameState): void {
    switch (effect.type) {
      case 'think':
        void this.think(state, effect.request);
        return;
      case 'hint':
        void this.hint(state, effect.request);
        return;
      case 'judge':
        void this.judge(state, effect.request);
        return;
      case 'stop-engine':
        this.stopEngine();
        return;
      case 'save':
        this.save();
        return;
      case 'sound':
        this.services.sound(effect.sound);
        return;
      case 'say-turn':
        this.services.say(isOver(state) ? `${this.turnWords(effect, state)}. ${resultWords(state)}` : this.turnWords(effect, state));
        return;
      case 'say-state': {
        this.services.say(spoken(message(state)));
        return;
      }
      case 'taught':
        this.services.taught();
        return;
    }
  }

  private turnWords(effect: Effect & { type: 'say-turn' }, state: GameState): string {
    const words = [sayTurn(effect.turn, state.view), this.trying?.warning ?? ''].filter((part) => part !== '').join('. ');
    if (!effect.velaOver) return words;
    return `${words}. ${t(effect.velaOver === 'white' ? 'vela.over.white' : 'vela.over.black')}`;
  }

  private engineUsed = false;

  private stopEngine(): void {
    this.analysed = null;
    if (this.engineUsed) this.services.engine().stop();
  }

  private job(state: GameState): Pick<Job, 'setup' | 'turns'> {
    return {
      setup: coreSetup(state.setup),
      turns: state.turns.map((turn) => turn.text),
    };
  }

  search(job: Job, onReport?: (report: Report) => void): ReturnType<Engine['search']> {
    this.engineUsed = true;
    return this.services.engine().search(job, onReport);
  }

  /** From the book where the level has read it, else thought out. */
  private async reply(state: GameState, level: number, seed: number): Promise<string> {
    const job = this.job(state);
    const told = this.trying?.reply ? await this.trying.reply(state) : state.setup.perfect ? await this.keep(state) : null;
    if (this.current?.request !== state.request) throw new DOMException('nobody waits for it any more', 'AbortError');
    if (told !== null) return told;
    const known = this.books.consults(job.setup, job.turns, level) ? await this.books.reply(job.setup, job.turns, level, seed) : null;
    return known ?? (await this.search({ ...job, level, seed })).turn;
  }

  /** A turn that keeps the promise; null where that cannot be had. */
  private async keep(state: GameState): Promise<string | null> {
    const player = await this.services.perfection?.(this).catch(() => null);
    return player ? player.reply(state) : null;
  }

  private async think(state: GameState, request: number): Promise<void> {
    const { level, seed } = state.setup;
    try {
      const [turn] = await Promise.all([this.reply(state, level, seed + state.turns.length), this.services.pause(THINK_AT_LEAST_MS)]);
      this.dispatch({ type: 'answer', request, turn });
    } catch (error) {
      this.failed(error, request);
    }
  }

  /** While nobody else needs the engine. Its answer counts only for the position it was asked about. */
  async evaluate(): Promise<void> {
    const state = this.current;
    if (!state || this.elsewhere || !this.services.evaluates() || state.setup.drill !== undefined) return;
    const ply = state.turns.length;
    if (isOver(state) || isComputersTurn(state) || state.asking !== null || this.evaluating === ply || this.evaluation?.ply === ply) return;
    this.evaluating = ply;
    try {
      const answer = await this.search({ ...this.job(state), nodes: EVALUATION_NODES, budgetMs: HINT_BUDGET_MS });
      const line = answer.lines[0];
      if (!line || answer.stopped || this.current?.turns !== state.turns) return;
      this.evaluation = { ply, ...opinionOf(line, state.view.side) };
      this.tell();
    } catch {
      // Another job took its place, or there is no engine: then there is no opinion.
    } finally {
      if (this.evaluating === ply) this.evaluating = -1;
    }
  }

  /** The best lines of an analysis, told with every depth while they are wanted. */
  private async analyse(): Promise<void> {
    const state = this.current;
    if (!state || this.elsewhere) return;
    const wanted = this.services.analyses() && !isOver(state) && !this.resting && !this.trying;
    if (this.analysed === (wanted ? state.turns : null)) return;
    if (this.analysed !== null) this.stopEngine();
    this.analysed = wanted ? state.turns : null;
    this.lines = null;
    if (!wanted) {
      this.tell();
      return;
    }
    const follow = (report: Report): void => {
      if (this.analysed !== state.turns) return;
      this.lines = { ply: state.turns.length, side: state.view.side, depth: report.depth, lines: report.lines };
      this.tell();
    };
    try {
      follow(await this.search({ ...this.job(state), lines: LINES, budgetMs: LINES_BUDGET_MS }, follow));
    } catch {
      // The next position has taken its place, or there is no engine: then there are no lines.
    }
  }

  private async hint(state: GameState, request: number): Promise<void> {
    try {
      const answer = await this.search({ ...this.job(state), nodes: HINT_NODES, budgetMs: HINT_BUDGET_MS });
      const line = answer.lines[0] ?? { score: 0, chance: 500, turns: [answer.turn] };
      this.dispatch({ type: 'hint-answer', request, line });
    } catch (error) {
      this.failed(error, request);
    }
  }

  /** The computer takes a draw when it does not think itself better. */
  private async judge(state: GameState, request: number): Promise<void> {
    try {
      const answer = await this.search({ ...this.job(state), nodes: HINT_NODES, budgetMs: HINT_BUDGET_MS });
      // The score is the offering side's.
      const accepts = (answer.lines[0]?.score ?? 0) >= 0;
      this.dispatch({ type: 'draw-answer', request, accepts });
    } catch (error) {
      this.failed(error, request);
    }
  }

  private failed(error: unknown, request: number): void {
    if ((error as { name?: unknown } | null)?.name === 'AbortError') return;
    this.dispatch({ type: 'engine-failed', request });
  }

  private save(): void {
    const state = this.current;
    if (!state) return;
    const kept = this.services.store.save({
      setup: state.setup,
      turns: this.trying?.turns ?? [...state.turns, ...state.later].map((turn) => turn.text),
      ply: this.trying?.ply ?? state.turns.length,
      draft: this.trying && state.setup.mode === 'analysis' ? '' : state.draft.text,
      word: state.word,
      over: isOver(state),
      clock: this.clock && halt(this.clock, this.now()),
    });
    this.unkept = kept === 'full';
    if (kept === 'elsewhere') {
      this.goElsewhere();
    }
  }
}

function resultWords(state: GameState): string {
  const { title, sub } = result(state);
  return t('say.result', { result: title, reason: sub });
}
