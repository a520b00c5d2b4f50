/* Lets the engine look at every position of a game: one task after the other, until nothing is left or it is
 * told to stop. What is known stays known. */

import type { Engine, Setup } from '../../core/types';
import type { Opinion } from '../game/chances';
import { opinionOf } from '../game/chances';
import { otherSide } from '../game/setup';
import type { Known, Made, Plies, Task } from './marks';
import { nextTask } from './marks';

/** As much as a second of a phone; a quick machine takes a fraction of it. */
const NODES = 250_000;
const BUDGET_MS = 1500;

/** A game to be looked at. */
export interface Subject {
  readonly setup: Setup;
  readonly made: readonly Made[];
  /** What it came to, if it is over after its last turn. */
  readonly end: Opinion | null;
}

export type Standing = 'open' | 'running' | 'done' | 'failed';

export class Reviewer {
  plies: (Known | null)[];
  standing: Standing = 'open';
  private engine: Engine | null = null;
  private runs = 0;

  constructor(
    readonly subject: Subject,
    plies: Plies,
    private readonly startEngine: () => Engine,
    private readonly changed: () => void,
  ) {
    this.plies = [...plies];
    const last = this.plies.length - 1;
    if (subject.end) this.plies[last] = { ...subject.end, best: null };
    if (!nextTask(this.plies, subject.made)) this.standing = 'done';
  }

  /** Positions that are known. */
  get done(): number {
    return this.plies.filter((known) => known !== null).length;
  }

  async start(): Promise<void> {
    if (this.standing === 'running') return;
    const run = ++this.runs;
    this.standing = 'running';
    this.changed();
    const { made } = this.subject;
    let ended: Standing = 'done';
    try {
      for (let task = nextTask(this.plies, made); task; task = nextTask(this.plies, made)) {
        const known = await this.perform(task);
        if (run !== this.runs) return;
        this.plies[task.ply] = known;
        this.changed();
      }
    } catch {
      ended = 'failed';
    }
    if (run !== this.runs) return;
    this.standing = ended;
    this.leave();
    this.changed();
  }

  stop(): void {
    this.runs += 1;
    this.leave();
    if (this.standing !== 'running') return;
    this.standing = 'open';
    this.changed();
  }

  /** What a position is worth; the turns lead to it from the game's start. */
  async look(turns: readonly string[], sideIsWhite: boolean): Promise<Known> {
    this.engine ??= this.startEngine();
    const answer = await this.engine.search({ setup: this.subject.setup, turns, nodes: NODES, budgetMs: BUDGET_MS });
    const line = answer.lines[0];
    if (!line) throw new Error('the engine found no line');
    return { ...opinionOf(line, sideIsWhite ? 'white' : 'black'), best: answer.turn };
  }

  /** The engine goes when nothing is asked of it: its memory is large. */
  leave(): void {
    this.engine?.close();
    this.engine = null;
  }

  private async perform({ type, ply }: Task): Promise<Known> {
    const { made } = this.subject;
    const before = made.slice(0, ply).map(({ text }) => text);
    const last = made[ply - 1];
    const side = made[ply]?.side ?? (last ? otherSide(last.side) : 'white');
    if (type === 'look') return this.look(before, side === 'white');
    const known = this.plies[ply];
    if (!known?.best) throw new Error('there is no better turn to look at');
    // Against it the other side is to move.
    const held = known.endsIn !== null ? known : await this.look([...before, known.best], side !== 'white');
    return { ...known, held: held.chance };
  }
}
