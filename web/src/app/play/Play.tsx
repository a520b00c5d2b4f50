/* The page of a game: the board with the players above and below it, the message and actions, the panel. */

import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Board } from '../../board';
import type { Side } from '../../core/types';
import { t } from '../../i18n';
import { scene } from '../game/marks';
import { otherSide, shapeOf } from '../game/setup';
import type { GameState } from '../game/state';
import { sayPoint } from '../game/words';
import { useChanges, usePage, useSettings } from '../page';
import type { Session } from '../session';
import { Actions } from './Actions';
import { ElsewhereNote } from './ElsewhereNote';
import { useFocusKeeper } from './focus';
import { useKeys } from './keys';
import { useFrame } from './layout';
import { MessageRow } from './MessageRow';
import { Panel } from './Panel';
import { PlayDialogs } from './PlayDialogs';
import { PlayerRow } from './PlayerRow';
import { Rail } from './Rail';

/** Beside a board under this width there is no room for a sentence and five buttons in words. */
const TIGHT_PX = 880;

export function Play({ session }: { session: Session }): VNode | null {
  useChanges((listener) => session.subscribe(listener));
  const { state } = session;
  return state ? <Game session={session} state={state} /> : null;
}

/** The side at the near edge of the board. */
function nearSide(state: GameState, flipped: boolean): Side {
  const { mode, human, facing } = state.setup;
  let near: Side = mode === 'computer' ? human : 'white';
  if (mode === 'friend' && facing === 'turns' && state.browse === null) {
    // The board turns when the stone has arrived.
    near = state.animating === null ? state.view.side : near;
    if (state.animating !== null) near = state.draft.steps.length > 0 ? state.view.side : otherSide(state.view.side);
  }
  return flipped ? otherSide(near) : near;
}

function Game({ session, state }: { session: Session; state: GameState }): VNode {
  const page = usePage();
  const settings = useSettings();
  const [flipped, setFlipped] = useState(false);
  const root = useRef<HTMLElement>(null);
  const { layout, upright, boardPx, panel: panelHere } = useFrame(state.setup.variant, settings.flat, settings.coordinates);
  const near = nearSide(state, flipped);
  const { stones, marks, movable } = scene(state, session.rules);
  const flip = (): void => setFlipped(!flipped);
  const send = session.dispatch.bind(session);

  useKeys(send, state, flip, page.open);
  useFocusKeeper(root);
  // A replay that nobody watches is over.
  useEffect(() => () => {
    const now = session.state;
    if (now?.animating != null) session.dispatch({ type: 'animation-end', id: now.animating });
  }, [session]);

  const facesFar = state.setup.mode === 'friend' && state.setup.facing === 'faces' && state.view.side !== near;
  const menu = (): void => page.open('drawer');
  const panel = <Panel session={session} state={state} flip={flip} layout={layout} />;
  return (
    <main
      ref={root}
      id="main"
      tabIndex={-1}
      class={`play play-${layout}`}
      style={{ '--board': `${boardPx}px` }}
    >
      <h1 class="hidden">{t('play.title')}</h1>
      <div class="play-column">
        {layout !== 'tiny' && (
          <PlayerRow session={session} state={state} side={otherSide(near)} menu={layout === 'phone' || layout === 'low' || layout === 'drawer' ? menu : undefined} />
        )}
        <div class="play-middle">
          <div class="play-board">
            <Board
              shape={shapeOf(state.setup.variant)}
              stones={stones}
              marks={marks}
              turned={near === 'black'}
              upright={upright}
              stoneFacing={facesFar ? 'far' : 'near'}
              material={settings.material}
              coordinates={settings.coordinates}
              movable={movable}
              animation={state.animation ?? undefined}
              label={t('board.label')}
              labels={(point) => sayPoint(state, stones, point)}
              onPoint={(point) => send({ type: 'point', point })}
              onGroup={(kind) => send({ type: 'group', kind })}
              onDrag={(drag) => send({ type: 'drag', drag })}
              onAnimationEnd={(id) => send({ type: 'animation-end', id })}
            />
          </div>
          {layout === 'tiny' && <Rail session={session} state={state} near={near} flip={flip} menu={menu} />}
        </div>
        {layout !== 'tiny' && <PlayerRow session={session} state={state} side={near} />}
        <section class="foot" aria-label={t('play.actions')}>
          {session.elsewhere ? (
            <ElsewhereNote session={session} />
          ) : (
            <>
              <MessageRow session={session} state={state} layout={layout} />
              <Actions session={session} state={state} layout={layout} panel={panelHere} tight={layout === 'drawer' ? state.choice !== null : boardPx < TIGHT_PX} />
            </>
          )}
        </section>
      </div>
      {panelHere && panel}
      <PlayDialogs session={session} state={state} panel={panelHere ? null : panel} />
    </main>
  );
}
