/* Where the page begins: settings, language, the core, the kept game, the picture. */

import { render } from 'preact';
import type { Engine, ProofSource, TableSource } from '../core/types';
import { currentLanguage, loadLanguage, t } from '../i18n';
import type { Language } from '../i18n/language';
import { chooseLanguage } from '../i18n/language';
import { announcer } from './announce';
import { App } from './App';
import { loadBook, loadRules, startEngine } from './core';
import { Offline } from './offline';
import { Online } from './online';
import type { CoreState } from './page';
import { isOver } from './game/state';
import { Session } from './session';
import { Sounds } from './sound';
import { GAME_KEY, GameStore } from './store/saved';
import { SETTINGS_KEY, SettingsStore } from './store/settings';
import { browserStore } from './store/storage';
import { followTheme } from './theme';
import './styles/index.css';

const settings = new SettingsStore(browserStore);
const gameStore = new GameStore(browserStore, () => `${Date.now()}-${Math.random()}`);
const offline = new Offline();
const online = new Online(browserStore);
const sounds = new Sounds(() => settings.get().sound);

let core: CoreState = { state: 'loading' };
const coreListeners = new Set<() => void>();
let tell: (text: string) => void = () => undefined;
let followLanguage: (language: Language) => void = () => undefined;

function setCore(next: CoreState): void {
  core = next;
  coreListeners.forEach((listener) => listener());
}

function wantedLanguage(): Language {
  return chooseLanguage({
    query: location.search,
    stored: settings.get().language,
    browser: navigator.languages ?? [navigator.language],
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? '',
  });
}

async function speak(language: Language): Promise<void> {
  await loadLanguage(language);
  document.documentElement.lang = language;
  document.title = t('title');
  followLanguage(language);
}

async function start(): Promise<void> {
  followTheme(settings);
  const rules = loadRules();
  rules.catch(() => undefined); // told when the page is there
  let spoken = wantedLanguage();
  await speak(spoken);
  const say = announcer(document);
  const root = document.getElementById('app');
  if (!root) return;
  render(
    <App
      base={{
        settings, offline, online, say,
        core: () => core,
        onCore: (listener) => {
          coreListeners.add(listener);
          return () => void coreListeners.delete(listener);
        },
      }}
      onTell={(how) => (tell = how)}
      onLanguage={(how) => (followLanguage = how)}
    />,
    root,
  );
  settings.subscribe(() => {
    // A choice made here is stronger than the address the page was opened with.
    const next = settings.get().language ?? wantedLanguage();
    if (next === spoken) return;
    spoken = next;
    speak(next).catch(() => {
      spoken = currentLanguage();
      tell(t('part.failed'));
    });
  });
  window.addEventListener('pointerdown', () => sounds.wake());
  window.addEventListener('keydown', () => sounds.wake());

  try {
    openKept(makeSession(await rules, say));
  } catch (error) {
    setCore({ state: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
  later();
}

function makeSession(rules: Awaited<ReturnType<typeof loadRules>>, say: (text: string) => void): Session {
  let started: (Engine & TableSource & ProofSource) | null = null;
  const engine = (): Engine & TableSource & ProofSource => (started ??= startEngine());
  const session = new Session({
    rules,
    engine,
    tables: engine,
    proofs: engine,
    perfection: (playing) => import('./perfect/keeper').then(({ keeperOf }) => keeperOf(playing)),
    fetchBook: loadBook,
    store: gameStore,
    say,
    sound: (sound) => sounds.play(sound),
    taught: () => settings.change({ taught: true }),
    evaluates: () => settings.get().evaluation,
    analyses: () => settings.get().lines,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    now: () => performance.now(),
  });
  settings.subscribe(() => session.consider());
  session.subscribe(() => keepFinished(session));
  window.addEventListener('pagehide', () => session.leave());
  document.addEventListener('visibilitychange', () => document.hidden && session.leave());
  window.addEventListener('storage', (event) => {
    if (event.key === GAME_KEY || event.key === null) session.noticeStore();
    if (event.key === SETTINGS_KEY || event.key === null) settings.reread();
  });
  return session;
}

/** A game that is over goes into the library. What puts it there comes over the wire when it is needed. */
function keepFinished({ state, elsewhere }: Session): void {
  if (!state || elsewhere || !isOver(state) || state.setup.drill !== undefined) return;
  import('./records/keep').then((keep) => keep.keepFinished(state, tell)).catch(() => undefined);
}

/** Opens the game the store holds. A damaged one is told about and put away. */
function openKept(session: Session): void {
  const loaded = gameStore.load();
  if (loaded.found === 'game') {
    try {
      session.resume(loaded.game, settings.get().taught);
    } catch {
      browserStore.remove(GAME_KEY);
      tell(t('store.damaged'));
    }
  } else if (loaded.found !== 'nothing') {
    tell(t(loaded.found === 'newer' ? 'store.newer' : 'store.damaged'));
    if (loaded.found === 'damaged') browserStore.remove(GAME_KEY);
  }
  setCore({ state: 'ready', session });
  keepFinished(session);
}

/** What the first tap does not wait for: the bold weight, offline use, other people. */
function later(): void {
  void import('./styles/bold');
  import('./lobby/here').then(({ arrive }) => arrive(online, { tell, sound: (sound) => sounds.play(sound), calls: () => settings.get().turnNotice })).catch(() => undefined);
  void offline.start(import.meta.env.PROD ? './sw.js' : null);
}

/** Without its words the page has nothing to show but this. */
start().catch((error: unknown) => {
  const root = document.getElementById('app');
  if (root?.childElementCount === 0) root.textContent = 'Fanorona could not be loaded. Reload the page when there is a network.';
  throw error;
});
