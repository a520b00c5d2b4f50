/* The dialogs of a game: resign, draw, new game, the drawer. */

import type { VNode } from 'preact';
import { t } from '../../i18n';
import type { GameState } from '../game/state';
import { isOver } from '../game/state';
import { usePage } from '../page';
import { useDialog } from '../dialogs';
import { ADDRESS, goTo } from '../router';
import type { Session } from '../session';
import { Confirm } from '../ui/Confirm';
import { Dialog } from '../ui/Dialog';
import { Menu } from './Menu';

interface Props {
  readonly session: Session;
  readonly state: GameState;
  /** The panel, where it has no place beside the board. */
  readonly panel: VNode | null;
}

export function PlayDialogs({ session, state, panel }: Props): VNode | null {
  const page = usePage();
  const dialog = useDialog();
  const close = (): void => page.open(null);
  const friend = state.setup.mode === 'friend';
  const leave = (): void => {
    close();
    goTo(ADDRESS.home);
  };
  switch (dialog) {
    case 'resign':
      return (
        <Confirm title={t('resign.title')} yes={t('resign.yes')} onYes={() => session.dispatch({ type: 'resign' })}>
          {friend ? t('resign.friend') : t('resign.sub')}
        </Confirm>
      );
    case 'draw':
      return (
        <Confirm
          title={t('draw.title')}
          yes={friend ? t('draw.agree') : t('draw.offer')}
          onYes={() => session.dispatch({ type: friend ? 'agree-draw' : 'offer-draw' })}
        >
          {friend ? t('draw.friend') : t('draw.sub')}
        </Confirm>
      );
    case 'new-game':
      return (
        <Confirm title={t('new.title')} yes={t('new.yes')} onYes={leave}>
          {isOver(state) ? t('new.over') : t('new.sub')}
        </Confirm>
      );
    case 'drawer':
      return (
        <Dialog title={t('menu')} kind="drawer" onClose={close}>
          <Menu session={session} state={state} leave={leave} />
          {panel}
        </Dialog>
      );
    default:
      return null;
  }
}
