/* The whole page: where one is, what is open over it, what is told. */

import type { FunctionComponent, VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n';
import type { Language } from '../i18n/language';
import { DialogContext, LazyDialogs, useLazy } from './dialogs';
import { Home } from './home/Home';
import type { DialogName, Page } from './page';
import { PageContext, useCore, useOnline } from './page';
import { Play } from './play/Play';
import type { Route } from './router';
import { ADDRESS, goTo, readRoute } from './router';
import { Icon } from './ui/Icon';
import { inLobby, TopBar, TurnBadge } from './ui/TopBar';

export interface AppProps {
  readonly base: Omit<Page, 'open' | 'tell' | 'atBoard'>;
  /** Tells the app what to show besides: a text to be told. */
  readonly onTell: (tell: (text: string) => void) => void;
  readonly onLanguage: (follow: (language: Language) => void) => void;
}

export function App({ base, onTell, onLanguage }: AppProps): VNode {
  const [route, setRoute] = useState(() => readRoute(location.hash));
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const [told, setTold] = useState<readonly string[]>([]);
  const [language, setLanguage] = useState<Language | null>(null);
  const [atBoard, setAtBoard] = useState(false);
  const inPlay = route.page === 'play' || (route.page === 'net' && atBoard);
  const page = useRef<Page | null>(null);
  page.current ??= { ...base, open: setDialog, atBoard: setAtBoard, tell: (text) => setTold((before) => [...before.slice(-1), text]) };

  useLayoutEffect(() => {
    onTell(page.current?.tell ?? (() => undefined));
    onLanguage(setLanguage);
    const follow = (): void => {
      setDialog(null);
      setRoute(readRoute(location.hash));
    };
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);

  return (
    <PageContext.Provider value={page.current}>
      <DialogContext.Provider value={dialog}>
        <div key={language ?? ''} class={`app app-${inPlay ? 'play' : route.page}`}>
          <a class="skip" href="#main" onClick={skip}>
            {t('skip')}
          </a>
          <TopBar route={route} />
          <Here route={route} />
          {!inPlay && <BottomBar route={route} />}
          <Told told={told} dismiss={(text) => setTold(told.filter((each) => each !== text))} />
          <LazyDialogs />
        </div>
      </DialogContext.Provider>
    </PageContext.Provider>
  );
}

/** The address after # is the page's place, so the link moves the focus itself. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  const main = document.getElementById('main');
  (main?.querySelector<HTMLElement>('[data-point][tabindex="0"]') ?? main)?.focus();
}

type PageOf = FunctionComponent<{ readonly route: Route }>;

const lobbyPages = (): Promise<PageOf> => import('./lobby/pages').then(({ loadLobbyPages }) => loadLobbyPages());

/** Pages that nobody needs for the first turn come over the wire when they are asked for. */
const LAZY_PAGES: Readonly<Partial<Record<Route['page'], () => Promise<PageOf>>>> = {
  rules: async () => {
    const { Rules } = await import('./pages/Rules');
    return ({ route }) => (route.page === 'rules' ? <Rules clause={route.clause} /> : null);
  },
  games: () => import('./records/Games').then(({ Games }) => Games),
  drill: () => import('./drill/DrillPage').then(({ DrillPage }) => DrillPage),
  import: () => import('./records/Import').then(({ Import }) => Import),
  link: async () => {
    const { OpenLink } = await import('./records/OpenLink');
    return ({ route }) => (route.page === 'link' ? <OpenLink text={route.text} /> : null);
  },
  editor: async () => {
    const { EditorPage } = await import('./editor/EditorPage');
    return ({ route }) => (route.page === 'editor' ? <EditorPage parts={route.parts} /> : null);
  },
  net: async () => {
    const { NetPage } = await import('./net/NetPage');
    return ({ route }) => (route.page === 'net' ? <NetPage game={route.game} /> : null);
  },
  lobby: lobbyPages, make: lobbyPages, player: lobbyPages, leaders: lobbyPages, account: lobbyPages, move: lobbyPages, 'fair-play': lobbyPages,
};

function Here({ route }: { route: Route }): VNode | null {
  const core = useCore();
  const lazy = LAZY_PAGES[route.page];
  const Lazy = useLazy(route.page, lazy);
  const first = useRef(true);
  const session = core.state === 'ready' ? core.session : null;
  const nothing = route.page === 'play' && session !== null && !session.state;

  useEffect(() => {
    // Effects come late on a busy machine: by now a game may have begun.
    if (nothing && !session?.state) goTo(ADDRESS.home);
  }, [nothing]);
  // A new page begins at its top, for the eye and for the screen reader.
  useEffect(() => {
    if (!first.current && route.page !== 'friend') {
      window.scrollTo(0, 0);
      document.getElementById('main')?.focus({ preventScroll: true });
    }
    first.current = false;
  }, [route.page]);

  if (route.page === 'home' || route.page === 'friend') return <Home friend={route.page === 'friend'} />;
  if (lazy) return Lazy ? <Lazy route={route} /> : <main id="main" class="waiting" tabIndex={-1} />;
  if (core.state === 'ready' && core.session.state) return <Play session={core.session} />;
  return (
    <main id="main" class="waiting" tabIndex={-1}>
      <p role="status">{core.state === 'failed' ? t('core.failed', { reason: core.reason }) : t('core.loading')}</p>
      {core.state === 'failed' && (
        <button type="button" class="button-outline" onClick={() => location.reload()}>
          {t('action.retry')}
        </button>
      )}
    </main>
  );
}

const GAMES: readonly Route['page'][] = ['games', 'import', 'link', 'editor'];

function BottomBar({ route }: { route: Route }): VNode {
  const online = useOnline();
  return (
    <nav class={`bottombar${online.here ? ' bottombar-online' : ''}`} aria-label={t('nav.label.bottom')}>
      <a href={ADDRESS.home} aria-current={route.page === 'home' ? 'page' : undefined}>
        <Icon name="chip" /> <span>{t('nav.play')}</span>
      </a>
      <a href={ADDRESS.friend} aria-current={route.page === 'friend' ? 'page' : undefined}>
        <Icon name="people" /> <span>{t('nav.friend')}</span>
      </a>
      {online.here && (
        <a href={ADDRESS.lobby} aria-current={inLobby(route) ? 'page' : undefined}>
          <Icon name="globe-people" /> <span>{t('nav.lobby')}</span> <TurnBadge />
        </a>
      )}
      <a href={ADDRESS.games} aria-current={GAMES.includes(route.page) ? 'page' : undefined}>
        <Icon name="shelf" /> <span>{t('nav.games')}</span>
      </a>
      <a href={ADDRESS.rules} aria-current={route.page === 'rules' ? 'page' : undefined}>
        <Icon name="book" /> <span>{t('nav.rules')}</span>
      </a>
    </nav>
  );
}

/**
 * Short notes at the edge of the screen; they go by themselves or when they are tapped. Most browsers never
 * ask again for a part that once failed to arrive, so the tap on that note loads the page anew.
 */
function Told({ told, dismiss }: { told: readonly string[]; dismiss: (text: string) => void }): VNode {
  const last = told[told.length - 1];
  useEffect(() => {
    if (!last) return;
    const timer = setTimeout(() => dismiss(last), 7000);
    return () => clearTimeout(timer);
  }, [last, told.length]);
  return (
    <div class="told" role="status">
      {told.map((text) => (
        <button key={text} type="button" class="told-note" onClick={() => (text === t('part.failed') && navigator.onLine ? location.reload() : dismiss(text))}>
          {text}
        </button>
      ))}
    </div>
  );
}
