/* Entries of the library out of games. */

import type { Rules } from '../../core/types';
import type { GameState } from '../game/state';
import type { KeptGame } from './entry';
import { fingerprint, VERSION } from './entry';
import type { WholeGame } from './opened';
import { recordText } from './opened';

/** The same for a game however often it is kept: taken back and ended anew, it is still that game. */
export function idOf(state: GameState): string {
  const { mode, variant, rules, position = '', level, human, seed } = state.setup;
  const whole = [variant, rules, position, level, human, seed].join('|');
  const turns = mode === 'analysis' ? [...state.turns, ...state.later].map((turn) => turn.text).join(' ') : '';
  return `${mode}-${fingerprint(`${whole}|${turns}`)}`;
}

/** A whole game as an entry of the library. Throws CoreError if it is none. */
export function entryOf(rules: Rules, game: WholeGame, more: Pick<KeptGame, 'id' | 'added' | 'source' | 'you' | 'played'>): KeptGame {
  // A record may tell a result that neither its turns nor a word explain.
  const told = game.text === undefined ? null : rules.readRecords(game.text).next();
  const view = rules.open(game.setup, game.turns);
  const text = recordText(rules, game);
  const outcome = told && 'game' in told ? told.game.outcome : game.word ? endOf(game.word) : view.outcome;
  return {
    version: VERSION, ...more, tags: game.tags, setup: game.setup, turns: game.turns.length, outcome,
    position: view.position, text, deleted: null,
  };
}

/** What an end by word comes to (R5.5). */
export function endOf({ reason, loser }: NonNullable<WholeGame['word']>): KeptGame['outcome'] {
  const result = reason === 'agreement' ? 'draw' : loser === 'white' ? 'black' : 'white';
  return { result, reason, clause: 'R5.5' };
}
