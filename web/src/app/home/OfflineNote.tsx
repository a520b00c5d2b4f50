/* Whether the page is ready to be used without a network, and whether a new version waits. */

import type { VNode } from 'preact';
import { t } from '../../i18n';
import { useChanges, usePage } from '../page';
import { Icon } from '../ui/Icon';

export function OfflineNote(): VNode | null {
  const { offline } = usePage();
  useChanges((listener) => offline.subscribe(listener));
  const words =
    offline.state === 'ready' ? t('offline.ready') : offline.state === 'insecure' ? t('offline.insecure') : null;
  if (!words && !offline.updated) return null;
  return (
    <p class="offline-note">
      <Icon name={offline.state === 'ready' ? 'check' : 'info'} size={16} />
      <span>{offline.updated ? t('offline.updated') : words}</span>
    </p>
  );
}
