/* Where the computer's promise stands beside its name. What shows it comes over the wire in a game that has one. */

import type { ComponentChildren, FunctionComponent, VNode } from 'preact';
import { useLazy } from '../dialogs';
import type { GameState } from '../game/state';
import type { Session } from '../session';
import type { BadgeProps } from './PromiseBadge';

const load = (): Promise<FunctionComponent<BadgeProps>> => import('./PromiseBadge').then(({ PromiseBadge }) => PromiseBadge);

interface Props {
  readonly session: Session;
  readonly state: GameState;
  readonly children?: ComponentChildren;
}

export function PromiseSlot({ session, state, children }: Props): VNode {
  const wanted = state.setup.perfect === true;
  const Badge = useLazy(wanted ? 'promise' : '', wanted ? load : undefined);
  return Badge ? <Badge session={session}>{children}</Badge> : <>{children}</>;
}
