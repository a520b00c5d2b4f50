/* Which dialog is open. One at a time; those few people open come over the wire when they are asked for. */

import type { FunctionComponent, VNode } from 'preact';
import { createContext } from 'preact';
import { useContext, useLayoutEffect, useState } from 'preact/hooks';
import { t } from '../i18n';
import type { DialogName } from './page';
import { usePage } from './page';

export const DialogContext = createContext<DialogName | null>(null);

export function useDialog(): DialogName | null {
  return useContext(DialogContext);
}

interface ClosableProps {
  readonly onClose: () => void;
}

const LOADERS: Readonly<Partial<Record<DialogName, () => Promise<FunctionComponent<ClosableProps>>>>> = {
  settings: () => import('./pages/Settings').then((module) => module.SettingsDialog),
  language: () => import('./pages/Settings').then((module) => module.LanguageDialog),
  keys: () => import('./pages/Keys').then((module) => module.KeysDialog),
  promise: () => import('./perfect/PromiseDialog').then((module) => module.PromiseDialog),
  share: () => import('./records/ShareGame').then((module) => module.ShareGame),
};

/** The dialogs that belong to no page. */
export function LazyDialogs(): VNode | null {
  const page = usePage();
  const name = useDialog();
  const loader = name ? LOADERS[name] : undefined;
  const Loaded = useLazy(name ?? '', loader);
  return Loaded ? <Loaded onClose={() => page.open(null)} /> : null;
}

/** A component that is loaded when it is first wanted. */
export function useLazy<P>(name: string, loader: (() => Promise<FunctionComponent<P>>) | undefined): FunctionComponent<P> | null {
  const page = usePage();
  const [loaded, setLoaded] = useState<{ name: string; component: FunctionComponent<P> } | null>(null);
  useLayoutEffect(() => {
    if (!loader) return;
    let wanted = true;
    const failed = (): void => {
      if (!wanted) return;
      page.open(null);
      page.tell(t('part.failed'));
    };
    loader().then((component) => wanted && setLoaded({ name, component }), failed);
    return () => {
      wanted = false;
    };
  }, [name]);
  return loader && loaded?.name === name ? loaded.component : null;
}
