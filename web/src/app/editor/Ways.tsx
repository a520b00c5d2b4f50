/* The ways out of the editor: into a game, into analysis, out to others. */

import type { VNode } from 'preact';
import { t } from '../../i18n';
import type { SetupReport, Side } from '../../core/types';
import type { GameSetup } from '../game/setup';
import { Icon } from '../ui/Icon';

interface Props {
  readonly report: SetupReport;
  /** Under these options a game may never end (R8). */
  readonly endless: boolean;
  readonly ready: boolean;
  readonly begin: (mode: GameSetup['mode'], human: Side) => void;
  readonly share: () => void;
  /** Against somebody elsewhere; null where nobody can be met. */
  readonly challenge: (() => void) | null;
}

export function Ways({ report, endless, ready, begin, share, challenge }: Props): VNode {
  const good = 'outcome' in report && ready;
  const over = 'outcome' in report && report.outcome.result !== 'ongoing';
  const playable = good && !over && !endless;
  return (
    <div class="panel-part editor-ways">
      <button type="button" class="button-main" disabled={!good} onClick={() => begin('analysis', 'white')}>
        {t('editor.analyse')}
      </button>
      <div class="editor-pair">
        <button type="button" class="button-outline" disabled={!playable} onClick={() => begin('computer', 'white')}>
          {t('editor.play.white')}
        </button>
        <button type="button" class="button-outline" disabled={!playable} onClick={() => begin('computer', 'black')}>
          {t('editor.play.black')}
        </button>
        <button type="button" class="button-outline" disabled={!playable} onClick={() => begin('friend', 'white')}>
          {t('nav.friend')}
        </button>
        {challenge && (
          <button type="button" class="button-outline" disabled={!playable} onClick={challenge}>
            {t('editor.online')}
          </button>
        )}
        <button type="button" class="button-outline" disabled={!good} onClick={share}>
          <Icon name="send" size={18} /> {t('editor.share')}
        </button>
      </div>
      {good && !over && endless && <p class="editor-hint">{t('editor.endless')}</p>}
    </div>
  );
}
