/* The lobby: offers that stand open, one's running games, games to watch. */

import type { ComponentChildren, VNode } from 'preact';
import { net } from '../../net';
import type { GameSummary, Lobby, Seek } from '../../net/protocol';
import { rest } from '../../net/rest';
import { useChanges } from '../page';
import { refusalWords } from '../refusals';
import { goTo } from '../router';
import { Icon } from '../ui/Icon';
import { noteOffer } from './here';
import { seeksFor, watchable } from './lobbyList';
import { NetGameRow } from './NetGameRow';
import { Fault, LobbyCard, Nowhere } from './parts';
import { SeekRow } from './SeekRow';
import { useAct, useIdentity, useLobby } from './useNet';
import { ADDRESSES, gameAddress, leadersAddress, tl } from './words';

export function LobbyPage(): VNode {
  const identity = useIdentity();
  return identity.place === 'here' ? <Open /> : <Nowhere identity={identity} />;
}

function Open(): VNode {
  const identity = useIdentity();
  const { lobby, why } = useLobby('live');
  const player = identity.me?.player.id ?? null;
  return (
    <LobbyCard
      title={tl('lobby.title')}
      lead={<Here lobby={lobby} />}
      aside={
        <>
          <a class="button-main" href={ADDRESSES.make}>
            <Icon name="plus" /> {tl('make.title')}
          </a>
          <a class="button-outline" href={ADDRESSES.account}>
            <Icon name="person" /> {tl('lobby.account')}
          </a>
        </>
      }
    >
      <Connection />
      {!lobby && why && <div class="lobby-part"><Fault why={why} /></div>}
      {identity.games.length > 0 && (
        <Part title={tl('yours.title')} id="lobby-yours">
          <GameList games={identity.games} player={player} own label={tl('yours.title')} />
        </Part>
      )}
      <Part title={tl('lobby.seeks')} id="lobby-seeks">
        {lobby && <Seeks lobby={lobby} player={player} />}
      </Part>
      <Part title={tl('lobby.watch')} id="lobby-watch">
        {lobby && <Watch games={watchable(lobby, player)} />}
      </Part>
      <nav class="lobby-ways" aria-label={tl('lobby.title')}>
        <a class="menu-item" href={leadersAddress('tsivy')}><Icon name="crown" /> <span>{tl('lobby.leaders')}</span></a>
        <a class="menu-item" href={ADDRESSES.fairPlay}><Icon name="shield" /> <span>{tl('lobby.fair')}</span></a>
      </nav>
    </LobbyCard>
  );
}

function Here({ lobby }: { lobby: Lobby | null }): VNode {
  return <span role="status">{lobby ? tl('lobby.here', { n: lobby.players }) : tl('place.looking')}</span>;
}

/** Told only when it is gone for longer than a moment. */
function Connection(): VNode | null {
  useChanges((listener) => net().subscribe(listener));
  return net().state === 'waiting' ? <p class="lobby-part lobby-note" role="status"><Icon name="info" size={16} /> {tl('lobby.waiting')}</p> : null;
}

function Part({ title, id, children }: { title: string; id: string; children: ComponentChildren }): VNode {
  return (
    <section class="lobby-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

export function GameList({ games, player, own = false, label }: { games: readonly GameSummary[]; player: string | null; own?: boolean; label: string }): VNode {
  return (
    <ul class="net-games" aria-label={label}>
      {games.map((game) => <NetGameRow key={game.game} game={game} player={player} own={own} />)}
    </ul>
  );
}

/** As many as are looked at; a busy lobby has more. */
const SHOWN = 60;

function Seeks({ lobby, player }: { lobby: Lobby; player: string | null }): VNode {
  const { own, others } = seeksFor(lobby, player);
  const none = (
    <div class="records-empty">
      <p>{tl('lobby.none')}</p>
      <p>{tl('lobby.none.sub')}</p>
      <p><a class="button-outline" href={`${ADDRESSES.make}/seek`}>{tl('lobby.offer')}</a></p>
    </div>
  );
  return <SeekList own={own} others={others.slice(0, SHOWN)} none={none} />;
}

interface SeekListProps {
  readonly own: readonly Seek[];
  readonly others: readonly Seek[];
  /** In place of an empty list. It is still said why the last offer could not be accepted: it may be the one that has gone. */
  readonly none: VNode;
}

export function SeekList({ own, others, none }: SeekListProps): VNode {
  const { busy, why, run } = useAct();
  const accept = (seek: Seek): Promise<void> =>
    run(() => rest.acceptSeek(seek.seek), ({ game }) => { if (game !== undefined) goTo(gameAddress(game)); }, 'player');
  const takeBack = (seek: Seek): Promise<void> => run(() => rest.endSeek(seek.seek), () => noteOffer(seek.seek, false));
  return (
    <>
      {why && <p class="lobby-part fault" role="alert">{refusalWords(why)}</p>}
      {own.length + others.length === 0 ? none : (
        <ul class="seeks" aria-label={tl('lobby.seeks')}>
          {own.map((seek) => <SeekRow key={seek.seek} seek={seek} own busy={busy} act={(one) => void takeBack(one)} />)}
          {others.map((seek) => <SeekRow key={seek.seek} seek={seek} own={false} busy={busy} act={(one) => void accept(one)} />)}
        </ul>
      )}
      {own.length > 0 && <p class="lobby-part lobby-note">{tl(own.some((seek) => seek.spec.clock.kind !== 'days') ? 'seek.stands' : 'seek.stands.days')}</p>}
    </>
  );
}

function Watch({ games }: { games: readonly GameSummary[] }): VNode {
  if (games.length === 0) return <p class="records-empty">{tl('lobby.watch.none')}</p>;
  return <GameList games={games.slice(0, SHOWN)} player={null} label={tl('lobby.watch')} />;
}
