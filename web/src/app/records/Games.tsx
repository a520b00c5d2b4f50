/* The library: one's own games, to be found, opened, carried away and thrown away. */

import type { VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { currentLanguage, t } from '../../i18n';
import { useChanges, usePage, useSettings } from '../page';
import { ADDRESS, goTo } from '../router';
import { browserStore } from '../store/storage';
import { Icon } from '../ui/Icon';
import { Thread } from '../ui/Ornament';
import type { KeptGame } from './entry';
import { download, gameFileName, gamesFileName, joinRecords, RECORD_TYPE } from './files';
import { Finder, ORDERS } from './find';
import type { Order } from './find';
import { GameRow } from './GameRow';
import type { Kept } from './library';
import { readWhole } from './opened';
import { library, spareRules } from './shared';
import { useReach } from './useReach';
import { useReplace } from './useReplace';
import { describe, playersOf, TROUBLE_KEY } from './words';
import '../styles/records.css';

const ROWS = 40;
const ORDER_KEY = 'fanorona.games.order';
const ORDER_KEYS = {
  newest: 'games.order.newest', oldest: 'games.order.oldest', names: 'games.order.names', longest: 'games.order.longest',
  shortest: 'games.order.shortest',
} as const satisfies Record<Order, string>;

export function Games(): VNode {
  const page = usePage();
  const settings = useSettings();
  const shelf = library();
  useChanges((listener) => shelf.subscribe(listener));
  const [query, setQuery] = useState('');
  const [order, setOrder] = useState<Order>(() => ORDERS.find((each) => each === browserStore.read(ORDER_KEY)) ?? 'newest');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [rows, setRows] = useState(ROWS);
  const list = useRef<HTMLUListElement>(null);
  const replace = useReplace();
  const language = currentLanguage();
  const finder = useMemo(() => new Finder(describe), [language]);

  useEffect(() => void shelf.load(), []);

  const { games } = shelf;
  const reach = useReach(games, query);
  const found = useMemo(
    () => (reach.asked ? finder.find(games.filter(({ id }) => reach.found.has(id)), '', order) : finder.find(games, query, order)),
    [games, query, order, finder, reach],
  );
  const picked = found.filter((game) => chosen.has(game.id));

  const told = (done: Kept): boolean => {
    if (done !== 'kept') page.tell(t(TROUBLE_KEY[done]));
    return done === 'kept';
  };
  const open = async (game: KeptGame): Promise<void> => {
    try {
      replace.openGame({ ...readWhole(await spareRules(), game.text), you: game.you }, reach.found.get(game.id));
    } catch (error) {
      page.tell(t('open.failed', { reason: String(error instanceof Error ? error.message : error) }));
    }
  };
  const playOn = async (game: KeptGame): Promise<void> => {
    const { played } = game;
    if (!played) return;
    try {
      const { turns } = readWhole(await spareRules(), game.text);
      // What was left on the clocks is not known any more.
      replace.begin((session) => {
        session.begin({ ...played, clock: 'none' }, settings.taught, turns);
        goTo(ADDRESS.play);
      });
    } catch (error) {
      page.tell(t('open.failed', { reason: String(error instanceof Error ? error.message : error) }));
    }
  };
  const remove = async (ids: readonly string[]): Promise<void> => {
    if (!told(await shelf.remove(ids))) return;
    setChosen(new Set());
    page.say(t('games.deleted', { n: ids.length }));
    // What had the focus is gone; the way back is next.
    document.querySelector<HTMLElement>('.undo-note button')?.focus();
  };
  const restore = async (): Promise<void> => {
    if (told(await shelf.restore())) (list.current ?? document.getElementById('main'))?.focus();
  };
  const exportGames = (some: readonly KeptGame[]): void => {
    const [only] = some;
    if (!only) return;
    const name = some.length === 1 ? gameFileName(only.tags, only.added) : gamesFileName(some.length, Date.now());
    download(name, new Blob([joinRecords(some.map((game) => game.text))], { type: RECORD_TYPE }));
  };
  const choose = (game: KeptGame, on: boolean): void => {
    const next = new Set(chosen);
    if (on) next.add(game.id);
    else next.delete(game.id);
    setChosen(next);
  };

  return (
    <main id="main" class="records" tabIndex={-1}>
      <section class="card records-card">
        <Thread />
        <header class="records-head">
          <div>
            <h1>{t('games.title')}</h1>
            <p class="card-lead">{shelf.loaded ? t('games.count', { n: games.length }) : t('games.loading')}</p>
          </div>
          <div class="records-ways">
            <a class="button-outline" href={ADDRESS.import}>
              <Icon name="open" /> {t('nav.import')}
            </a>
            <a class="button-outline" href={ADDRESS.editor}>
              <Icon name="edit" /> {t('nav.editor')}
            </a>
          </div>
        </header>
        <Troubles />
        {games.length > 0 && (
          <>
            <Tools
              query={query} order={order}
              search={(words) => { setQuery(words); setRows(ROWS); }}
              sort={(next) => { setOrder(next); browserStore.write(ORDER_KEY, next); }}
            />
            <Bar
              told={picked.length > 0 ? t('games.chosen', { n: picked.length }) : reach.searching ? t('games.searching') : query !== '' ? t('games.found', { n: found.length }) : ''}
              all={picked.length === found.length} some={picked.length > 0}
              chooseAll={() => setChosen(new Set(found.map((game) => game.id)))}
              chooseNone={() => setChosen(new Set())}
              save={() => exportGames(picked.length > 0 ? picked : found)}
              remove={() => void remove(picked.map((game) => game.id))}
            />
          </>
        )}
        {shelf.loaded && games.length === 0 && (
          <div class="records-empty">
            <p>{t('games.empty')}</p>
            <p>{t('games.empty.sub')}</p>
          </div>
        )}
        {games.length > 0 && found.length === 0 && !reach.searching && <p class="records-empty">{t('games.none-found')}</p>}
        <ul class="games" ref={list} tabIndex={-1} aria-label={t('games.title')}>
          {found.slice(0, rows).map((game) => (
            <GameRow
              key={game.id}
              game={game}
              chosen={chosen.has(game.id)}
              onChoose={(on) => choose(game, on)}
              onOpen={() => void open(game)}
              tools={
                <>
                  {game.played && game.outcome.result === 'ongoing' && (
                    <button type="button" class="icon-button" title={t('games.play-on')} aria-label={t('games.play-on-one', { names: playersOf(game).join(' – ') })}
                      onClick={() => void playOn(game)}>
                      <Icon name="arrow" />
                    </button>
                  )}
                  <button type="button" class="icon-button" title={t('games.export')} aria-label={t('games.export-one', { names: playersOf(game).join(' – ') })}
                    onClick={() => exportGames([game])}>
                    <Icon name="save" />
                  </button>
                  <button type="button" class="icon-button" title={t('games.delete')} aria-label={t('games.delete-one', { names: playersOf(game).join(' – ') })}
                    onClick={() => void remove([game.id])}>
                    <Icon name="bin" />
                  </button>
                </>
              }
            />
          ))}
        </ul>
        {found.length > rows && (
          <p class="records-more">
            <button type="button" class="button-outline" onClick={() => setRows(rows + ROWS)}>
              {t('games.more', { n: found.length - rows })}
            </button>
          </p>
        )}
      </section>
      {shelf.deleted.length > 0 && (
        <div class="undo-note" role="status">
          <span>{t('games.deleted', { n: shelf.deleted.length })}</span>
          <button type="button" class="button-quiet" onClick={() => void restore()}>
            <Icon name="back" /> {t('games.undo')}
          </button>
        </div>
      )}
      {replace.question}
    </main>
  );
}

/** What stands against keeping games, and what could not be read. */
function Troubles(): VNode | null {
  const page = usePage();
  const shelf = library();
  if (!shelf.trouble && shelf.damaged === 0) return null;
  const drop = async (): Promise<void> => {
    const done = await shelf.dropDamaged();
    if (done !== 'kept') page.tell(t(TROUBLE_KEY[done]));
  };
  return (
    <div class="records-troubles" role="alert">
      {shelf.trouble && <p class="fault">{t(TROUBLE_KEY[shelf.trouble])}</p>}
      {shelf.damaged > 0 && (
        <p class="fault">
          {t('games.damaged', { n: shelf.damaged })}{' '}
          <button type="button" class="button-quiet" onClick={() => void drop()}>
            {t('games.damaged.drop')}
          </button>
        </p>
      )}
    </div>
  );
}

interface ToolsProps {
  readonly query: string;
  readonly order: Order;
  readonly search: (words: string) => void;
  readonly sort: (order: Order) => void;
}

function Tools({ query, order, search, sort }: ToolsProps): VNode {
  return (
    <div class="records-tools" role="search">
      <label class="field records-search">
        <span>{t('games.search')}</span>
        <input
          type="search" autocomplete="off" spellcheck={false} value={query} placeholder={t('games.search.hint')}
          onInput={(event) => search(event.currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>{t('games.order')}</span>
        <select value={order} onChange={(event) => sort(ORDERS.find((each) => each === event.currentTarget.value) ?? 'newest')}>
          {ORDERS.map((each) => (
            <option key={each} value={each}>{t(ORDER_KEYS[each])}</option>
          ))}
        </select>
      </label>
    </div>
  );
}

interface BarProps {
  /** What the list shows. */
  readonly told: string;
  readonly all: boolean;
  readonly some: boolean;
  readonly chooseAll: () => void;
  readonly chooseNone: () => void;
  readonly save: () => void;
  readonly remove: () => void;
}

/** What can be done with many games at once. */
function Bar({ told, all, some, chooseAll, chooseNone, save, remove }: BarProps): VNode {
  return (
    <div class="records-bar">
      <span aria-live="polite">{told}</span>
      <span class="records-bar-actions">
        {!all && <button type="button" class="button-quiet" onClick={chooseAll}>{t('games.choose-all')}</button>}
        {some && <button type="button" class="button-quiet" onClick={chooseNone}>{t('games.choose-none')}</button>}
        <button type="button" class="button-quiet" onClick={save}>
          <Icon name="save" /> {some ? t('games.export-chosen') : t('games.export-all')}
        </button>
        {some && (
          <button type="button" class="button-quiet button-danger" onClick={remove}>
            <Icon name="bin" /> {t('games.delete-chosen')}
          </button>
        )}
      </span>
    </div>
  );
}
