/* Where the book of openings stands in the panel. What shows it comes over the wire with the first analysis. */

import type { FunctionComponent, VNode } from 'preact';
import { useLazy } from '../dialogs';
import type { ExplorerProps } from './Explorer';

const load = (): Promise<FunctionComponent<ExplorerProps>> => import('./Explorer').then(({ Explorer }) => Explorer);

export function ExplorerSlot(props: ExplorerProps): VNode | null {
  const Explorer = useLazy('explorer', load);
  return Explorer ? <Explorer {...props} /> : null;
}
