/* The screen of a game over the net: the board with the players above and below it, the message and actions, the
 * panel. It is the screen of every game; what differs is who makes the other turns. */

import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Hands, Trays } from '../../board';
import { Board } from '../../board';
import type { Point, Side, View } from '../../core/types';
import { t } from '../../i18n';
import { useDialog } from '../dialogs';
import { pathOf, scene } from '../game/marks';
import type { Scene } from '../game/marks';
import { otherSide, shapeOf } from '../game/setup';
import type { GameState } from '../game/state';
import { canAct, placing, stonesInHand } from '../game/state';
import { sayHand, sayPoint } from '../game/words';
import { usePage, useSettings } from '../page';
import { Entry } from '../play/Entry';
import { useFocusKeeper } from '../play/focus';
import { useKeys } from '../play/keys';
import { useFrame } from '../play/layout';
import { MessageBox } from '../play/MessageRow';
import { isSmall } from '../play/layout';
import { useReplace } from '../records/useReplace';
import { NetActions } from './Actions';
import { useTick } from './Clock';
import { wholeNetGame } from './keep';
import { isOtherAway, netMessage, secondsToFirst } from './messages';
import { NetDialogs } from './NetDialogs';
import { NetPanel } from './Panel';
import { NetPlayerRow, NetRail } from './Players';
import type { NetTable } from './table';
import { tn } from './words';

/** Beside a board under this width there is no room for a sentence and five buttons in words. */
const TIGHT_PX = 880;
/** A side has in telo, on the board and in hand (R6.1). */
const TELO_STONES = 3;

function handsOf(state: GameState, view: View, trays: Trays): Hands {
  const { white, black } = stonesInHand(state, view);
  const acting = canAct(state) && !state.peek && placing(state);
  return {
    white, black, trays, room: TELO_STONES,
    movable: acting ? (state.view.side === 'white' ? 1 : 2) : undefined,
    labels: { white: sayHand('white', white), black: sayHand('black', black) },
  };
}

/** What is on the board: a plan that is made ahead, or the game and a plan that waits for its time. */
function pictured(table: NetTable, state: GameState): Scene {
  const { plan } = table;
  if (plan?.making && state.browse === null) return scene(plan.state, table.planRules);
  const live = scene(state, table.rules);
  if (!plan || state.browse !== null) return live;
  const path = plan.turn && pathOf(plan.turn.text, state.view.files);
  const stones = plan.turn ? [] : plan.state.view.movable;
  return { ...live, movable: stones, marks: path ? { ...live.marks, bestLines: [path] } : live.marks };
}

/** Of what a screen reader tells the points: while one only looks, nothing can be moved. */
function toldOf(table: NetTable, state: GameState): GameState {
  if (canAct(state) || state.browse !== null) return state;
  if (table.plan && !table.plan.turn) return table.plan.state;
  return { ...state, view: { ...state.view, movable: [] } };
}

export function NetPlay({ table, state }: { table: NetTable; state: GameState }): VNode {
  const page = usePage();
  const settings = useSettings();
  const dialog = useDialog();
  const [flipped, setFlipped] = useState(false);
  const root = useRef<HTMLElement>(null);
  const { variant } = state.setup;
  const { layout, upright, boardPx, barPx, trays, trayPx, panel: panelHere } = useFrame({ variant, flat: settings.flat, coordinates: settings.coordinates });
  const home: Side = table.seat ?? 'white';
  const near = flipped ? otherSide(home) : home;
  const shown = table.shown?.state ?? state;
  const { view, stones, marks, movable, open } = pictured(table, state);
  const flip = (): void => setFlipped(!flipped);
  const send = table.dispatch.bind(table);
  const told = toldOf(table, state);
  const say = (point: Point): string => sayPoint(told, stones, point);
  const replace = useReplace();
  const analyse = (): void => replace.openGame({ ...wholeNetGame(table), you: table.seat });

  useTick(isOtherAway(table) || secondsToFirst(table) !== null || table.client.state === 'waiting', 1000);
  useKeys(send, shown, flip, page.open);
  useFocusKeeper(root);
  useLayoutEffect(() => {
    page.atBoard(true);
    // What stood here before the game began has taken the focus with it.
    if (document.activeElement === document.body) root.current?.focus({ preventScroll: true });
    return () => page.atBoard(false);
  }, []);
  // A replay that nobody watches is over.
  useEffect(() => () => {
    const now = table.state;
    if (now?.animating != null) table.dispatch({ type: 'animation-end', id: now.animating });
  }, [table]);

  const rows = layout !== 'tiny';
  const menu = (): void => page.open('drawer');
  const rowMenu = rows && (layout === 'phone' || layout === 'low' || layout === 'drawer') ? menu : undefined;
  const noMenu = rowMenu === undefined && layout !== 'tiny';
  const panel = <NetPanel table={table} state={state} flip={flip} menu={noMenu ? menu : undefined} analyse={analyse} />;
  const said = netMessage(table);
  const message = <MessageBox said={isSmall(layout) && shown.draft.steps.length > 0 && !said.clause ? { ...said, sub: '' } : said} state={state} layout={layout} />;
  const animation = table.plan?.making ? table.plan.state.animation : state.animation;
  return (
    <main
      ref={root}
      id="main"
      tabIndex={-1}
      class={`play play-${layout}${trays ? ` play-trays-${trays}` : ''} net-play`}
      style={{ '--board': `${boardPx}px`, '--tray': `${trayPx}px`, '--bar': `${barPx}px` }}
    >
      <h1 class="hidden">{t('play.title')}{table.seat ? '' : `, ${tn('watching')}`}</h1>
      <div class="play-column">
        {rows && <NetPlayerRow table={table} side={otherSide(near)} menu={rowMenu} />}
        <div class="play-middle">
          <div class={`play-board${table.plan?.making || table.plan?.turn ? ' net-planning' : ''}`}>
            <Board
              shape={shapeOf(variant)}
              stones={stones}
              marks={marks}
              turned={near === 'black'}
              upright={upright}
              stoneFacing="near"
              material={settings.material}
              coordinates={settings.coordinates}
              movable={movable}
              open={open}
              hands={trays && handsOf(shown, view, trays)}
              animation={animation ?? undefined}
              label={t('board.label')}
              labels={say}
              onPoint={(point) => send({ type: 'point', point })}
              onGroup={(kind) => send({ type: 'group', kind })}
              onDrag={(drag) => send({ type: 'drag', drag })}
              onAnimationEnd={(id) => send({ type: 'animation-end', id })}
            />
          </div>
          {layout === 'tiny' && <NetRail table={table} near={near} flip={flip} menu={menu} peek={() => send({ type: 'peek' })} />}
        </div>
        {rows && <NetPlayerRow table={table} side={near} />}
        <section class="foot" aria-label={t('play.actions')}>
          {dialog === 'type' ? (
            <Entry session={table} state={state} message={message} close={() => page.open(null)} />
          ) : (
            <>
              {message}
              <NetActions table={table} state={shown} layout={layout} panel={panelHere} flip={flip} analyse={analyse}
                tight={layout === 'drawer' ? shown.choice !== null : boardPx < TIGHT_PX} />
            </>
          )}
        </section>
      </div>
      {panelHere && panel}
      <NetDialogs table={table} panel={panelHere ? null : panel} />
      {replace.question}
    </main>
  );
}
