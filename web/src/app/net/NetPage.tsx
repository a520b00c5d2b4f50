/* A game over the net: found, waited for, played, watched. */

import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { t } from '../../i18n';
import { Nowhere } from '../lobby/parts';
import { useIdentity } from '../lobby/useNet';
import { useChanges, usePage, useSettings } from '../page';
import { ADDRESS, goTo } from '../router';
import { gameAddress, loadWords } from '../lobby/words';
import { lobby } from '../../i18n/lobby';
import { netWords } from '../../i18n/net';
import { refusalWords, refused } from '../refusals';
import { Icon } from '../ui/Icon';
import { useWords } from '../words';
import { NetPlay } from './NetPlay';
import type { NetTable } from './table';
import { openTable } from './tables';
import { Waiting } from './Waiting';
import { tn } from './words';
import './net.css';

export function NetPage({ game }: { game: string }): VNode {
  const words = [useWords(netWords), useWords(lobby), useWords(refused)].every(Boolean);
  useEffect(() => void loadWords().catch(() => undefined), []);
  return words ? <Found key={game} game={game} /> : <main id="main" class="waiting" tabIndex={-1}><p role="status">{t('core.loading')}</p></main>;
}

function Found({ game }: { game: string }): VNode {
  const page = usePage();
  const identity = useIdentity();
  const [table, setTable] = useState<NetTable | null>(null);
  const [failed, setFailed] = useState('');
  const here = identity.place === 'here';
  useEffect(() => {
    // Who one is stands in the cookie; the connection asks with it.
    if (!here) return;
    const opened = openTable(game, page);
    let wanted = true;
    opened.table.then((found) => wanted && setTable(found), (error: unknown) => wanted && setFailed(error instanceof Error ? error.message : String(error)));
    return () => {
      wanted = false;
      opened.release();
    };
  }, [here]);
  if (failed !== '') return <Told title={t('core.failed', { reason: failed })} sub="" />;
  if (table) return <AtTable table={table} />;
  if (!here) return <Nowhere identity={identity} />;
  return <main id="main" class="waiting" tabIndex={-1}><p role="status">{tn('loading')}</p></main>;
}

function AtTable({ table }: { table: NetTable }): VNode {
  useChanges((listener) => table.subscribe(listener));
  useTitle(table);
  useNext(table);
  useOldNote(table);
  const { game, state, fault, notice } = table;
  if (fault) return <Told title={fault.reason === 'no-game' ? tn('missing') : refusalWords(fault)} sub={fault.reason === 'no-game' ? tn('missing.sub') : ''} />;
  if (!game || !state) {
    if (notice?.kind === 'damaged') return <Told title={tn('damaged')} sub={tn('damaged.sub')} />;
    const lost = table.client.state === 'waiting' || table.client.state === 'ended';
    return <main id="main" class="waiting" tabIndex={-1}><p role="status">{tn(lost ? 'line.lost' : 'loading')}</p></main>;
  }
  const waits = game.players.white === null || game.players.black === null;
  return waits ? <Waiting table={table} /> : <NetPlay table={table} state={state} />;
}

/** There is nothing to be shown, and why. */
function Told({ title, sub }: { title: string; sub: string }): VNode {
  return (
    <main id="main" class="records" tabIndex={-1}>
      <section class="card link-card">
        <h1>{title}</h1>
        {sub !== '' && <p class="card-lead">{sub}</p>}
        <a class="button-outline" href={ADDRESS.home}>
          <Icon name="home" /> {t('nav.home')}
        </a>
      </section>
    </main>
  );
}

/** While nobody looks, the title says whose turn it is. */
function useTitle(table: NetTable): void {
  const { turnNotice } = useSettings();
  const [hidden, setHidden] = useState(document.hidden);
  useEffect(() => {
    const look = (): void => setHidden(document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  const calls = turnNotice && hidden && table.myTurn;
  useLayoutEffect(() => {
    document.title = calls ? `● ${tn('title.turn')} – ${t('title')}` : t('title');
    return () => {
      document.title = t('title');
    };
  }, [calls]);
}

/** The page is older than the server: told once; where it can be loaded anew stands in the panel. */
function useOldNote(table: NetTable): void {
  const page = usePage();
  const { old } = table.client;
  useEffect(() => {
    if (old) page.tell(`${tn('old')}. ${tn('old.sub')}`);
  }, [old]);
}

/** Both have agreed on another game: who sits here goes there with it. Whoever opens a game of old stays. */
function useNext(table: NetTable): void {
  const { onward } = table;
  useEffect(() => {
    if (onward) goTo(gameAddress(onward));
  }, [onward]);
}
