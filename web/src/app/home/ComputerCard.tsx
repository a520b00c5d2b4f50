/* Play the computer: board, level, stones, rules. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Key } from '../../i18n';
import { t } from '../../i18n';
import type { Side } from '../../core/types';
import type { GameSetup } from '../game/setup';
import { LEVELS } from '../game/setup';
import { mayBePerfect, PerfectSlot } from '../perfect/PerfectSlot';
import type { Stones } from '../store/settings';
import { Choices } from '../ui/Choices';
import { Star } from '../ui/Star';
import { StoneIcon } from '../ui/StoneIcon';
import type { CardProps } from './fields';
import { BoardField, mayBegin, RulesField, rulesFor } from './fields';

export const LEVEL_KEYS: readonly Key[] = [
  'level.1', 'level.2', 'level.3', 'level.4', 'level.5', 'level.6', 'level.7', 'level.8',
];

export function levelWord(level: number): string {
  return t(LEVEL_KEYS[level - 1] ?? 'level.1');
}

export function ComputerCard({ settings, change, ready, begin }: CardProps & { begin: (setup: Omit<GameSetup, 'seed'>) => void }): VNode {
  const [offered, setOffered] = useState(true);
  const rules = rulesFor(settings);
  const start = (): void => {
    const lot: Side = Math.random() < 0.5 ? 'white' : 'black';
    const human = settings.stones === 'lot' ? lot : settings.stones;
    const { variant, level } = settings;
    const perfect = settings.perfect && offered && mayBePerfect(settings);
    begin({ mode: 'computer', variant, rules, level, human, facing: 'fixed', clock: 'none', ...(perfect ? { perfect } : {}) });
  };
  return (
    <section class="card card-computer" aria-labelledby="computer-title">
      <h2 id="computer-title">{t('home.computer')}</h2>
      <BoardField name="computer-board" value={settings.variant} onChange={(variant) => change({ variant })} />
      <Choices
        legend={t('home.level')}
        aside={t('home.level.now', { level: settings.level, of: LEVELS, word: levelWord(settings.level) })}
        name="level"
        kind="levels"
        value={settings.level}
        onChange={(level) => change({ level })}
        items={Array.from({ length: LEVELS }, (_, index) => ({
          value: index + 1,
          name: `${index + 1}, ${levelWord(index + 1)}`,
          label: (
            <>
              <Star filled={index + 1} size={34} />
              <strong>{index + 1}</strong>
            </>
          ),
        }))}
      />
      <PerfectSlot level={settings.level} variant={settings.variant} rules={rules} on={settings.perfect}
        onChange={(perfect) => change({ perfect })} onOffer={setOffered} />
      <div class="card-foot">
        <Choices
          legend={t('home.stones')}
          name="stones"
          kind="pills"
          value={settings.stones}
          onChange={(stones: Stones) => change({ stones })}
          items={[
            { value: 'white', label: <><StoneIcon side="white" size={20} /> {t('side.white')}</> },
            { value: 'black', label: <><StoneIcon side="black" size={20} /> {t('side.black')}</> },
            { value: 'lot', label: t('home.lot') },
          ]}
        />
        <button type="button" class="button-main" disabled={!ready || !mayBegin(settings)} onClick={start}>
          {t('home.start')}
        </button>
      </div>
      <RulesField name="computer" settings={settings} change={change} />
    </section>
  );
}
