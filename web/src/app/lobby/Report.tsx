/* Tells the administration of unfair play. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../i18n';
import type { GameId, Player, ReportSent } from '../../net/protocol';
import { rest } from '../../net/rest';
import { Choices } from '../ui/Choices';
import { Dialog } from '../ui/Dialog';
import { Fault } from './parts';
import { useAct } from './useNet';
import { ADDRESSES, playerWords, tl } from './words';

type Why = ReportSent['why'];

const WHYS: readonly Why[] = ['computer-help', 'on-purpose', 'stalling', 'name', 'other'];
const WORDS = {
  'computer-help': 'report.computer-help', 'on-purpose': 'report.on-purpose', stalling: 'report.stalling', name: 'report.name', other: 'report.other',
} as const;

interface Props {
  readonly player: Player;
  /** In which game it happened, where it is known. */
  readonly game?: GameId;
  readonly onClose: () => void;
  readonly onSent: () => void;
}

export function ReportDialog({ player, game, onClose, onSent }: Props): VNode {
  const [reason, setReason] = useState<Why>('computer-help');
  const { busy, why, run } = useAct();
  const send = (): Promise<void> => run(() => rest.report({ player: player.id, why: reason, ...(game !== undefined && { game }) }), onSent, 'player');
  return (
    <Dialog title={tl('report.title', { name: playerWords(player) })} onClose={onClose}>
      <p>{tl('report.sub')} <a href={ADDRESSES.fairPlay} onClick={onClose}>{tl('fair.title')}</a></p>
      <Choices
        legend={tl('report.why')} name="report-why" kind="list" value={reason} onChange={setReason}
        items={WHYS.map((each) => ({ value: each, label: tl(WORDS[each]) }))}
      />
      <Fault why={why} />
      <div class="dialog-actions">
        <button type="button" class="button-outline" onClick={onClose}>{t('cancel')}</button>
        <button type="button" class="button-main" disabled={busy} onClick={() => void send()}>{tl('report.send')}</button>
      </div>
    </Dialog>
  );
}
