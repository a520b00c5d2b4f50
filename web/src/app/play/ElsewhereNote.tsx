/* The game goes on in another tab: nothing is overwritten until somebody says which one counts. */

import type { VNode } from 'preact';
import { t } from '../../i18n';
import type { Session } from '../session';
import { Icon } from '../ui/Icon';

export function ElsewhereNote({ session }: { session: Session }): VNode {
  return (
    <>
      <div class="message message-notice" role="alert">
        <Icon name="info" />
        <div class="message-words">
          <strong>{t('elsewhere')}</strong>
          <small>{t('elsewhere.sub')}</small>
        </div>
      </div>
      <div class="actions">
        <button type="button" class="action action-outline" onClick={() => location.reload()}>
          <span>{t('elsewhere.show')}</span>
        </button>
        <button type="button" class="action action-outline" onClick={() => session.claim()}>
          <span>{t('elsewhere.here')}</span>
        </button>
      </div>
    </>
  );
}
