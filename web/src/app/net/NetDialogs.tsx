/* The dialogs of a game over the net: draw, resign, abort, phrases, the link, the drawer. */

import type { VNode } from 'preact';
import { t } from '../../i18n';
import { useDialog } from '../dialogs';
import { ReportDialog } from '../lobby/Report';
import { ADDRESSES, tl } from '../lobby/words';
import { usePage, useSettings } from '../page';
import { MenuItem } from '../play/Menu';
import { ADDRESS, goTo } from '../router';
import { gameFile } from '../../net/rest';
import { Confirm } from '../ui/Confirm';
import { Dialog } from '../ui/Dialog';
import { Icon } from '../ui/Icon';
import { Invite } from './Invite';
import { otherPlayer } from './Panel';
import type { NetTable } from './table';
import { PHRASES, phraseWords, tn } from './words';

interface Props {
  readonly table: NetTable;
  /** The panel, where it has no place beside the board. */
  readonly panel: VNode | null;
}

export function NetDialogs({ table, panel }: Props): VNode | null {
  const page = usePage();
  const dialog = useDialog();
  const close = (): void => page.open(null);
  switch (dialog) {
    case 'resign':
      return <Confirm title={t('resign.title')} yes={t('resign.yes')} onYes={() => table.say('resign')}>{tn('resign.sub')}</Confirm>;
    case 'abort':
      return <Confirm title={tn('abort.title')} yes={tn('abort.yes')} onYes={() => table.say('abort')}>{tn('abort.sub')}</Confirm>;
    case 'draw':
      return <Confirm title={tn('draw.ask')} yes={t('draw.offer')} onYes={() => table.say('draw')}>{tn('draw.ask.sub')}</Confirm>;
    case 'say':
      return <Phrases table={table} close={close} />;
    case 'invite':
      return (
        <Dialog title={tn('link.title')} onClose={close}>
          <p class="share-sub">{tn('link.sub')}</p>
          <Invite game={table.id} />
        </Dialog>
      );
    case 'report': {
      const player = otherPlayer(table);
      const sent = (): void => {
        close();
        page.tell(tl('report.sent'));
      };
      return player && <ReportDialog player={player} game={table.id} onClose={close} onSent={sent} />;
    }
    case 'drawer':
      return (
        <Dialog title={t('menu')} kind="drawer" onClose={close}>
          <NetMenu table={table} />
          {panel}
        </Dialog>
      );
    default:
      return null;
  }
}

function Phrases({ table, close }: { table: NetTable; close: () => void }): VNode {
  return (
    <Dialog title={tn('say.title')} onClose={close}>
      <p class="share-sub">{tn('say.sub')}</p>
      <div class="net-phrases">
        {PHRASES.map((phrase, index) => (
          <button key={phrase} type="button" class="button-outline" data-autofocus={index === 0 || undefined} onClick={() => { close(); table.phrase(phrase); }}>
            {phraseWords(phrase)}
          </button>
        ))}
      </div>
    </Dialog>
  );
}

function NetMenu({ table }: { table: NetTable }): VNode {
  const page = usePage();
  const { phrases } = useSettings();
  const leave = (address: string): void => {
    page.open(null);
    goTo(address);
  };
  const playing = table.playing && table.seat !== null;
  return (
    <nav class="menu" aria-label={t('menu')}>
      <MenuItem icon="home" label={t('nav.home')} onClick={() => leave(ADDRESS.home)} />
      {playing && phrases && <MenuItem icon="say" label={tn('say.title')} onClick={() => page.open('say')} />}
      <MenuItem icon="link" label={tn('menu.link')} onClick={() => page.open('invite')} />
      {playing && <MenuItem icon="keyboard" label={t('type.title')} onClick={() => page.open('type')} />}
      {playing && table.game?.spec.clock.kind === 'days' && (
        <a class="menu-item" href={gameFile(table.id, 'ics')}>
          <Icon name="calendar" /> {tn('menu.calendar')}
        </a>
      )}
      <MenuItem icon="people" label={tl('lobby.title')} onClick={() => leave(ADDRESSES.lobby)} />
      <MenuItem icon="book" label={t('nav.rules')} onClick={() => leave(ADDRESS.rules)} />
      <MenuItem icon="gear" label={t('settings')} onClick={() => page.open('settings')} />
    </nav>
  );
}
