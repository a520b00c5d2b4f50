/* The faults of a set-up in words (R9.4). */

import type { SetupFault, SetupFaultCode } from '../../core/types';
import type { Key } from '../../i18n';
import { t } from '../../i18n';
import { shapeOf, sizeText } from '../game/setup';
import { SIDE_KEY } from '../game/words';
import type { Placed } from './model';
import { count, TELO_STONES } from './model';

const FAULT_KEY: Readonly<Record<SetupFaultCode, Key>> = {
  empty: 'setup.empty', length: 'setup.length', size: 'setup.size', 'other-size': 'setup.other-size', character: 'setup.character',
  'rank-long': 'setup.rank-long', 'rank-short': 'setup.rank-short', side: 'setup.side', quiet: 'setup.quiet', number: 'setup.number',
  key: 'setup.key', repeated: 'setup.repeated', stones: 'setup.stones', option: 'setup.option', hand: 'setup.hand',
  'hand-board': 'setup.hand-board', 'hand-stones': 'setup.hand-stones', 'hand-side': 'setup.hand-side', rows: 'setup.rows',
  vela: 'setup.vela', 'vela-board': 'setup.vela-board', 'vela-stones': 'setup.vela-stones',
};

/** `text` is what was checked, `placed` how much of it could be drawn. */
export function faultWords(fault: SetupFault, text: string, placed: Placed): string {
  const { files, ranks } = shapeOf(placed.variant);
  const written = text.slice(fault.offset, fault.offset + fault.length);
  return t(FAULT_KEY[fault.code], {
    part: written,
    side: t(SIDE_KEY[fault.side]),
    rank: fault.rank,
    size: sizeText(placed.variant),
    n: count(placed.stones, fault.side === 'white' ? 1 : 2),
    most: (files * ranks - 1) / 2,
    three: TELO_STONES,
  });
}

/** Which field of the editor a fault belongs to. */
export type FaultField = 'board' | 'side' | 'quiet' | 'number' | 'vela' | 'rules' | 'text';

const FIELDS: Partial<Readonly<Record<SetupFaultCode, FaultField>>> = {
  stones: 'board', 'hand-stones': 'board', rows: 'board', side: 'side', 'hand-side': 'side', quiet: 'quiet', number: 'number',
  vela: 'vela', 'vela-board': 'vela', 'vela-stones': 'vela', option: 'rules',
};

export function fieldOf(fault: SetupFault): FaultField {
  return FIELDS[fault.code] ?? 'text';
}
