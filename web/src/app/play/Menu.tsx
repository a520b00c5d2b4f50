/* What can be done with a game besides playing it: a list, in the drawer. */

import type { VNode } from 'preact';
import { t } from '../../i18n';
import type { GameState } from '../game/state';
import { isOver } from '../game/state';
import { usePage } from '../page';
import { mayBePerfect } from '../perfect/PerfectSlot';
import { ADDRESS, goTo } from '../router';
import type { Session } from '../session';
import type { IconName } from '../ui/Icon';
import { Icon } from '../ui/Icon';

interface Props {
  readonly session: Session;
  readonly state: GameState;
  /** Goes home. */
  readonly leave: () => void;
}

export function Menu({ state, leave }: Props): VNode {
  const page = usePage();
  const analysis = state.setup.mode === 'analysis';
  return (
    <nav class="menu" aria-label={t('menu')}>
      <MenuItem icon="home" label={t('nav.home')} onClick={leave} />
      {!isOver(state) && !analysis && state.setup.drill === undefined && <MenuItem icon="half" label={t('action.draw')} onClick={() => page.open('draw')} />}
      {mayPromise(state) && <MenuItem icon="shield" label={t('nav.perfect')} onClick={() => page.open('promise')} />}
      <MenuItem icon="keyboard" label={t('type.title')} onClick={() => page.open('type')} />
      <MenuItem icon="send" label={t('share.title')} onClick={() => page.open('share')} />
      <MenuItem icon="shelf" label={t('nav.games')} onClick={() => { page.open(null); goTo(ADDRESS.games); }} />
      <MenuItem icon="book" label={t('nav.rules')} onClick={() => { page.open(null); goTo(ADDRESS.rules); }} />
      <MenuItem icon="gear" label={t('settings')} onClick={() => page.open('settings')} />
    </nav>
  );
}

/** A mode of the computer's highest level. */
function mayPromise({ setup }: GameState): boolean {
  return setup.mode === 'computer' && setup.drill === undefined && mayBePerfect(setup);
}

export function MenuItem({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }): VNode {
  return (
    <button type="button" class="menu-item" onClick={onClick}>
      <Icon name={icon} /> {label}
    </button>
  );
}
