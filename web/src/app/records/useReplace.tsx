/* Another game takes the place of the running one: never without asking, and with the offer to keep it. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Side } from '../../core/types';
import { list, t } from '../../i18n';
import { useDialog } from '../dialogs';
import type { GameState } from '../game/state';
import { isOver } from '../game/state';
import { ruleNames } from '../game/words';
import { useCore, usePage, useSettings } from '../page';
import { ADDRESS, goTo } from '../router';
import type { Session } from '../session';
import { browserStore } from '../store/storage';
import { Dialog } from '../ui/Dialog';
import { keepOr } from './keep';
import { endOf } from './making';
import { analysisSetup, noteOpened } from './opened';
import type { WholeGame } from './opened';
import { reasonWords, resultWords } from './words';

/** A game somebody would miss. */
function isRunning(state: GameState | null): state is GameState {
  return state !== null && state.setup.mode !== 'analysis' && !isOver(state) && (state.turns.length > 0 || state.draft.steps.length > 0);
}

interface Replacing {
  /** Does it now, or asks first where a game is running. */
  readonly begin: (action: (session: Session) => void) => void;
  /** Opens a game for analysis. `leaves`: whether the browser's way back leads to this page again. */
  readonly openGame: (game: WholeGame & { readonly you?: Side | null }, ply?: number, leaves?: 'back' | 'nothing') => void;
  /** The question, while it is open. */
  readonly question: VNode | null;
  readonly ready: boolean;
}

export function useReplace(): Replacing {
  const page = usePage();
  const core = useCore();
  const dialog = useDialog();
  const { taught } = useSettings();
  const [wanted, setWanted] = useState<{ action: (session: Session) => void } | null>(null);
  const session = core.state === 'ready' ? core.session : null;

  const begin = (action: (session: Session) => void): void => {
    if (!session) return;
    if (!isRunning(session.state)) {
      action(session);
      return;
    }
    setWanted({ action });
    page.open('replace');
  };
  const openGame: Replacing['openGame'] = (game, ply = game.turns.length, leaves = 'back') =>
    begin((to) => {
      try {
        to.begin(analysisSetup(game.setup, game.tags, game.you), taught, game.turns, ply);
      } catch (error) {
        page.tell(t('open.failed', { reason: String(error instanceof Error ? error.message : error) }));
        return;
      }
      noteOpened(browserStore, game);
      if (leaves === 'back') goTo(ADDRESS.play);
      else location.replace(ADDRESS.play);
      const names = ruleNames(game.setup.rules);
      if (names.length > 0) page.tell(t('import.rules', { rules: list(names) }));
      // An analysis goes on where the players stopped; how they ended is told.
      if (game.word) page.tell(`${resultWords(endOf(game.word))} · ${reasonWords(endOf(game.word))}`);
    });
  const question =
    dialog === 'replace' && wanted && session ? (
      <ReplaceDialog session={session} onGo={() => { page.open(null); wanted.action(session); }} />
    ) : null;
  return { begin, openGame, question, ready: session !== null };
}

function ReplaceDialog({ session, onGo }: { session: Session; onGo: () => void }): VNode {
  const page = usePage();
  const close = (): void => page.open(null);
  const keep = async (): Promise<void> => {
    if (!session.state || (await keepOr(session.state, page.tell))) onGo();
  };
  return (
    <Dialog title={t('replace.title')} onClose={close}>
      <p>{t('replace.open')}</p>
      <div class="dialog-stack">
        <button type="button" class="button-main" data-autofocus onClick={() => void keep()}>
          {t('replace.keep')}
        </button>
        <button type="button" class="button-outline" onClick={onGo}>
          {t('replace.drop')}
        </button>
        <button type="button" class="button-outline" onClick={close}>
          {t('cancel')}
        </button>
      </div>
    </Dialog>
  );
}
