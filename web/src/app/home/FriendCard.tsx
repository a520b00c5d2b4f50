/* Two on one device: the board lies between them, turns, or its marks face each. */

import type { VNode } from 'preact';
import { t } from '../../i18n';
import type { Facing, GameSetup } from '../game/setup';
import { Choices } from '../ui/Choices';
import type { CardProps } from './fields';
import { BoardField, mayBegin, RulesField } from './fields';

export function FriendCard({ settings, change, ready, begin }: CardProps & { begin: (setup: Omit<GameSetup, 'seed'>) => void }): VNode {
  const { board, rules, facing } = settings;
  return (
    <>
      <h2 id="friend-title">{t('home.friend')}</h2>
      <p class="card-lead">{t('home.friend.sub')}</p>
      <BoardField name="friend-board" value={board} onChange={(next) => change({ board: next })} />
      <Choices
        legend={t('home.facing')}
        name="facing"
        kind="rows"
        value={facing}
        onChange={(next: Facing) => change({ facing: next })}
        items={[
          { value: 'fixed', label: row(t('facing.fixed'), t('facing.fixed.sub')) },
          { value: 'turns', label: row(t('facing.turns'), t('facing.turns.sub')) },
          { value: 'faces', label: row(t('facing.faces'), t('facing.faces.sub')) },
        ]}
      />
      <button
        type="button"
        class="button-main button-wide"
        disabled={!ready || !mayBegin(settings)}
        onClick={() => begin({ mode: 'friend', board, rules, level: settings.level, human: 'white', facing })}
      >
        {t('home.start')}
      </button>
      <RulesField name="friend" settings={settings} change={change} />
    </>
  );
}

function row(title: string, sub: string): VNode {
  return (
    <>
      <strong>{title}</strong>
      <small>{sub}</small>
    </>
  );
}
