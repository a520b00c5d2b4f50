/* Through the game and round the board. */

import type { VNode } from 'preact';
import { t } from '../../i18n';
import type { GameState } from '../game/state';
import { lineLength, shownPly } from '../game/state';
import { usePage } from '../page';
import type { Session } from '../session';
import { IconButton } from '../ui/TopBar';
import { copyText } from './copy';

interface Props {
  readonly session: Pick<Session, 'rules' | 'dispatch'>;
  readonly state: GameState;
  readonly flip: () => void;
  /** Opens the menu, where no player's row has the button for it. */
  readonly menu: (() => void) | undefined;
}

export function Transport({ session, state, flip, menu }: Props): VNode {
  const page = usePage();
  const length = lineLength(state);
  const at = shownPly(state);
  const go = (ply: number) => (): void => session.dispatch({ type: 'browse', ply });
  const copy = async (): Promise<void> => {
    const text = state.browse === null ? state.view.position : session.rules.view(state.browse).position;
    page.tell((await copyText(text)) ? t('copy.done', { text }) : t('copy.failed', { text }));
  };
  return (
    <div class="transport" role="toolbar" aria-label={t('browse.label')}>
      <IconButton icon="first" label={t('browse.first')} disabled={at === 0} onClick={go(0)} />
      <IconButton icon="prev" label={t('browse.prev')} disabled={at === 0} onClick={go(at - 1)} />
      <IconButton icon="next" label={t('browse.next')} disabled={at === length} onClick={go(at + 1)} />
      <IconButton icon="last" label={t('browse.last')} disabled={at === length} onClick={go(length)} />
      <IconButton icon="flip" label={t('flip')} onClick={flip} />
      <IconButton icon="copy" label={t('copy')} onClick={() => void copy()} />
      {menu && <IconButton icon="menu" label={t('menu')} onClick={menu} />}
    </div>
  );
}
