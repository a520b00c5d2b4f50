/* The running game, ready to leave the page. */

import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { isOver, shownPly } from '../game/state';
import type { GameState } from '../game/state';
import { useCore } from '../page';
import { browserStore } from '../store/storage';
import type { Tag } from './entry';
import { keepOr } from './keep';
import { readNames } from './names';
import { wholeGame } from './opened';
import { Share } from './Share';

export function ShareGame({ onClose }: { onClose: () => void }): VNode | null {
  const core = useCore();
  const state = core.state === 'ready' ? core.session.state : null;
  return state && <ShareState state={state} onClose={onClose} />;
}

/** The game as it is now: the computer may play on behind the dialog. */
function ShareState({ state, onClose }: { state: GameState; onClose: () => void }): VNode {
  const game = useMemo(() => wholeGame(state, readNames(browserStore), browserStore, Date.now()), []);
  const ply = useMemo(() => shownPly(state), []);
  const { mode, human } = state.setup;
  // A finished game has been kept by itself.
  const keep = isOver(state) && mode !== 'analysis' ? undefined : (tell: (words: string) => void, tags: readonly Tag[]) => keepOr(state, tell, tags);
  return <Share shared={{ game, ply, turned: mode === 'computer' && human === 'black', kind: 'game', mode, keep }} onClose={onClose} />;
}
