/* Two on one device: the board lies between them, turns, or its marks face each. */

import type { VNode } from 'preact';
import type { Key } from '../../i18n';
import { t } from '../../i18n';
import type { ClockName } from '../game/clock';
import { CLOCKS } from '../game/clock';
import type { Facing, GameSetup } from '../game/setup';
import { Choices } from '../ui/Choices';
import type { CardProps } from './fields';
import { BoardField, mayBegin, RulesField, rulesFor } from './fields';

const FACING_KEYS: Readonly<Record<Facing, Key>> = {
  fixed: 'facing.fixed.sub',
  turns: 'facing.turns.sub',
  faces: 'facing.faces.sub',
};

export function FriendCard({ settings, change, ready, begin }: CardProps & { begin: (setup: Omit<GameSetup, 'seed'>) => void }): VNode {
  const { variant, facing, clock } = settings;
  return (
    <>
      <h2 id="friend-title">{t('home.friend')}</h2>
      <p class="card-lead">{t('home.friend.sub')}</p>
      <BoardField name="friend-board" value={variant} onChange={(next) => change({ variant: next })} />
      <Choices
        legend={t('home.facing')}
        aside={t(FACING_KEYS[facing])}
        name="facing"
        kind="thirds"
        value={facing}
        onChange={(next: Facing) => change({ facing: next })}
        items={[
          { value: 'fixed', label: t('facing.fixed') },
          { value: 'turns', label: t('facing.turns') },
          { value: 'faces', label: t('facing.faces') },
        ]}
      />
      <Choices
        legend={t('home.clock')}
        aside={clock === 'none' ? undefined : t('home.clock.sub')}
        name="clock"
        kind="pills"
        value={clock}
        onChange={(next: ClockName) => change({ clock: next })}
        items={CLOCKS.map((name) => ({ value: name, label: name === 'none' ? t('clock.none') : name.replace('+', ' + ') }))}
      />
      <button
        type="button"
        class="button-main button-wide"
        disabled={!ready || !mayBegin(settings)}
        onClick={() => begin({ mode: 'friend', variant, rules: rulesFor(settings), level: settings.level, human: 'white', facing, clock })}
      >
        {t('home.start')}
      </button>
      <RulesField name="friend" settings={settings} change={change} />
    </>
  );
}
