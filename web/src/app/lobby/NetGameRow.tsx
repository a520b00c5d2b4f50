/* A game on the server in a list: how it stands, who plays, whose turn it is or how it ended. */

import type { ComponentChildren, VNode } from 'preact';
import { t } from '../../i18n';
import type { EndReason } from '../../core/types';
import type { GameSummary, Side } from '../../net/protocol';
import { gameFile } from '../../net/rest';
import { reasonWords } from '../records/words';
import { Icon } from '../ui/Icon';
import { ClockMark, PlayerName, SpecWords, StandingBoard } from './parts';
import { dayText, gameAddress, momentText, mySide, playerWords, tl } from './words';

const REASONS: readonly EndReason[] = ['no-stones', 'blocked', 'row', 'repetition', 'quiet', 'agreement', 'resignation', 'time', 'abandoned'];

interface Props {
  readonly game: GameSummary;
  /** Whose list it is: the game is told from there. */
  readonly player: string | null;
  /** It is the list of one's own games. */
  readonly own?: boolean;
}

export function NetGameRow({ game, player, own = false }: Props): VNode {
  const side = mySide(game, player);
  const days = game.spec.clock.kind === 'days' && game.state === 'playing' && own;
  return (
    <li class={`net-game${game.your_turn && own ? ' net-game-turn' : ''}`}>
      <a class="net-game-open" href={gameAddress(game.game)}>
        <StandingBoard game={game} />
        <span class="game-words">
          <strong>
            {side && own ? <PlayerName player={otherPlayer(game, side)} /> : <Both game={game} />}
          </strong>
          <State game={game} side={side} own={own} />
          <small>
            <SpecWords spec={game.spec} /> · <ClockMark clock={game.spec.clock} /> · {t('home.continue.turns', { n: game.turns })}
          </small>
        </span>
      </a>
      {days && (
        <a
          class="icon-button"
          href={gameFile(game.game, 'ics')}
          title={tl('yours.calendar')}
          aria-label={tl('yours.calendar.one', { name: playerWords(otherPlayer(game, side ?? 'white')) })}
        >
          <Icon name="calendar" />
        </a>
      )}
    </li>
  );
}

function otherPlayer(game: GameSummary, side: Side): GameSummary['white'] {
  return side === 'white' ? game.black : game.white;
}

function Both({ game }: { game: GameSummary }): VNode {
  return (
    <>
      <PlayerName player={game.white} /> – <PlayerName player={game.black} />
    </>
  );
}

function State({ game, side, own }: { game: GameSummary; side: Side | null; own: boolean }): VNode {
  const line = (words: ComponentChildren, turn = false): VNode => <span class={`game-end${turn ? ' yours-turn' : ''}`}>{words}</span>;
  if (game.state === 'waiting') return line(tl('yours.waiting'));
  if (game.state === 'ended') return line(<><b class="game-sign">{sign(game)}</b> {[outcome(game, side), reason(game), dayText(game.changed)].filter((part) => part !== '').join(' · ')}</>);
  if (!own) return line(t(game.to_move === 'black' ? 'msg.black-to-move' : 'msg.white-to-move'));
  const until = game.deadline === undefined || game.spec.clock.kind !== 'days' ? '' : ` · ${tl('yours.until', { time: momentText(game.deadline) })}`;
  return game.your_turn ? line(<><Icon name="bell" size={16} /> {tl('yours.turn')}{until}</>, true) : line(`${tl('yours.theirs')}${until}`);
}

function sign({ result }: GameSummary): string {
  return result === 'white' ? '1–0' : result === 'black' ? '0–1' : result === 'draw' ? '½–½' : '–';
}

function outcome({ result }: GameSummary, side: Side | null): string {
  if (result === 'none' || result === undefined) return tl('profile.uncounted');
  if (result === 'draw') return tl('profile.drawn');
  if (side) return tl(result === side ? 'profile.won' : 'profile.lost');
  return t(result === 'white' ? 'result.white' : 'result.black');
}

function reason({ reason: word }: GameSummary): string {
  const known = REASONS.find((each) => each === word);
  return known === undefined ? '' : reasonWords({ reason: known });
}
