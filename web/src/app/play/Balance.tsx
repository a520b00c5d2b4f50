/* What is on the board and how long nothing has been taken. */

import type { VNode } from 'preact';
import { t } from '../../i18n';
import type { GameState } from '../game/state';
import { countStones } from '../game/words';

export function Balance({ state }: { state: GameState }): VNode {
  const stones = { stones: state.draft.stones };
  const white = countStones(stones, 1);
  const black = countStones(stones, 2);
  const { quiet, quietLimit } = state.view;
  const share = white + black > 0 ? (100 * white) / (white + black) : 50;
  const part = quietLimit > 0 ? Math.min(100, (100 * quiet) / quietLimit) : 0;
  return (
    <section class="panel-part balance">
      <div class="balance-row" role="img" aria-label={t('balance.stones', { white, black })}>
        <strong>{white}</strong>
        <span class="balance-bar">
          <span style={{ width: `${share}%` }} />
        </span>
        <strong>{black}</strong>
      </div>
      <div class="balance-row">
        <span>{t('quiet.turns')}</span>
        <span class="quiet-bar" aria-hidden="true">
          <span style={{ width: `${part}%` }} />
        </span>
        <strong>{quietLimit > 0 ? t('quiet.of-limit', { quiet, limit: quietLimit }) : t('quiet.no-limit', { quiet })}</strong>
      </div>
    </section>
  );
}
