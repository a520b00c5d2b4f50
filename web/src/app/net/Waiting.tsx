/* Before a game begins: whoever made it sends the link; whoever opens the link sees what is played, and takes the
 * seat by a tap or not at all. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Side } from '../../core/types';
import { t } from '../../i18n';
import { identity } from '../../net/identity';
import type { GameSpec } from '../../net/protocol';
import { shapeOf } from '../game/setup';
import { boardName, ruleNames } from '../game/words';
import { ADDRESSES, clockText, ratingText } from '../lobby/words';
import { refusalWords } from '../refusals';
import { ADDRESS } from '../router';
import { Icon } from '../ui/Icon';
import { MiniBoard } from '../ui/MiniBoard';
import { Thread } from '../ui/Ornament';
import { StoneIcon } from '../ui/StoneIcon';
import { Invite } from './Invite';
import type { NetTable } from './table';
import { nameOf, timeWords, tn } from './words';

export function Waiting({ table }: { table: NetTable }): VNode {
  return (
    <main id="main" class="net-page" tabIndex={-1}>
      <section class="card net-card" aria-labelledby="net-title">
        <Thread />
        {table.over ? <Withdrawn /> : table.seat ? <ForOther table={table} /> : <ForMe table={table} />}
      </section>
    </main>
  );
}

function Withdrawn(): VNode {
  return (
    <div class="net-card-body">
      <h1 id="net-title">{tn('waiting.withdrawn')}</h1>
      <p class="card-lead">{tn('waiting.withdrawn.sub')}</p>
      <a class="button-outline" href={ADDRESS.home}>
        <Icon name="home" /> {t('nav.home')}
      </a>
    </div>
  );
}

/** One sits and waits. */
function ForOther({ table }: { table: NetTable }): VNode {
  const clock = table.game?.spec.clock;
  return (
    <div class="net-columns">
      <div class="net-card-body">
        <h1 id="net-title" class="net-waiting">{tn('waiting.title')}</h1>
        <p class="card-lead">{tn('waiting.sub')}</p>
        <Played table={table} />
        {clock?.kind !== 'real' && <p class="net-small">{tn('waiting.kept')}</p>}
        <Trouble table={table} />
        <button type="button" class="button-outline net-withdraw" disabled={!table.connected || table.isPending('abort')} onClick={() => table.say('abort')}>
          <Icon name="close" /> {tn('waiting.withdraw')}
        </button>
      </div>
      <Invite game={table.id} />
    </div>
  );
}

/** A seat is free. */
function ForMe({ table }: { table: NetTable }): VNode {
  const [taking, setTaking] = useState(false);
  const { game } = table;
  if (!game) return <p role="status">{tn('loading')}</p>;
  const free = (['white', 'black'] as const).filter((side) => game.players[side] === null);
  const maker = (['white', 'black'] as const).find((side) => game.players[side] !== null);
  const sit = async (side: Side): Promise<void> => {
    setTaking(true);
    await table.sit(side);
    setTaking(false);
  };
  const [only] = free;
  return (
    <div class="net-card-body net-invited">
      <h1 id="net-title">{tn('invite.title')}</h1>
      <p class="card-lead">
        {maker ? tn('invite.by', { name: nameWithRating(table, maker) }) : tn('invite.any')}
        {only && free.length === 1 && <> {tn(only === 'white' ? 'invite.white' : 'invite.black')}</>}
      </p>
      <Played table={table} />
      {game.spec.rated && !identity.isAccount && <p class="net-small"><a href={ADDRESSES.account}>{tn('invite.account')}</a></p>}
      <Trouble table={table} />
      <div class="net-seats">
        {free.map((side) => (
          <button key={side} type="button" class="button-main" disabled={taking || !table.connected} onClick={() => void sit(side)}>
            <StoneIcon side={side} size={20} />
            {taking ? tn('invite.taking') : free.length === 1 ? tn('invite.sit') : tn(side === 'white' ? 'invite.sit.white' : 'invite.sit.black')}
          </button>
        ))}
      </div>
      <p class="net-small">{tn('invite.calm')}</p>
    </div>
  );
}

function nameWithRating(table: NetTable, side: Side): string {
  const player = table.player(side);
  const rating = player ? ratingText(player) : '';
  return rating === '' ? nameOf(table, side) : `${nameOf(table, side)} (${rating})`;
}

/** What is played, before anybody decides. */
function Played({ table }: { table: NetTable }): VNode | null {
  const { game, state } = table;
  if (!game) return null;
  const { spec } = game;
  const { files } = shapeOf(spec.variant);
  const names = ruleNames(spec.rules);
  const position = state?.view.position.split(' ')[0];
  return (
    <div class="net-played">
      {position !== undefined && <MiniBoard files={files} position={position} width={files > 5 ? 200 : 112} />}
      <dl class="net-facts">
        <Fact name={tn('invite.board')} value={boardName(spec.variant)} />
        <Fact name={tn('invite.clock')} value={clockWords(spec)} />
        <Fact name={tn('invite.rules')} value={[...(spec.start === undefined ? [] : [t('rules.position')]), ...names].join(' · ') || t('rules.standard')} />
        <Fact name={tn('invite.counts')} value={tn(spec.rated ? 'invite.rated' : 'invite.casual')} />
      </dl>
    </div>
  );
}

function clockWords({ clock }: GameSpec): string {
  if (clock.kind !== 'real') return clockText(clock);
  return `${clockText(clock)} (${timeWords(1000 * (clock.base_s || clock.increment_s))})`;
}

function Fact({ name, value }: { name: string; value: string }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Why the seat was not given, or that the line is away. */
function Trouble({ table }: { table: NetTable }): VNode | null {
  const { notice } = table;
  if (notice?.kind === 'refused') return <p class="fault" role="alert">{refusalWords(notice.why)}</p>;
  return table.connected ? null : <p class="net-small" role="status">{tn('line.connecting')}</p>;
}
