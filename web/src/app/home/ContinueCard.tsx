/* The running game, one tap away. */

import type { VNode } from 'preact';
import { t } from '../../i18n';
import type { GameState } from '../game/state';
import { situation } from '../game/message';
import { boardName } from '../game/words';
import { ADDRESS } from '../router';
import { Icon } from '../ui/Icon';
import { MiniBoard } from '../ui/MiniBoard';

export function ContinueCard({ state }: { state: GameState }): VNode {
  const { setup, view, turns } = state;
  const title = setup.drill !== undefined ? t('drill.title')
    : setup.mode === 'computer' ? t('home.continue.computer', { level: setup.level })
    : setup.mode === 'friend' ? t('home.continue.friend')
    : t('home.continue.analysis');
  const over = view.outcome.result !== 'ongoing' && setup.mode !== 'analysis';
  return (
    <a class="card card-continue" href={ADDRESS.play}>
      <MiniBoard files={view.files} position={view.position.split(' ')[0] ?? ''} width={view.files > view.ranks ? 236 : 132} />
      <span class="card-continue-words">
        <strong>{over ? t('home.continue.over') : title}</strong>
        <small>
          {boardName(setup.variant)} · {t('home.continue.turns', { n: turns.length })} · {situation(state).title}
        </small>
      </span>
      <Icon name="arrow" />
    </a>
  );
}
