/* The seat on another device: link, QR code and code to be typed, made here; and the field for a code from there. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../i18n';
import type { Transfer } from '../../net/protocol';
import { rest } from '../../net/rest';
import { Qr } from '../net/Qr';
import { usePage } from '../page';
import { copyText } from '../play/copy';
import { goTo } from '../router';
import { Icon } from '../ui/Icon';
import { Fault } from './parts';
import { useAct } from './useNet';
import { clockTimeText, tl } from './words';

export function MoveSeat(): VNode {
  const [transfer, setTransfer] = useState<Transfer | null>(null);
  const { busy, why, run } = useAct();
  const make = (): Promise<void> => run(() => rest.transfer(), setTransfer);
  return (
    <>
      <p class="lobby-sub">{tl('move.sub')}</p>
      {transfer && <Shown transfer={transfer} />}
      <Fault why={why} />
      <p>
        <button type="button" class="button-outline" disabled={busy} onClick={() => void make()}>
          {tl(transfer ? 'move.again' : 'move.make')}
        </button>
      </p>
    </>
  );
}

function Shown({ transfer }: { transfer: Transfer }): VNode {
  const page = usePage();
  const copy = async (): Promise<void> => page.tell(t((await copyText(transfer.link)) ? 'share.copied' : 'share.copy-failed'));
  return (
    <div class="move-shown">
      <Qr text={transfer.link} label={tl('move.qr')} />
      <div class="move-words">
        <label class="field">
          <span>{tl('move.link')}</span>
          <input type="text" readOnly value={transfer.link} onFocus={(event) => event.currentTarget.select()} />
        </label>
        <p>
          <button type="button" class="button-outline" onClick={() => void copy()}><Icon name="copy" /> {t('share.link.copy')}</button>
        </p>
        <p class="move-code"><span>{tl('move.code')}</span> <code>{transfer.code}</code></p>
        <p class="lobby-sub">{tl('move.until', { time: clockTimeText(transfer.ends) })}</p>
      </div>
    </div>
  );
}

export function EnterCode(): VNode {
  const [code, setCode] = useState('');
  const tidy = code.replace(/\s+/g, '');
  return (
    <form class="account-form" onSubmit={(event) => { event.preventDefault(); if (tidy !== '') goTo(`#/move/${encodeURIComponent(tidy)}`); }}>
      <label class="field">
        <span>{tl('move.enter')}</span>
        <input type="text" required minLength={8} maxLength={60} value={code} autocomplete="off" autocapitalize="off" spellcheck={false} onInput={(event) => setCode(event.currentTarget.value)} />
      </label>
      <button type="submit" class="button-outline">{tl('move.go')}</button>
    </form>
  );
}
