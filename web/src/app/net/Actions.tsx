/* The buttons under the board of a game over the net. What has to be answered comes before everything else; the
 * one filled button is always last. */

import type { VNode } from 'preact';
import { t } from '../../i18n';
import { otherSide } from '../game/setup';
import type { GameState } from '../game/state';
import { isOver } from '../game/state';
import { usePage, useSettings } from '../page';
import { Action, Browsing, Drafting } from '../play/Actions';
import type { LayoutName } from '../play/layout';
import { isSmall } from '../play/layout';
import { goTo } from '../router';
import { gameAddress } from '../lobby/words';
import { canVela, mayRematch } from './rematch';
import { secondsToClaim } from './messages';
import type { NetTable } from './table';
import { tn } from './words';

interface Props {
  readonly table: NetTable;
  /** The game's, or the plan's while one is made. */
  readonly state: GameState;
  readonly layout: LayoutName;
  readonly panel: boolean;
  readonly tight: boolean;
  readonly flip: () => void;
  readonly analyse: () => void;
}

export function NetActions(props: Props): VNode {
  return <div class="actions">{choose(props)}</div>;
}

function choose(props: Props): VNode {
  const { table, state } = props;
  const making = state.draft.steps.length > 0 || state.choice !== null;
  if (state.browse !== null) return <Browsing session={table} state={state} />;
  if (making) return <Drafting session={table} state={state} layout={props.layout} tight={props.tight} />;
  if (table.unconfirmed) return <Confirming {...props} />;
  const answer = answers(props);
  if (answer) return answer;
  if (table.over || (table.state && isOver(table.state))) return <Over {...props} />;
  if (table.client.state === 'waiting') return <Lost {...props} />;
  if (!table.seat) return <Watching {...props} />;
  return <Idle {...props} />;
}

/** The other side has asked something. */
function answers({ table }: Props): VNode | null {
  const { game, seat } = table;
  if (!game || !seat || game.next || !table.connected) return null;
  const other = otherSide(seat);
  if (game.draw === other) {
    return <Answers no={() => table.say('decline-draw')} yes={() => table.say('draw')} label={tn('draw.accept')} busy={table.isPending('draw') || table.isPending('decline-draw')} />;
  }
  if (game.takeback === other) {
    return <Answers no={() => table.say('decline-takeback')} yes={() => table.say('takeback')} label={tn('back.accept')} busy={table.isPending('takeback') || table.isPending('decline-takeback')} />;
  }
  const { rematch } = game;
  if (rematch?.side === other && !rematch.agreed) {
    return <Answers no={() => table.say('decline-rematch')} yes={() => table.rematch(rematch.kind)} label={tn('rematch.accept')} busy={table.isPending('rematch') || table.isPending('decline-rematch')} />;
  }
  return null;
}

function Answers({ no, yes, label, busy }: { no: () => void; yes: () => void; label: string; busy: boolean }): VNode {
  return (
    <>
      <Action kind="outline" label={tn('decline')} disabled={busy} onClick={no} />
      <Action kind="main" label={label} disabled={busy} onClick={yes} />
    </>
  );
}

function Confirming({ table }: Props): VNode {
  return (
    <>
      <Action icon="back" kind="outline" label={t('action.cancel')} onClick={() => table.unmake(true)} />
      <Action kind="main" label={tn('confirm.yes')} onClick={() => table.confirm()} />
    </>
  );
}

function Lost({ table }: Props): VNode {
  return <Action icon="rematch" kind="outline" label={tn('line.now')} onClick={() => table.client.nudge()} />;
}

function Watching({ flip }: Props): VNode {
  const page = usePage();
  return (
    <>
      <Action icon="flip" label={t('flip')} onClick={flip} />
      <Action icon="link" label={t('share.link')} onClick={() => page.open('invite')} />
    </>
  );
}

function Idle({ table, layout }: Props): VNode {
  const page = usePage();
  const { phrases } = useSettings();
  // In one's own turn there is nothing to wait for.
  const claim = table.myTurn ? null : secondsToClaim(table);
  const { plan } = table;
  if (plan?.turn) return <Action icon="close" kind="outline" label={tn('plan.drop')} onClick={() => table.unplan()} />;
  const computer = table.seat !== null && table.player(otherSide(table.seat))?.kind === 'computer';
  const tiny = layout === 'tiny';
  return (
    <>
      {table.mayAbort ? (
        <Action icon="close" label={tn('abort')} disabled={!table.connected} onClick={() => page.open('abort')} />
      ) : (
        <>
          <Action icon="back" label={t('action.take-back')} disabled={!table.mayAskBack || table.isPending('takeback')} onClick={() => table.askBack()} />
          {claim === null && (
            <Action icon="half" label={t('action.draw')} disabled={!table.mayOfferDraw || table.isPending('draw')} onClick={() => page.open('draw')} />
          )}
          <Action icon="flag" label={t('action.resign')} onClick={() => page.open('resign')} />
        </>
      )}
      {phrases && !computer && !tiny && claim === null && <Action icon="say" bare={isSmall(layout)} label={tn('say')} disabled={!table.connected} onClick={() => page.open('say')} />}
      {claim !== null && (
        <Action kind="main" label={tn('claim')} disabled={claim > 0 || !table.connected || table.isPending('claim')} onClick={() => table.say('claim')} />
      )}
    </>
  );
}

function Over({ table, panel, layout, analyse }: Props): VNode {
  const page = usePage();
  const next = table.game?.next;
  const roomy = layout === 'wide' || layout === 'medium';
  const counted = table.game?.end?.result !== 'none';
  return (
    <>
      {!panel && <Action label={t('result.show')} kind="outline" onClick={() => page.open('drawer')} />}
      {panel && counted && <Action icon="chart" label={tn('result.analyse')} kind={roomy ? 'quiet' : 'outline'} onClick={analyse} />}
      {next ? (
        <Action kind="main" label={tn('rematch.go')} onClick={() => goTo(gameAddress(next))} />
      ) : (
        mayRematch(table) && !roomy && (
          <>
            {canVela(table) && <Action kind="outline" label={t('rule.vela')} onClick={() => table.rematch('vela')} />}
            <Action kind="main" label={tn('rematch.short')} onClick={() => table.rematch('colours')} />
          </>
        )
      )}
    </>
  );
}
