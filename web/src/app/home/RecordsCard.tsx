/* The ways to one's own games, to records from elsewhere and to the position editor. */

import type { VNode } from 'preact';
import { t } from '../../i18n';
import { ADDRESS } from '../router';
import type { IconName } from '../ui/Icon';
import { Icon } from '../ui/Icon';

export function RecordsCard(): VNode {
  const way = (address: string, icon: IconName, words: string): VNode => (
    <li>
      <a class="menu-item" href={address}>
        <Icon name={icon} /> <span>{words}</span>
      </a>
    </li>
  );
  return (
    <nav class="card card-records" aria-labelledby="records-title">
      <h2 id="records-title">{t('home.records')}</h2>
      <p class="card-lead">{t('home.records.sub')}</p>
      <ul>
        {way(ADDRESS.games, 'shelf', t('nav.games'))}
        {way(ADDRESS.import, 'open', t('nav.import'))}
        {way(ADDRESS.editor, 'edit', t('nav.editor'))}
      </ul>
    </nav>
  );
}
