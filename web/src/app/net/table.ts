/* A game over the net on this screen: its events make the game, the state machine of the board shows it, and one's
 * own turns go out. What is on the board may be ahead of the events by one turn, one's own; never by anything else. */

import type { Rules, Side, Turn } from '../../core/types';
import { CoreError } from '../../core/types';
import { t } from '../../i18n';
import type { Watcher } from '../../net/client';
import { NetRefused } from '../../net/client';
import type { NetGame, Said } from '../../net/fold';
import { foldEvents, FoldError } from '../../net/fold';
import type { Command, Event as NetEvent } from '../../net/protocol';
import type { Trouble } from '../../net/rest';
import { advance, endByWord } from '../game/advance';
import type { Entered } from '../game/entry';
import { enterTurns } from '../game/entry';
import type { Event } from '../game/events';
import { play } from '../game/play';
import { stepsText } from '../game/points';
import type { GameSetup } from '../game/setup';
import type { Effect, GameState, Sound } from '../game/state';
import { canAct, isOver, openGame } from '../game/state';
import { sayTurn, velaPhase } from '../game/words';
import type { Drafts } from './drafts';
import { Plan, playable } from './plan';
import { setupFor, wordFor } from './setup';
import type { ViewServices } from './view';
import { NetView } from './view';

/** One's own turn that the events do not tell yet. */
interface Mine {
  readonly ply: number;
  readonly text: string;
  /** Under way or waiting for the connection; else it waits to be confirmed. */
  readonly sent: boolean;
}

export interface TableServices extends ViewServices {
  /** Of the game, and of turns planned ahead. */
  readonly rules: Rules;
  readonly planRules: Rules;
  readonly drafts: Drafts;
  readonly say: (text: string) => void;
  /** The words that stand on the screen, for a screen reader. */
  readonly words: () => string;
  readonly sound: (sound: Sound) => void;
  readonly settings: () => { readonly confirmTurn: boolean; readonly premove: boolean; readonly taught: boolean; readonly turnNotice: boolean; readonly phrases: boolean };
  readonly taught: () => void;
  readonly hidden: () => boolean;
  readonly later: (ms: number, then: () => void) => () => void;
}

export class NetTable extends NetView {
  state: GameState | null = null;
  plan: Plan | null = null;
  /** What was said a moment ago. */
  heard: Said | null = null;
  /** For the parts of the screen that a running game against the computer has more of. */
  readonly reviewed = null;
  readonly opinion = null;
  /** The next game of the two, agreed on while one sat here. */
  onward: string | null = null;
  private mine: Mine | null = null;
  /** A plan that was not whole yet, to go on with as one's turn. */
  private carried = '';
  /** All that has happened is known: what was begun can be gone on with. */
  private known = false;
  private restored = false;
  private cancelHeard: () => void = () => undefined;

  constructor(
    id: string,
    private readonly services: TableServices,
  ) {
    super(id, services);
    const watcher: Watcher = {
      next: () => this.game?.number ?? 0,
      events: (events) => this.hear(events),
      presence: (presence) => this.takePresence(presence),
      caughtUp: () => {
        this.known = true;
        this.sync();
        this.tell();
      },
      again: () => {
        this.game = null;
        this.known = false;
      },
      refused: (why) => this.takeFault(why),
    };
    this.onClose(services.client.watch(id, watcher));
    this.onClose(services.client.subscribe(() => {
      this.sync();
      this.tell();
    }));
    this.onClose(() => this.cancelHeard());
  }

  get rules(): Rules {
    return this.services.rules;
  }

  get planRules(): Rules {
    return this.services.planRules;
  }

  protected firstSide(): Side | null {
    return this.state && this.rules.view(0).side;
  }

  get myTurn(): boolean {
    return this.seat !== null && this.toMove === this.seat && this.mine === null;
  }

  /** One's own turn stands on the board and waits to be confirmed. */
  get unconfirmed(): boolean {
    return this.mine !== null && !this.mine.sent;
  }

  /** One's own turn has not been stored yet. */
  get sending(): boolean {
    return this.mine !== null && this.mine.sent;
  }

  /** The state the board is drawn of: the plan while one is made, else the game. */
  get shown(): { readonly state: GameState; readonly rules: Rules } | null {
    if (!this.state) return null;
    return this.plan?.making && this.state.browse === null
      ? { state: this.plan.state, rules: this.planRules }
      : { state: this.state, rules: this.rules };
  }

  // --- what happens to it -------------------------------------------------------------------------------------

  private hear(events: readonly NetEvent[]): void {
    const before = this.game;
    try {
      this.game = foldEvents(before, events);
      this.sync();
    } catch (error) {
      // A server of another kind, or a turn this page's rules do not allow: nothing of it is believed.
      if (!(error instanceof FoldError) && !(error instanceof CoreError)) throw error;
      this.notice = { kind: 'damaged' };
    }
    if (this.known && this.seat && !before?.next) this.onward = this.game?.next ?? null;
    if (before && this.game?.said && this.game.said.n !== before.said?.n) this.hearPhrase(this.game.said);
    this.announce(events, before);
    this.tell();
  }

  private hearPhrase(said: Said): void {
    if (!this.services.settings().phrases) return;
    this.heard = said;
    this.cancelHeard();
    this.cancelHeard = this.services.later(SAID_MS, () => {
      this.heard = null;
      this.tell();
    });
  }

  /** What a screen reader is told besides turns, and the sound that calls somebody back. */
  private announce(events: readonly NetEvent[], before: NetGame | null): void {
    const seat = this.seat;
    const live = before !== null && events.length <= 4;
    if (!live) return;
    for (const event of events) {
      const others = 'side' in event && event.side !== seat;
      if (others && ASKS.has(event.kind)) this.makeWay();
      if (TOLD.has(event.kind) && (others || event.kind === 'takeback')) this.services.say(this.services.words());
      if (event.kind === 'join') this.services.say(this.services.words());
    }
    const mine = events.some((event) => (event.kind === 'turn' || event.kind === 'join') && event.side !== seat) && this.myTurn;
    if (mine && this.services.hidden() && this.services.settings().turnNotice) this.services.sound('turn');
  }

  /** A refusal of before does not stand in the way of a question. */
  private makeWay(): void {
    if (this.state?.refused) this.state = { ...this.state, refused: null };
    if (this.plan?.state.refused) this.plan = this.newPlan();
  }

  /** Brings the board to what the events tell, turn by turn where somebody can watch. */
  private sync(): void {
    const { game } = this;
    if (!game) return;
    const setup = setupFor(game, this.seat);
    if (!this.state) {
      this.reopen(setup, this.wanted());
      this.restore();
      return;
    }
    if (setup.watches !== this.state.setup.watches || setup.human !== this.state.setup.human) this.state = { ...this.state, setup };
    if (!this.restored) this.restore();
    this.forgetMine(game);
    const wanted = this.wanted();
    const { turns } = this.state;
    if (turns.length > wanted.length || turns.some((turn, index) => turn.text !== wanted[index])) {
      this.plan = null;
      this.carried = '';
      this.reopen(setup, wanted);
      this.settle();
      return;
    }
    const missing = wanted.slice(turns.length);
    if (!this.known && missing.length > 0) {
      this.reopen(setup, wanted);
    } else if (missing.length > 2) {
      this.reopen(setup, wanted.slice(0, -1));
      this.playOne(wanted[wanted.length - 1]!);
    } else if (missing[0] !== undefined && this.state.animating === null) {
      this.playOne(missing[0]);
      if (this.state.animating === null) this.sync();
    }
    this.settle();
  }

  /** The turns that are to stand on the board. */
  private wanted(): readonly string[] {
    const texts = (this.game?.turns ?? []).map((turn) => turn.text);
    return this.mine && this.mine.ply === texts.length ? [...texts, this.mine.text] : texts;
  }

  /** The events tell it now, or tell something else. */
  private forgetMine(game: NetGame): void {
    if (!this.mine || (this.mine.ply === game.turns.length && !game.end)) return;
    this.mine = null;
    this.keep();
  }

  private reopen(setup: GameSetup, turns: readonly string[], draft = ''): void {
    const before = this.state;
    const opened = openGame(this.rules, setup, this.services.settings().taught, { turns, ply: turns.length, draft, word: null });
    // The board plays an animation once; a number that it knows plays nothing.
    this.state = before ? { ...opened, animation: before.animation } : opened;
  }

  private playOne(text: string): void {
    const before = this.state;
    if (!before) return;
    const { state, effects } = play(before, text, this.rules, 'whole');
    this.state = state;
    const turn = state.turns[state.turns.length - 1];
    if (turn && turn.side !== this.seat) this.usePlan();
    this.perform(effects);
  }

  /** The board shows all there is: an end, a turn of one's own, a board to plan on. */
  private settle(): void {
    const { game, state } = this;
    if (!game || !state || state.animating !== null || state.turns.length !== this.wanted().length) return;
    const word = wordFor(game);
    if (word && !isOver(state)) {
      const ended = endByWord(state, word, this.rules);
      this.state = ended.state;
      this.perform(ended.effects);
    }
    if (this.carried !== '' && canAct(state)) {
      try {
        this.state = { ...state, draft: this.rules.draft(this.carried) };
      } catch {
        this.notice = { kind: 'plan-dropped' };
      }
      this.carried = '';
      this.keep();
    }
    this.plan = this.playing ? (this.plan ?? this.newPlan()) : null;
  }

  /** Something to plan on, while the other side is to move. */
  private newPlan(text = ''): Plan | null {
    const { state, seat } = this;
    const may = state && seat && this.playing && !this.unconfirmed && this.services.settings().premove;
    return may && !isOver(state) && state.view.side !== seat ? Plan.on(state, seat, this.planRules, text) : null;
  }

  /** The other side has moved: what was planned is played, gone on with, or dropped. */
  private usePlan(): void {
    const { plan, seat, game } = this;
    this.plan = null;
    if (!plan || !game || !seat || this.state?.view.side !== seat || isOver(this.state)) return;
    if (plan.turn) {
      const turn = playable(plan.turn, this.rules);
      if (turn) {
        this.send({ ply: this.state.turns.length, text: turn.text, sent: true });
        return;
      }
      this.notice = { kind: 'plan-dropped' };
      this.services.say(this.services.words());
      return;
    }
    this.carried = plan.state.draft.text;
  }

  // --- what somebody does -------------------------------------------------------------------------------------

  dispatch(event: Event): void {
    const before = this.state;
    if (!before) return;
    // What comes of itself is no answer to what was said.
    if (event.type !== 'animation-end') this.notice = this.heard = null;
    if (event.type === 'take-back') {
      this.askBack();
      return;
    }
    if (NOT_HERE.has(event.type)) return;
    if (this.goesToPlan(event) && this.plan) {
      this.perform(this.plan.dispatch(event));
      if (this.plan.turn) this.services.say(this.services.words());
      this.keep();
      this.tell();
      return;
    }
    if (this.unconfirmed && (event.type === 'stop' || event.type === 'step-back' || event.type === 'turn-back')) {
      if (event.type === 'stop') this.confirm();
      else this.unmake(event.type === 'turn-back');
      return;
    }
    const { state, effects } = advance(before, event, this.rules);
    this.state = state;
    const made = state.turns.length === before.turns.length + 1 ? state.turns[before.turns.length] : undefined;
    if (made) this.made(before.turns.length, made);
    this.perform(effects);
    this.sync();
    this.tell();
  }

  /** While the other side thinks, the board is there to plan on. */
  private goesToPlan(event: Event): boolean {
    const { plan, state } = this;
    if (!plan || !state || state.browse !== null || state.replaying || canAct(state)) return false;
    if (event.type === 'turn-back' || event.type === 'step-back') {
      if (plan.turn) {
        this.plan = this.newPlan();
        this.keep();
        this.services.say(this.services.words());
      }
      return true;
    }
    return PLANNED.has(event.type);
  }

  /** Drops the planned turn. */
  unplan(): void {
    this.plan = this.newPlan();
    this.keep();
    this.tell();
  }

  private made(ply: number, turn: Turn): void {
    const mine = { ply, text: turn.text, sent: !this.services.settings().confirmTurn };
    if (mine.sent) this.send(mine);
    else {
      this.mine = mine;
      this.keep();
    }
  }

  confirm(): void {
    if (this.mine && !this.mine.sent) this.send({ ...this.mine, sent: true });
    this.sync();
    this.tell();
  }

  /** The turn back from the board, its last step or all of it. */
  unmake(whole: boolean): void {
    const { mine, state, game } = this;
    if (!mine || mine.sent || !state || !game) return;
    const steps = state.turns[mine.ply]?.steps ?? [];
    this.mine = null;
    this.reopen(state.setup, this.wanted(), whole ? '' : stepsText(steps.slice(0, -1), state.view.files));
    this.plan = null;
    this.keep();
    this.services.say(this.services.words());
    this.tell();
  }

  private send(mine: Mine): void {
    this.mine = mine;
    this.keep();
    const { ply, text } = mine;
    this.services.client.command({ do: 'turn', game: this.id, ply, turn: text }, this.seat).catch((error: unknown) => {
      if (!(error instanceof NetRefused)) throw error;
      if (this.mine?.ply === ply && this.mine.text === text) this.mine = null;
      // That the game has gone on is seen on the board.
      this.refused(error.why);
    });
  }

  protected refused(why: Pick<Trouble, 'reason'>, what?: Command['do']): void {
    this.notice = { kind: 'refused', why, what };
    this.keep();
    this.sync();
    this.services.say(this.services.words());
    this.tell();
  }

  askBack(): void {
    if (this.unconfirmed) this.unmake(true);
    else if (this.mayAskBack) this.say('takeback');
  }

  /** Plays the turns somebody has typed, as far as they are legal. */
  enter(text: string): Entered {
    const { state } = this;
    if (state?.animating != null) this.dispatch({ type: 'animation-end', id: state.animating });
    return enterTurns(text, {
      read: (turn) => this.rules.read(turn),
      mayMove: () => this.state !== null && canAct(this.state),
      play: (turn) => this.dispatch({ type: 'typed', text: turn }),
      done: () => undefined,
    });
  }

  // --- what lasts ---------------------------------------------------------------------------------------------

  /** Keeps what was begun, for the case that the page goes. */
  private keep(): void {
    const { game, state, mine, plan, seat } = this;
    if (!game || !state || !seat) return;
    const ply = game.turns.length;
    const begun = mine ? { ply: mine.ply, draft: mine.text, made: mine.sent, plan: '' }
      : { ply, draft: state.draft.text, made: false, plan: plan?.turn?.text ?? '' };
    this.services.drafts.write(this.id, game.end ? null : begun);
  }

  /** What was begun before the page was loaded; only once it is known who one is. */
  private restore(): void {
    const { game, state, seat } = this;
    if (!game || !state || !seat || !this.playing || !this.known) return;
    this.restored = true;
    const begun = this.services.drafts.read(this.id);
    if (!begun || begun.ply !== game.turns.length) {
      if (begun) this.services.drafts.write(this.id, null);
      this.settle();
      return;
    }
    if (canAct(state) && begun.draft !== '') this.restoreDraft(begun.draft, begun.made);
    else this.plan = this.newPlan(begun.plan);
    this.settle();
  }

  private restoreDraft(text: string, made: boolean): void {
    const { state, game } = this;
    if (!state || !game) return;
    try {
      const draft = this.rules.draft(text);
      if (made) this.send({ ply: game.turns.length, text, sent: true });
      else if (draft.complete) this.mine = { ply: game.turns.length, text, sent: false };
      else this.state = { ...state, draft };
      if (this.mine) this.reopen(state.setup, this.wanted());
    } catch {
      this.notice = { kind: 'draft-lost' };
    }
  }

  private perform(effects: readonly Effect[]): void {
    for (const effect of effects) {
      switch (effect.type) {
        case 'save':
          this.keep();
          break;
        case 'sound':
          this.services.sound(effect.sound);
          break;
        case 'say-turn':
          this.services.say(this.turnWords(effect));
          break;
        case 'say-state':
          this.services.say(this.services.words());
          break;
        case 'taught':
          this.services.taught();
          break;
        default:
          break;
      }
    }
  }

  private turnWords({ turn, velaOver }: Effect & { type: 'say-turn' }): string {
    const { state } = this;
    if (!state) return '';
    const parts = [sayTurn(turn, state.view)];
    if (velaOver) parts.push(t(velaOver === 'white' ? 'vela.over.white' : 'vela.over.black'));
    else if (state.turns.length === 0) parts.push(velaPhase(state.view));
    // Whose turn it is now, or how it ended.
    parts.push(this.services.words());
    return parts.filter((part) => part !== '').join('. ');
  }

}

/** A phrase stays on the screen for so long. */
const SAID_MS = 8000;

/** Of the other side, read to those who do not see the screen. */
const TOLD: ReadonlySet<NetEvent['kind']> = new Set([
  'draw-offer', 'draw-decline', 'takeback-ask', 'takeback-decline', 'takeback', 'phrase', 'rematch-offer', 'rematch-decline', 'outage',
]);

const ASKS: ReadonlySet<NetEvent['kind']> = new Set(['draw-offer', 'takeback-ask', 'rematch-offer']);

/** Made with the board alone; over the net they are asked of the server. */
const NOT_HERE: ReadonlySet<Event['type']> = new Set(['resign', 'time', 'offer-draw', 'agree-draw', 'hint', 'wake']);

const PLANNED: ReadonlySet<Event['type']> = new Set(['point', 'group', 'drag', 'stop', 'peek', 'animation-end', 'typed']);
