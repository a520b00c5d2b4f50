/* What every part of the page can reach: the settings, the running game, where the page is, dialogs. */

import { createContext } from 'preact';
import { useContext, useLayoutEffect, useReducer } from 'preact/hooks';
import type { Offline } from './offline';
import type { Online } from './online';
import type { Session } from './session';
import type { Settings, SettingsStore } from './store/settings';

export type DialogName = 'settings' | 'language' | 'replace' | 'resign' | 'draw' | 'new-game' | 'type' | 'drawer' | 'keys' | 'review' | 'share' | 'share-position' | 'say' | 'invite' | 'abort' | 'report' | 'promise';

/** The core while it loads: nothing yet, a session, or the reason why there is none. */
export type CoreState =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly session: Session }
  | { readonly state: 'failed'; readonly reason: string };

export interface Page {
  readonly settings: SettingsStore;
  readonly core: () => CoreState;
  readonly onCore: (listener: () => void) => () => void;
  readonly offline: Offline;
  readonly online: Online;
  /** What happened to the kept game, to be told once. */
  readonly say: (text: string) => void;
  readonly open: (dialog: DialogName | null) => void;
  /** A game over the net is on the screen, which then belongs to its board. */
  readonly atBoard: (on: boolean) => void;
  readonly tell: (text: string) => void;
}

export const PageContext = createContext<Page | null>(null);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('outside the page');
  return page;
}

type Subscribe = (listener: () => void) => () => void;

/** Draws the component again whenever something outside has changed. */
export function useChanges(subscribe: Subscribe): void {
  const [, again] = useReducer((count: number) => count + 1, 0);
  // Before anything else can happen: what changes between drawing and listening would be missed.
  useLayoutEffect(() => subscribe(() => again(undefined)), []);
}

export function useSettings(): Settings {
  const { settings } = usePage();
  useChanges((listener) => settings.subscribe(listener));
  return settings.get();
}

export function useOnline(): Online {
  const { online } = usePage();
  useChanges((listener) => online.subscribe(listener));
  return online;
}

export function useCore(): CoreState {
  const page = usePage();
  useChanges(page.onCore);
  return page.core();
}
