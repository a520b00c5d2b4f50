/* A game over the net as a record: for one's own library, where it goes by itself when it is over, and for analysis. */

import { t } from '../../i18n';
import type { Side } from '../../core/types';
import type { Clock } from '../../net/protocol';
import { coreSetup } from '../game/setup';
import { clockText } from '../lobby/words';
import type { Tag } from '../records/entry';
import { recordDate } from '../records/entry';
import { entryOf } from '../records/making';
import { computerName, tidy } from '../records/names';
import type { WholeGame } from '../records/opened';
import { wordEnd } from '../records/opened';
import { library, spareRules } from '../records/shared';
import { TROUBLE_KEY } from '../records/words';
import { browserStore } from '../store/storage';
import { setupFor, wordFor } from './setup';
import type { NetTable } from './table';
import { nameOf } from './words';

/** Games that were kept: one deleted since must not come back. */
const DONE_KEY = 'fanorona.net.kept';
const DONE_MAX = 200;

function recordName(table: NetTable, side: Side): string {
  const player = table.player(side);
  if (player?.kind === 'computer') return computerName(player.level ?? 1);
  return tidy(player?.name ?? nameOf(table, side)) || '?';
}

function timeControl(clock: Clock): Tag[] {
  if (clock.kind === 'none') return [];
  const value = clock.kind === 'real' ? `${clock.base_s}+${clock.increment_s}` : clockText(clock);
  return [['TimeControl', value]];
}

/** The game so far with its tags. */
export function wholeNetGame(table: NetTable): WholeGame {
  const { game } = table;
  if (!game) throw new Error('there is no game yet');
  const word = wordEnd(wordFor(game));
  const tags: Tag[] = [
    ['Event', '?'], ['Site', location.host || '?'], ['Date', recordDate(game.made)], ['Round', '?'],
    ['White', recordName(table, 'white')], ['Black', recordName(table, 'black')], ...timeControl(game.spec.clock),
  ];
  return { setup: coreSetup(setupFor(game, null)), turns: game.turns.map((turn) => turn.text), tags, ...(word ? { word } : {}) };
}

/** Keeps a game one has played to its end, once. */
export async function keepNetGame(table: NetTable, tell: (words: string) => void): Promise<void> {
  const { game, seat } = table;
  if (!game?.end || !seat || game.end.result === 'none' || game.turns.length === 0) return;
  const done = (browserStore.read(DONE_KEY) ?? '').split(' ').filter((id) => id !== '');
  if (done.includes(game.id)) return;
  const shelf = library();
  await shelf.load();
  const entry = entryOf(await spareRules(), wholeNetGame(table), { id: `net-${game.id}`, added: game.end.at, source: 'played', you: seat, played: null });
  const kept = await shelf.keep([entry]);
  if (kept !== 'kept') tell(t(TROUBLE_KEY[kept]));
  else if (shelf.trouble === null) browserStore.write(DONE_KEY, [...done, game.id].slice(-DONE_MAX).join(' '));
}
