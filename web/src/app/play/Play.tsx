/* The page of a game: the board with the players above and below it, the message and actions, the panel. */

import type { FunctionComponent, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Hands, Trays } from '../../board';
import { Board } from '../../board';
import type { Point, Side, View } from '../../core/types';
import { t } from '../../i18n';
import { useDialog, useLazy } from '../dialogs';
import { scene } from '../game/marks';
import { otherSide, shapeOf } from '../game/setup';
import type { GameState } from '../game/state';
import { canAct, placing, stonesInHand } from '../game/state';
import { sayHand, sayPoint } from '../game/words';
import { useChanges, usePage, useSettings } from '../page';
import type { ReviewProps } from '../review/ReviewCard';
import type { Session } from '../session';
import { useTruth } from '../truth/TruthSlot';
import { sayTruth, truthsOn } from '../truth/board';
import { Actions } from './Actions';
import { Bar } from './Bar';
import { ElsewhereNote } from './ElsewhereNote';
import { Entry } from './Entry';
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

const loadReview = (): Promise<FunctionComponent<ReviewProps>> => import('../review/ReviewCard').then(({ ReviewCard }) => ReviewCard);

/** A side has in telo, on the board and in hand (R6.1). */
const TELO_STONES = 3;

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

/** The stones that are not on the board yet, in telo (R6.2). */
function handsOf(state: GameState, view: View, trays: Trays): Hands {
  const { white, black } = stonesInHand(state, view);
  const acting = canAct(state) && !state.peek && placing(state);
  return {
    white, black, trays, room: TELO_STONES,
    movable: acting ? (state.view.side === 'white' ? 1 : 2) : undefined,
    labels: { white: sayHand('white', white), black: sayHand('black', black) },
  };
}

function Game({ session, state }: { session: Session; state: GameState }): VNode {
  const page = usePage();
  const settings = useSettings();
  const dialog = useDialog();
  const [flipped, setFlipped] = useState(false);
  const root = useRef<HTMLElement>(null);
  const { variant } = state.setup;
  const analysis = state.setup.mode === 'analysis';
  const bar = analysis ? settings.lines : settings.evaluation;
  const { layout, upright, boardPx, barPx, trays, trayPx, panel: panelHere } = useFrame({ variant, flat: settings.flat, coordinates: settings.coordinates, bar });
  const near = nearSide(state, flipped);
  useTruth(session, state);
  useEffect(() => {
    if (state.setup.drill === undefined || session.exercise) return;
    import('../drill/drill').then(({ resumeDrill }) => resumeDrill(session)).catch(() => page.tell(t('part.failed')));
  }, [session, state.setup]);
  const truths = truthsOn(session, state);
  const { view, stones, marks, movable, open } = scene(state, session.rules, session.bestTurn, truths);
  const say = (point: Point): string => sayTruth(sayPoint(state, stones, point), marks.truths && truths.get(point));
  const flip = (): void => setFlipped(!flipped);
  const send = session.dispatch.bind(session);

  useKeys(send, state, flip, page.open);
  useFocusKeeper(root);
  // A replay that nobody watches is over.
  useEffect(() => () => {
    const now = session.state;
    if (now?.animating != null) session.dispatch({ type: 'animation-end', id: now.animating });
  }, [session]);

  // In an analysis nobody plays: where there is room, the review takes the place of the players.
  const card = analysis && panelHere;
  const rows = !card && layout !== 'tiny';
  const curvePx = layout === 'drawer' ? 80 : 92;
  const Review = useLazy(analysis ? 'review' : '', analysis ? loadReview : undefined);
  const facesFar = state.setup.mode === 'friend' && state.setup.facing === 'faces' && state.view.side !== near;
  const menu = (): void => page.open('drawer');
  const rowMenu = rows && (layout === 'phone' || layout === 'low' || layout === 'drawer') ? menu : undefined;
  const noMenu = rowMenu === undefined && layout !== 'tiny';
  const panel = <Panel session={session} state={state} flip={flip} menu={noMenu ? menu : undefined} />;
  return (
    <main
      ref={root}
      id="main"
      tabIndex={-1}
      class={`play play-${layout}${trays ? ` play-trays-${trays}` : ''}`}
      style={{ '--board': `${boardPx}px`, '--tray': `${trayPx}px`, '--bar': `${barPx}px` }}
    >
      <h1 class="hidden">{t('play.title')}</h1>
      <div class="play-column">
        {rows && <PlayerRow session={session} state={state} side={otherSide(near)} menu={rowMenu} />}
        <div class="play-middle">
          <div class="play-board">
            {bar && <Bar opinion={session.opinion} near={near} />}
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
              open={open}
              hands={trays && handsOf(state, view, trays)}
              animation={state.animation ?? undefined}
              label={t('board.label')}
              labels={say}
              onPoint={(point) => send({ type: 'point', point })}
              onGroup={(kind) => send({ type: 'group', kind })}
              onDrag={(drag) => send({ type: 'drag', drag })}
              onAnimationEnd={(id) => send({ type: 'animation-end', id })}
            />
          </div>
          {layout === 'tiny' && <Rail session={session} state={state} near={near} flip={flip} menu={menu} />}
        </div>
        {rows && <PlayerRow session={session} state={state} side={near} />}
        <section class="foot" aria-label={t('play.actions')}>
          {session.elsewhere ? (
            <ElsewhereNote session={session} />
          ) : dialog === 'type' ? (
            <Entry session={session} state={state} message={<MessageRow session={session} state={state} layout={layout} />} close={() => page.open(null)} />
          ) : (
            <>
              <MessageRow session={session} state={state} layout={layout} />
              <Actions session={session} state={state} layout={layout} panel={panelHere} tight={layout === 'drawer' ? state.choice !== null : boardPx < TIGHT_PX} />
            </>
          )}
        </section>
        {card && (Review ? <Review session={session} state={state} where="column" height={curvePx} /> : <div class="review-waiting" style={{ height: `${curvePx + 56}px` }} />)}
      </div>
      {!card && Review && <Review session={session} state={state} where={dialog === 'review' ? 'dialog' : 'nowhere'} height={curvePx} />}
      {panelHere && panel}
      <PlayDialogs session={session} state={state} panel={panelHere ? null : panel} />
    </main>
  );
}
