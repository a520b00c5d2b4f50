/* How a game over the net ended: for whom, why, what it did to the ratings, and what comes next. */

import type { VNode } from 'preact';
import type { Side } from '../../core/types';
import { clauseAddress } from '../game/message';
import { otherSide } from '../game/setup';
import type { GameState } from '../game/state';
import { gameNames } from '../game/words';
import { gameAddress, playerAddress } from '../lobby/words';
import { usePage } from '../page';
import { goTo } from '../router';
import { Icon } from '../ui/Icon';
import { Star } from '../ui/Star';
import { StoneIcon } from '../ui/StoneIcon';
import { netResult } from './messages';
import { canVela, mayRematch } from './rematch';
import type { NetTable } from './table';
import { bySide, nameOf, tn } from './words';

interface Props {
  readonly table: NetTable;
  readonly state: GameState;
  readonly analyse: () => void;
}

export function NetResult({ table, state, analyse }: Props): VNode {
  const page = usePage();
  const { title, sub, clause } = netResult(table, state);
  const { game, seat } = table;
  const counted = game?.end?.result !== 'none';
  const names = gameNames(state);
  const won = game?.end?.result;
  const yours = seat && (won === 'white' || won === 'black') ? tn(won === seat ? 'result.won' : 'result.lost') : null;
  return (
    <header class="result net-result">
      <Star size={58} centre />
      <h2>{yours ?? title}</h2>
      <p>{yours ? `${title}. ${sub}` : sub}</p>
      {clause && (
        <p>
          <a href={clauseAddress(clause.id)}>{clause.label}</a>
        </p>
      )}
      {names.length > 0 && <p class="result-rules">{names.join(' · ')}</p>}
      {game?.ratings && <Ratings table={table} />}
      {seat && <Next table={table} />}
      {counted && (
        <div class="result-more">
          <button type="button" class={seat ? 'button-outline' : 'button-main'} onClick={() => { page.open(null); analyse(); }}>
            <Icon name="chart" /> {tn('result.analyse')}
          </button>
        </div>
      )}
      {seat && (counted || !table.connected) && <p class="result-offer">{tn(table.connected ? 'result.kept' : 'line.lost')}</p>}
    </header>
  );
}

function Ratings({ table }: { table: NetTable }): VNode | null {
  const ratings = table.game?.ratings;
  if (!ratings) return null;
  const row = (side: Side): VNode => {
    const { before, after, provisional } = ratings[side];
    const change = after - before;
    const name = table.player(side)?.name;
    return (
      <div>
        <dt><StoneIcon side={side} size={16} /> {name === undefined ? <bdi>{nameOf(table, side)}</bdi> : <a href={playerAddress(name)}><bdi>{nameOf(table, side)}</bdi></a>}</dt>
        <dd>
          {after}{provisional ? '?' : ''}{' '}
          <small class={change > 0 ? 'rating-up' : change < 0 ? 'rating-down' : undefined}>
            {change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '±0'}
          </small>
        </dd>
      </div>
    );
  };
  return (
    <dl class="result-facts net-ratings" aria-label={tn('result.rating.label')}>
      {row('white')}
      {row('black')}
    </dl>
  );
}

/** Another game: offered, asked for, agreed on. */
function Next({ table }: { table: NetTable }): VNode | null {
  const { game, seat } = table;
  if (!game || !seat) return null;
  const { next, rematch, declined } = game;
  if (next) {
    return (
      <button type="button" class="button-main button-wide" onClick={() => goTo(gameAddress(next))}>
        <Icon name="arrow" /> {tn('rematch.go')}
      </button>
    );
  }
  if (rematch?.agreed) return <p role="status" class="net-offered">{tn('rematch.next')}</p>;
  if (rematch && rematch.side !== seat) {
    return (
      <>
        <p role="status"><strong>{bySide(rematch.side, 'rematch.white', 'rematch.black')}</strong> {tn(rematch.kind === 'vela' ? 'rematch.vela.sub' : 'rematch.colours.sub')}</p>
        <button type="button" class="button-main button-wide" onClick={() => table.rematch(rematch.kind)}>
          <Icon name="rematch" /> {tn('rematch.accept')}
        </button>
        <div class="result-more">
          <button type="button" class="button-outline" onClick={() => table.say('decline-rematch')}>{tn('decline')}</button>
        </div>
      </>
    );
  }
  if (rematch || table.isPending('rematch')) return <p role="status" class="net-offered">{tn('rematch.offered')}</p>;
  const may = mayRematch(table);
  return (
    <>
      {declined?.what === 'rematch' && declined.side === otherSide(seat) && (
        <p role="status">{bySide(declined.side, 'rematch.declined.white', 'rematch.declined.black')}</p>
      )}
      <button type="button" class="button-main button-wide" disabled={!may} onClick={() => table.rematch('colours')}>
        <Icon name="rematch" /> {tn('rematch')}
      </button>
      {canVela(table) && (
        <div class="result-more">
          <button type="button" class="button-outline" disabled={!may} aria-describedby="net-vela" onClick={() => table.rematch('vela')}>
            {tn('rematch.vela')}
          </button>
          <span id="net-vela" class="hidden">{tn('rematch.vela.sub')}</span>
        </div>
      )}
    </>
  );
}
