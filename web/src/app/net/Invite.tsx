/* The link of a game, to be sent: copied, handed to another program, read by a phone. */

import type { FunctionComponent, VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { t } from '../../i18n';
import { parseObject } from '../store/storage';
import { useLazy } from '../dialogs';
import { copyText } from '../play/copy';
import { Icon } from '../ui/Icon';
import { tn } from './words';

interface Invitation {
  readonly link: string;
  /** The server does not know by which address others reach it. */
  readonly hereOnly: boolean;
}

/** What the server said of the link when the game was made; else the page's own address tells it. */
export function invitationOf(game: string): Invitation {
  let made: ReturnType<typeof parseObject> = null;
  try {
    made = parseObject(sessionStorage.getItem(`fanorona.invite.${game}`));
  } catch {
    // A store may be forbidden.
  }
  const link = made?.['link'];
  if (typeof link === 'string' && /^https?:\/\//.test(link)) return { link, hereOnly: made?.['here_only'] === true };
  const own = new URL(`g/${game}`, document.baseURI);
  return { link: own.href, hereOnly: /^(localhost|127\.|\[::1\])/.test(own.hostname) };
}

const loadQr = (): Promise<FunctionComponent<{ text: string; label: string }>> => import('./Qr').then(({ Qr }) => Qr);

export function Invite({ game }: { game: string }): VNode {
  const { link, hereOnly } = invitationOf(game);
  const field = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState('');
  const Qr = useLazy('qr', loadQr);
  const copy = async (): Promise<void> => {
    const done = await copyText(link);
    setSaid(t(done ? 'share.copied' : 'share.copy-failed'));
    if (!done) field.current?.select();
  };
  const send = (): void => {
    // Whoever closes the sheet has changed their mind: nothing to be told.
    navigator.share({ title: tn('invite.title'), url: link }).catch(() => undefined);
  };
  return (
    <div class="invite">
      <label class="field">
        <span>{tn('link.title')}</span>
        <input ref={field} class="share-text" type="text" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <div class="invite-buttons">
        <button type="button" class="button-main" onClick={() => void copy()}>
          <Icon name="copy" /> {t('share.link.copy')}
        </button>
        {typeof navigator.share === 'function' && (
          <button type="button" class="button-outline" onClick={send}>
            <Icon name="send" /> {t('share.send')}
          </button>
        )}
      </div>
      <p class="invite-said" role="status">{said}</p>
      {hereOnly && <p class="invite-note"><Icon name="info" size={18} /> {tn('link.here-only')}</p>}
      <div class="invite-qr">{Qr && <Qr text={link} label={tn('link.qr')} />}</div>
      <p class="invite-scan">{tn('link.scan')}</p>
    </div>
  );
}
