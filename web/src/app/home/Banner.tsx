/* The banner: a piece of the board in play, and what the game is in two lines. */

import type { VNode } from 'preact';
import type { Stone } from '../../board';
import { Board } from '../../board';
import { t } from '../../i18n';
import { useSettings } from '../page';
import { Selvedge } from '../ui/Ornament';

const SHAPE = { files: 9, ranks: 5 };
/** After d2-e3A in a thinned game: White has just come close. */
const STONES = Array.from(
  ['...WW.W..', '.....WWWW', '...WW.B..', '...B.B.BB', '..B...B..'].join(''),
  (sign): Stone => (sign === 'W' ? 1 : sign === 'B' ? 2 : 0),
);
const LAST = { path: [13, 22], taken: [31] };

export function Banner(): VNode {
  const { material } = useSettings();
  return (
    <section class="banner" data-material={material} aria-labelledby="banner-title">
      <div class="banner-board" aria-hidden="true">
        <Board
          shape={SHAPE}
          stones={STONES}
          marks={{ lastTurn: LAST }}
          material={material}
          coordinates={false}
          interactive={false}
          label={t('board.label')}
        />
      </div>
      <div class="banner-fade" />
      <Selvedge />
      <div class="banner-words">
        <h1 id="banner-title">
          <span>{t('home.banner.1')}</span> <span>{t('home.banner.2')}</span>
        </h1>
        <p>{t('home.banner.sub')}</p>
      </div>
    </section>
  );
}
