/* All that is kept of one, as a file; and its end. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../i18n';
import type { Identity } from '../../net/identity';
import { EXPORT_ADDRESS, rest } from '../../net/rest';
import { usePage } from '../page';
import { Dialog } from '../ui/Dialog';
import { Icon } from '../ui/Icon';
import { PasswordField } from './Credentials';
import { Fault } from './parts';
import { useAct } from './useNet';
import { tl } from './words';

export function Leave({ identity }: { identity: Identity }): VNode {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <p class="lobby-sub">{tl('leave.sub')}</p>
      <p class="lobby-buttons">
        <a class="button-outline" href={EXPORT_ADDRESS} download="fanorona.json"><Icon name="save" /> {tl('leave.export')}</a>
        <button type="button" class="button-outline button-danger" onClick={() => setAsking(true)}>
          <Icon name="bin" /> {tl(identity.isAccount ? 'leave.delete' : 'leave.delete.guest')}
        </button>
      </p>
      {asking && <Ask identity={identity} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Nothing of it comes back; an account's password says that it is meant. */
function Ask({ identity, onClose }: { identity: Identity; onClose: () => void }): VNode {
  const page = usePage();
  const [password, setPassword] = useState('');
  const { busy, why, run } = useAct();
  const account = identity.isAccount;
  const go = (): Promise<void> =>
    run(() => rest.deleteMe(account ? password : undefined), () => {
      onClose();
      identity.forget();
      page.tell(tl('leave.done'));
    });
  return (
    <Dialog title={tl('leave.confirm')} onClose={onClose}>
      <form class="account-form" onSubmit={(event) => { event.preventDefault(); void go(); }}>
        <p>{tl('leave.confirm.sub')}</p>
        {account && <PasswordField label={tl('leave.password')} autocomplete="current-password" value={password} onInput={setPassword} />}
        <Fault why={why} />
        <div class="dialog-actions">
          <button type="button" class="button-outline" onClick={onClose}>{t('cancel')}</button>
          <button type="submit" class="button-main button-end" disabled={busy}>{tl('leave.yes')}</button>
        </div>
      </form>
    </Dialog>
  );
}
