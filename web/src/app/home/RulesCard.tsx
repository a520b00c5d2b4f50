/* The way to the rules in short. */

import type { VNode } from 'preact';
import { t } from '../../i18n';
import { ADDRESS } from '../router';
import { Icon } from '../ui/Icon';

export function RulesCard(): VNode {
  return (
    <a class="card card-rules" href={ADDRESS.rules}>
      <h2>{t('home.learn')}</h2>
      <p class="card-lead">{t('home.learn.sub')}</p>
      <span class="card-rules-go">
        {t('nav.rules')} <Icon name="arrow" />
      </span>
    </a>
  );
}
