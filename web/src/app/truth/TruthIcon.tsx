/* A tick, half a disc, a cross: won, drawn, lost. */

import type { VNode } from 'preact';
import type { TableValue } from '../../core/types';

export function TruthIcon({ value }: { value: TableValue }): VNode {
  return (
    <svg class={`truth-icon truth-${value}`} width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      {value === 'draw' ? (
        <>
          <circle cx="10" cy="10" r="6.5" />
          <path class="truth-half" d="M10 3.5a6.5 6.5 0 0 1 0 13z" />
        </>
      ) : (
        <path d={value === 'win' ? 'M4 10.5l4 4 8-9' : 'M5 5l10 10M15 5L5 15'} />
      )}
    </svg>
  );
}
