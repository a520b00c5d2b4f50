/* The bar on top: name, pages, and the four things that are one tap away. */

import type { VNode } from 'preact';
import { t } from '../../i18n';
import { useOnline, usePage, useSettings } from '../page';
import type { Route } from '../router';
import { ADDRESS } from '../router';
import { darkNow } from '../theme';
import { Icon } from './Icon';
import { Wordmark } from './Wordmark';

const LOBBY: readonly Route['page'][] = ['lobby', 'make', 'player', 'leaders', 'account', 'move', 'fair-play'];

export function inLobby({ page }: Route): boolean {
  return LOBBY.includes(page);
}

/** How many games wait for one's turn. */
export function TurnBadge(): VNode | null {
  const { yourTurns } = useOnline();
  if (yourTurns === 0) return null;
  return (
    <span class="turn-badge">
      <span aria-hidden="true">{yourTurns > 9 ? '9+' : yourTurns}</span>
      <span class="hidden">{t('nav.your-turn', { n: yourTurns })}</span>
    </span>
  );
}

export function TopBar({ route }: { route: Route }): VNode {
  const page = usePage();
  const settings = useSettings();
  const dark = darkNow(settings.theme);
  const { here } = useOnline();
  const tab = (address: string, label: string, here: boolean): VNode => (
    <a class="tab" href={address} aria-current={here ? 'page' : undefined}>
      {label}
    </a>
  );
  const sound = settings.sound ? t('sound.off') : t('sound.on');
  const theme = dark ? t('theme.to-light') : t('theme.to-dark');
  return (
    <header class="topbar">
      <a class="topbar-name" href={ADDRESS.home} aria-label={t('nav.home')}>
        <Wordmark width={117} />
      </a>
      <nav class="topbar-tabs" aria-label={t('nav.label')}>
        {tab(ADDRESS.home, t('nav.play'), route.page === 'home' || route.page === 'friend' || route.page === 'play')}
        {here && (
          <a class="tab" href={ADDRESS.lobby} aria-current={inLobby(route) ? 'page' : undefined}>
            {t('nav.lobby')} <TurnBadge />
          </a>
        )}
        {tab(ADDRESS.games, t('nav.games'), route.page === 'games' || route.page === 'import' || route.page === 'link')}
        {tab(ADDRESS.editor, t('nav.editor.short'), route.page === 'editor')}
        {tab(ADDRESS.rules, t('nav.rules'), route.page === 'rules')}
      </nav>
      <div class="topbar-tools">
        {here && (
          <a class="icon-button topbar-account" href={ADDRESS.account} aria-label={t('nav.account')} title={t('nav.account')}>
            <Icon name="person" />
          </a>
        )}
        <IconButton icon="globe" label={t('language')} onClick={() => page.open('language')} />
        <IconButton
          icon={settings.sound ? 'sound' : 'mute'}
          label={sound}
          onClick={() => page.settings.change({ sound: !settings.sound })}
        />
        <IconButton
          icon={dark ? 'sun' : 'moon'}
          label={theme}
          onClick={() => page.settings.change({ theme: dark ? 'light' : 'dark' })}
        />
        <IconButton icon="gear" label={t('settings')} onClick={() => page.open('settings')} />
      </div>
    </header>
  );
}

interface IconButtonProps {
  readonly icon: Parameters<typeof Icon>[0]['name'];
  readonly label: string;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
}

export function IconButton({ icon, label, onClick, disabled, pressed }: IconButtonProps): VNode {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      aria-disabled={disabled || undefined}
      aria-pressed={pressed}
      onClick={() => disabled || onClick()}
    >
      <Icon name={icon} />
    </button>
  );
}
