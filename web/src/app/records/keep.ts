/* Puts the running game into the library: by itself when it is over, on wish before. */

import { t } from '../../i18n';
import { isOver } from '../game/state';
import type { GameState } from '../game/state';
import { browserStore } from '../store/storage';
import type { Kept, Library } from './library';
import type { Tag } from './entry';
import { fingerprint } from './entry';
import { entryOf, idOf } from './making';
import { readNames } from './names';
import { wholeGame } from './opened';
import { library, spareRules } from './shared';
import { TROUBLE_KEY } from './words';

/** `typed`: its tags, where somebody has just seen and perhaps changed them. */
export async function keepGame(state: GameState, into: Library = library(), now = Date.now(), typed?: readonly Tag[]): Promise<Kept> {
  const rules = await spareRules();
  await into.load();
  const id = idOf(state);
  const before = into.get(id);
  const game = wholeGame(state, readNames(browserStore), browserStore, before?.added ?? now);
  const you = state.setup.mode === 'computer' ? state.setup.human : null;
  const played = state.setup.mode === 'analysis' ? null : state.setup;
  // Names typed for it since must not be lost.
  const tags = typed ?? before?.tags ?? game.tags;
  return into.keep([entryOf(rules, { ...game, tags }, { id, added: before?.added ?? now, source: 'played', you, played })]);
}

/** Keeps it, or says why not. */
export async function keepOr(state: GameState, tell: (words: string) => void, typed?: readonly Tag[]): Promise<boolean> {
  const kept = await keepGame(state, library(), Date.now(), typed).catch(() => 'failed' as const);
  if (kept !== 'kept') tell(t(TROUBLE_KEY[kept]));
  return kept === 'kept';
}

/** The end that was kept last: a game deleted since must not come back when the page is opened again. */
const DONE_KEY = 'fanorona.kept';

/** Every game that was played to its end is kept, once. An analysis is nobody's game. */
export async function keepFinished(state: GameState, tell: (words: string) => void): Promise<void> {
  if (!isOver(state) || state.setup.mode === 'analysis') return;
  const { result, reason } = state.view.outcome;
  const mark = fingerprint(JSON.stringify([idOf(state), state.turns.map((turn) => turn.text), result, reason]));
  if (browserStore.read(DONE_KEY) === mark) return;
  const kept = await keepGame(state);
  if (kept !== 'kept') tell(t(TROUBLE_KEY[kept]));
  // What is only in the page's memory has to be kept anew.
  else if (library().trouble === null) browserStore.write(DONE_KEY, mark);
}
