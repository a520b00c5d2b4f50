/* A game for the tests of the state machine: state, rules and every effect so far. */

import { advance } from '../../src/app/game/advance';
import type { Event } from '../../src/app/game/events';
import type { GameSetup } from '../../src/app/game/setup';
import type { Effect, GameState, Resume } from '../../src/app/game/state';
import { emptyDraft, openGame } from '../../src/app/game/state';
import { useCatalogue } from '../../src/i18n';
import { en } from '../../src/i18n/en';
import { PlainRules } from './plainRules';

export const FRIEND: GameSetup = {
  mode: 'friend', variant: 'tsivy', rules: '', level: 1, human: 'white', facing: 'fixed', seed: 1, clock: 'none',
};
export const COMPUTER: GameSetup = { ...FRIEND, mode: 'computer' };

/** After these turns i3 can go i3-h4A-g3W-f4A, and then take either way at e4. */
export const CHAIN_TURNS = [
  'e2-e3A', 'f4-e5W-e4A', 'f2-e3A', 'd5-d4A', 'f1-f2A', 'e4-e5W', 'h1-h2A', 'c3-d3W', 'b2-b3A-c3W', 'd3-e3W',
];
/** After these turns White must capture and only d3 can. */
export const FORCED_TURNS = [
  'e2-e3A', 'f4-e5W-e4A', 'g2-g3A', 'f3-e3A', 'd2-d3A', 'h3-h2A-g2W', 'e1-e2A', 'h4-g5W-g4A',
];

export function point(name: string, files = 9): number {
  return (Number(name.slice(1)) - 1) * files + name.charCodeAt(0) - 97;
}

export class Table {
  readonly rules = new PlainRules();
  readonly effects: Effect[] = [];
  state: GameState;

  constructor(setup: GameSetup = FRIEND, turns: readonly string[] = [], resume: Partial<Resume> = {}) {
    useCatalogue('en', en);
    this.state = openGame(this.rules, setup, true, { turns, ply: turns.length, draft: '', word: null, ...resume });
  }

  /** Starts over from a position. */
  at(position: string): this {
    const view = this.rules.open({ variant: 'tsivy', rules: this.state.setup.rules, position });
    this.state = { ...this.state, view, draft: emptyDraft(this.rules, view), turns: [] };
    return this;
  }

  send(event: Event): this {
    const next = advance(this.state, event, this.rules);
    this.state = next.state;
    this.effects.push(...next.effects);
    return this;
  }

  /** Taps points by name, each after the replay before it has ended. */
  tap(...names: string[]): this {
    for (const name of names) {
      this.send({ type: 'point', point: point(name, this.state.view.files) });
      this.settle();
    }
    return this;
  }

  settle(): this {
    while (this.state.animating !== null) this.send({ type: 'animation-end', id: this.state.animating });
    return this;
  }

  /** The types of the effects so far, once each. */
  asked(): string[] {
    return [...new Set(this.effects.map((effect) => effect.type))];
  }
}
