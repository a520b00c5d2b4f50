/* Where the endgame tables stand in the panel. What shows them comes over the wire when there are few stones. */

import type { FunctionComponent, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { useLazy } from '../dialogs';
import type { GameState } from '../game/state';
import { usePage } from '../page';
import type { Session } from '../session';
import type { TruthProps } from './TruthCard';

const load = (): Promise<FunctionComponent<TruthProps>> => import('./TruthCard').then(({ TruthCard }) => TruthCard);

export function TruthSlot(props: TruthProps): VNode | null {
  const wanted = props.session.mayAskTables;
  const Card = useLazy(wanted ? 'truth' : '', wanted ? load : undefined);
  return Card ? <Card {...props} /> : null;
}

/** Asks the tables about what is on the board, wherever the panel is. */
export function useTruth(session: Session, state: GameState): void {
  const { settings } = usePage();
  const wanted = session.mayAskTables;
  useEffect(() => {
    // What does not arrive is not missed: there are no tables then.
    if (wanted) import('./follower').then(({ follow }) => follow(session, settings)).catch(() => undefined);
  }, [session, wanted, state.setup]);
}
