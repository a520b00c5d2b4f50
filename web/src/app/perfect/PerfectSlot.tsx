/* Where the switch stands on the card of the computer. What shows it comes over the wire at the highest level. */

import type { FunctionComponent, VNode } from 'preact';
import { useLazy } from '../dialogs';
import { LEVELS } from '../game/setup';
import type { PerfectProps } from './PerfectField';

const load = (): Promise<FunctionComponent<PerfectProps>> => import('./PerfectField').then(({ PerfectField }) => PerfectField);

/** Telo is solved: its highest level plays so without a word. */
export function mayBePerfect({ level, variant }: { readonly level: number; readonly variant: string }): boolean {
  return level === LEVELS && variant !== 'telo';
}

export function PerfectSlot({ level, ...props }: PerfectProps & { readonly level: number }): VNode | null {
  const wanted = mayBePerfect({ level, variant: props.variant });
  const Field = useLazy(wanted ? 'perfect' : '', wanted ? load : undefined);
  return Field ? <Field {...props} /> : null;
}
