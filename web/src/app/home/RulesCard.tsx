/* The ways to the rules in short and to the drill. */

import type { VNode } from 'preact';
import { t } from '../../i18n';
import { ADDRESS } from '../router';
import { Icon } from '../ui/Icon';

export function RulesCard(): VNode {
  return (
    <nav class="card card-records card-rules" aria-labelledby="learn-title">
      <h2 id="learn-title">{t('home.learn')}</h2>
      <p class="card-lead">{t('home.learn.sub')}</p>
      <ul>
        <li>
          <a class="menu-item" href={ADDRESS.rules}>
            <Icon name="book" /> <span>{t('nav.rules')}</span>
          </a>
        </li>
        <li>
          <a class="menu-item" href={ADDRESS.drill}>
            <Icon name="bulb" /> <span>{t('drill.title')} · {t('drill.name')}</span>
          </a>
        </li>
      </ul>
    </nav>
  );
}
