/* Light or dark. `public/theme.js` sets it before the first paint; this keeps it right afterwards. */

import type { SettingsStore, Theme } from './store/settings';

const query = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null;

export function darkNow(theme: Theme): boolean {
  return theme === 'dark' || (theme === 'system' && (query?.matches ?? false));
}

export function followTheme(settings: SettingsStore): void {
  const apply = (): void => {
    const dark = darkNow(settings.get().theme);
    document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#1b1e2a' : '#fffcf6');
  };
  apply();
  settings.subscribe(apply);
  query?.addEventListener('change', () => {
    apply();
    settings.change({});
  });
}
