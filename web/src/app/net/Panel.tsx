/* The panel of a game over the net: its state or its result, its turns, what is on the board, the way through it. */

import type { VNode } from 'preact';
import { t } from '../../i18n';
import { situation } from '../game/message';
import type { Player } from '../../net/protocol';
import type { GameState } from '../game/state';
import { otherSide } from '../game/setup';
import { boardName, gameNames, openingName, velaPhase } from '../game/words';
import { clockText, tl } from '../lobby/words';
import { usePage } from '../page';
import { Balance } from '../play/Balance';
import { DraftSteps } from '../play/PanelParts';
import { Transport } from '../play/Transport';
import { TurnList } from '../play/TurnList';
import { Icon } from '../ui/Icon';
import { Thread } from '../ui/Ornament';
import { useTick } from './Clock';
import { netMessage } from './messages';
import { NetResult } from './Result';
import type { NetTable } from './table';
import { lagIs, tn } from './words';

interface Props {
  readonly table: NetTable;
  readonly state: GameState;
  readonly flip: () => void;
  readonly menu: (() => void) | undefined;
  readonly analyse: () => void;
}

export function NetPanel({ table, state, flip, menu, analyse }: Props): VNode {
  const over = table.over;
  return (
    <aside class="panel" aria-label={t('panel.label')}>
      <Thread />
      {over ? <NetResult table={table} state={state} analyse={analyse} /> : <NetHead table={table} state={state} />}
      <TurnList session={table} state={state} />
      {state.draft.steps.length > 0 && <DraftSteps state={state} />}
      <Balance session={table} state={state} />
      <NetLine table={table} />
      <Transport session={table} state={state} flip={flip} menu={menu} />
    </aside>
  );
}

function NetHead({ table, state }: { table: NetTable; state: GameState }): VNode {
  const steps = state.draft.steps.length;
  const opening = state.turns.length === 1 && steps === 0 ? openingName(state) : null;
  const { title, sub } = table.myTurn || steps > 0 ? situation(state) : netMessage(table);
  const names = gameNames(state);
  const phase = velaPhase(state.view);
  const spec = table.game?.spec;
  return (
    <header class="panel-head">
      <h2>{opening ?? (steps > 0 ? t('panel.step', { n: steps + 1 }) : title)}</h2>
      <p>{steps > 0 ? t('panel.not-final') : opening ? t('panel.opening') : sub}</p>
      <p class="panel-rules">
        {boardName(state.setup.variant)}
        {spec && ` · ${clockText(spec.clock)} · ${tn(spec.rated ? 'invite.rated' : 'invite.casual')}`}
        {` · ${names.length > 0 ? names.join(' · ') : t('rules.standard')}`}
      </p>
      {phase !== '' && (
        <p class="panel-phase">
          <strong>{t('vela.title')}</strong> {phase}
        </p>
      )}
    </header>
  );
}

/** The person one plays; nobody where one only watches, or against the computer. */
export function otherPlayer({ seat, game }: NetTable): Player | null {
  const player = seat && game ? game.players[otherSide(seat)] : null;
  return player && player.kind !== 'computer' && player.kind !== 'gone' ? player : null;
}

/** How the line is, and who else looks; and where to turn if the other side does not play fair. */
function NetLine({ table }: { table: NetTable }): VNode {
  useTick(true, 2000);
  const page = usePage();
  const watchers = table.presence?.watchers ?? 0;
  const { client } = table;
  return (
    <section class="panel-part net-line">
      <p>
        <span>{tn('lag.title')}</span>
        <strong>{lagIs(table.connected ? client.lagMs : null)}</strong>
      </p>
      <p>
        <Icon name="eye" size={16} />
        <span>{watchers > 0 ? tn('watchers', { n: watchers }) : tn('watchers.none')}</span>
      </p>
      {otherPlayer(table) && (
        <p>
          <Icon name="shield" size={16} />
          <button type="button" class="button-quiet net-report" onClick={() => page.open('report')}>{tl('profile.report')}</button>
        </p>
      )}
      {client.old && (
        <p class="net-old" role="status">
          <span>{tn('old')}</span>
          {table.over || !table.seat ? (
            <button type="button" class="button-outline" onClick={() => location.reload()}>{tn('old.reload')}</button>
          ) : (
            <small>{tn('old.sub')}</small>
          )}
        </p>
      )}
    </section>
  );
}
