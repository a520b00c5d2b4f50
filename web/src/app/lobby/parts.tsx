/* Small things that every page of playing each other shows. */

import type { ComponentChildren, VNode } from 'preact';
import { t } from '../../i18n';
import type { Identity } from '../../net/identity';
import type { Clock, GameSpec, GameSummary, Player } from '../../net/protocol';
import type { Trouble } from '../../net/rest';
import { shapeOf } from '../game/setup';
import { refusalWords } from '../refusals';
import { Icon } from '../ui/Icon';
import { MiniBoard } from '../ui/MiniBoard';
import { Thread } from '../ui/Ornament';
import { clockText, playerAddress, playerWords, ratingText, specNames, tl } from './words';
import '../styles/records.css';
import '../styles/lobby.css';

/** A page: one card with its title, and what stands beside it. */
export function LobbyCard({ title, lead, aside, children }: { title: ComponentChildren; lead?: ComponentChildren; aside?: ComponentChildren; children: ComponentChildren }): VNode {
  return (
    <main id="main" class="records lobby" tabIndex={-1}>
      <section class="card records-card">
        <Thread />
        <header class="records-head">
          <div>
            <h1>{title}</h1>
            {lead && <p class="card-lead">{lead}</p>}
          </div>
          {aside && <div class="records-ways">{aside}</div>}
        </header>
        {children}
      </section>
    </main>
  );
}

/** What stands in place of a page while there is no server to play on. */
export function Nowhere({ identity }: { identity: Identity }): VNode {
  const { place } = identity;
  if (place === 'unknown') return <main id="main" class="waiting" tabIndex={-1}><p role="status">{tl('place.looking')}</p></main>;
  return (
    <main id="main" class="records" tabIndex={-1}>
      <section class="card link-card">
        <h1>{tl(place === 'away' ? 'place.away' : 'place.absent')}</h1>
        <p class="card-lead">{tl(place === 'away' ? 'place.away.sub' : 'place.absent.sub')}</p>
        <p class="lobby-buttons">
          {place === 'away' && (
            <button type="button" class="button-main" onClick={() => void identity.arrive()}>
              {t('action.retry')}
            </button>
          )}
          <a class="button-outline" href="#/">
            <Icon name="home" /> {t('nav.home')}
          </a>
        </p>
      </section>
    </main>
  );
}

export function Fault({ why }: { why: Trouble | null }): VNode | null {
  return why && <p class="fault" role="alert">{refusalWords(why)}</p>;
}

/** A name with its rating; of an account with the way to its page, where `link` lets it. */
export function PlayerName({ player, link = false }: { player: Player | undefined; link?: boolean }): VNode {
  const name = <bdi>{playerWords(player)}</bdi>;
  const rating = player && ratingText(player);
  const known = link && player?.name !== undefined && (player.kind === 'account' || player.kind === 'bot');
  return (
    <span class="player-name">
      {known ? <a href={playerAddress(player.name ?? '')}>{name}</a> : name}
      {player?.kind === 'bot' && <small class="bot-mark">{tl('player.bot')}</small>}
      {rating && <small class="player-rating">{rating}</small>}
    </span>
  );
}

/** "9×5 · rated · vela: White gives" */
export function SpecWords({ spec }: { spec: GameSpec }): VNode {
  return <span class="spec-words">{specNames(spec).join(' · ')}</span>;
}

export function ClockMark({ clock }: { clock: Clock }): VNode {
  return <span class="clock-mark">{clockText(clock)}</span>;
}

/** How a game stands, small. */
export function StandingBoard({ game, width = 96 }: { game: GameSummary; width?: number }): VNode {
  const { files, ranks } = shapeOf(game.spec.variant);
  const position = (game.position ?? '').split(' ')[0] ?? '';
  const empty = Array.from({ length: ranks }, () => files).join('/');
  return (
    <span class="game-board">
      <MiniBoard files={files} position={position === '' ? empty : position} width={Math.min(width, Math.round((width * 0.6 * ((files - 1) * 16 + 20)) / ((ranks - 1) * 16 + 20)))} />
    </span>
  );
}
