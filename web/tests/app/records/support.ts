/* Games of the library for its tests. */

import type { KeptGame } from '../../../src/app/records/entry';

export function game(id: string, more: Partial<KeptGame> = {}): KeptGame {
  return {
    version: 1,
    id,
    added: Date.UTC(2026, 10, 30, 12),
    source: 'played',
    you: null,
    tags: [['White', 'Hery'], ['Black', 'Tiana'], ['Date', '2026.11.28']],
    setup: { variant: 'tsivy', rules: '' },
    turns: 2,
    outcome: { result: 'ongoing', reason: '', clause: '' },
    position: 'BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w 0 1',
    text: '[White "Hery"]\n\n1. e2-e3A f4-e5W *\n',
    played: null,
    deleted: null,
    ...more,
  };
}
