/* Which games come to a position: searched turn by turn, while the page breathes. */

import type { Rules } from '../../core/types';
import { readPlaced, writePlaced } from '../editor/model';
import { shapeOf } from '../game/setup';
import type { KeptGame } from './entry';
import { readWhole } from './opened';

/** The beginning of the position's text (R9.3): its board and, where it is said, the side to move. */
export type Wanted = string;

/** A position that somebody looks for; null for other words. */
export function readWanted(query: string): Wanted | null {
  const [board = '', side = ''] = query.trim().split(/\s+/);
  const placed = board.includes('/') ? readPlaced(board, '') : null;
  if (!placed) return null;
  const [canonical = ''] = writePlaced(placed).split(' ');
  return /^[wb]$/i.test(side) ? `${canonical} ${side.toLowerCase()} ` : `${canonical} `;
}

/** The first ply before which the game stands so; null if it never does. Throws CoreError for a record that is none. */
export function plyReaching(rules: Pick<Rules, 'readRecords' | 'open' | 'view'>, game: KeptGame, wanted: Wanted): number | null {
  const { files, ranks } = shapeOf(game.setup.variant);
  const placed = readPlaced(wanted, '');
  if (!placed || shapeOf(placed.variant).files !== files || shapeOf(placed.variant).ranks !== ranks) return null;
  const { setup, turns } = readWhole(rules, game.text);
  rules.open(setup, turns);
  for (let ply = 0; ply <= turns.length; ply++) if (rules.view(ply).position.startsWith(wanted)) return ply;
  return null;
}
