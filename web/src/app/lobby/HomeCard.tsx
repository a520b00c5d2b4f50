/* The front page's part of playing each other: a link in two taps, one's running games, the first offers. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { rest } from '../../net/rest';
import { browserStore } from '../store/storage';
import { Icon } from '../ui/Icon';
import { GameList, SeekList } from './LobbyPage';
import { seeksFor } from './lobbyList';
import { enter } from './MakePage';
import type { Making } from './making';
import { clockOf, FIRST_CHOICE, gameOf, keepMaking, readMaking, specOf } from './making';
import { Fault } from './parts';
import { useAct, useIdentity, useLobby } from './useNet';
import { ADDRESSES, clockText, specNames, tl } from './words';
import '../styles/records.css';
import '../styles/lobby.css';

/** Of each list; the lobby has the rest. */
const SHOWN = 5;
const GAMES_SHOWN = 3;

export function HomeCard(): VNode {
  const identity = useIdentity();
  const { lobby } = useLobby('glances');
  const player = identity.me?.player.id ?? null;
  const { own, others } = lobby ? seeksFor(lobby, player) : { own: [], others: [] };
  const { games } = identity;
  return (
    <>
      <h2 id="online-title">{tl('friend.title')}</h2>
      <p class="card-lead">{tl('friend.sub')}</p>
      <QuickLink />
      {games.length > 0 && (
        <div class="online-part">
          <h3 id="online-yours">{tl('yours.title')}</h3>
          <GameList games={games.slice(0, GAMES_SHOWN)} player={player} own label={tl('yours.title')} />
        </div>
      )}
      <div class="online-part">
        <div class="online-head">
          <h3 id="online-lobby">{tl('lobby.title')}</h3>
          <small>{lobby ? tl('lobby.here', { n: lobby.players }) : ''}</small>
        </div>
        <SeekList own={own.slice(0, 2)} others={others.slice(0, SHOWN)} none={<p class="online-none">{tl('lobby.none')}</p>} />
        <p class="online-ways">
          <a class="button-quiet" href={ADDRESSES.lobby}>{tl('lobby.all')}</a>
          <a class="button-quiet" href={`${ADDRESSES.make}/seek`}>{tl('lobby.offer')}</a>
        </p>
      </div>
    </>
  );
}

/** What most people want to play with a friend; what was chosen last comes first. */
function choices(): readonly Making[] {
  const last = { ...readMaking(browserStore), against: 'link' as const };
  const usual: readonly Making[] = [
    { ...FIRST_CHOICE, clock: 'none' }, { ...FIRST_CHOICE }, { ...FIRST_CHOICE, clock: 'days' },
    { ...FIRST_CHOICE, variant: 'dimy', baseS: 300, incrementS: 3 }, { ...FIRST_CHOICE, variant: 'telo', clock: 'none' },
  ];
  const same = (a: Making, b: Making): boolean => JSON.stringify(specOf(a)) === JSON.stringify(specOf(b));
  return [last, ...usual.filter((each) => !same(each, last))];
}

function words(making: Making): string {
  const { clock: _clock, ...spec } = specOf(making);
  return [...specNames({ ...spec, clock: clockOf(making) }), clockText(clockOf(making))].join(' · ');
}

function QuickLink(): VNode {
  const [offered] = useState(choices);
  const [chosen, setChosen] = useState(0);
  const { busy, why, run } = useAct();
  const make = async (): Promise<void> => {
    const making = offered[chosen] ?? FIRST_CHOICE;
    keepMaking(browserStore, { ...readMaking(browserStore), ...making });
    await run(() => rest.makeGame(gameOf({ ...making, against: 'link' })), enter, 'player');
  };
  return (
    <form class="online-make" onSubmit={(event) => { event.preventDefault(); void make(); }}>
      <div class="online-make-row">
        <label class="field">
          <span class="hidden">{tl('friend.what')}</span>
          <select value={String(chosen)} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
            {offered.map((making, index) => <option key={index} value={String(index)} selected={index === chosen}>{words(making)}</option>)}
          </select>
        </label>
        <button type="submit" class="button-main" disabled={busy}><Icon name="link" /> {tl('friend.make')}</button>
      </div>
      <Fault why={why} />
      <a class="button-quiet online-more" href={ADDRESSES.make}>{tl('friend.more')}</a>
    </form>
  );
}
