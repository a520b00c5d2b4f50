/** The board: a picture, one button a point over it, and one layer for the stone on its way. */
import type { TargetedMouseEvent, TargetedPointerEvent, VNode } from 'preact';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { pointOf, useCursor } from './cursor';
import { useDrag } from './drag';
import { Definitions, Ornaments, Slab, detailOf } from './draw';
import { CELL, fix, HAND, inBox, layOut, nearestPoint, place, trayBox, traySlots } from './geometry';
import type { Layout, View, XY } from './geometry';
import { FlierLayer, Points, Shadows, Stones, TrayLayer } from './layers';
import { CursorMark, MarksAbove, MarksBelow } from './marks';
import { Flier, usePlayback, useReducedMotion } from './playback';
import { bareOf, sceneOf, surroundingsOf } from './scene';
import { placeTabs, tabAt } from './tabs';
import type { BoardProps, Hands, Point } from './types';
import './board.css';

/** The width to draw for until it can be measured, before the first paint. */
const UNMEASURED_PX = 600;

export function Board(props: BoardProps): VNode {
  const { animation, interactive = true } = props;
  const id = `b${useId()}`;
  const root = useRef<HTMLDivElement>(null);
  const flierElement = useRef<SVGSVGElement>(null);
  const flier = useMemo(() => new Flier(flierElement), []);
  const layout = useLayout(props, root);
  flier.layout = layout;

  const reduced = useReducedMotion(props.reducedMotion);
  const { hands } = props;
  const drag = useDrag(props, withHand(layout, hands, hands?.movable, -1), flier, root);
  const mover = props.stones[animation?.steps[0]?.to ?? -1];
  const playback = usePlayback(animation, withHand(layout, hands, mover, 0), flier, reduced, drag.dragging, props.onAnimationEnd);
  const cursor = useCursor(props, layout.view, root);

  const scene = sceneOf(props, playback.playing, playback.done, drag.away, reduced);
  const { marks } = scene;
  const tabs = useMemo(
    () => (marks.groups?.length ? placeTabs(layout, marks.groups, surroundingsOf(props)) : []),
    [layout, marks.groups],
  );
  const detail = detailOf(layout.cellPx);
  const far = props.stoneFacing === 'far';
  const drawn = { id, layout, scene, detail, far };
  const slab = useMemo(
    () => (
      <>
        <Definitions id={id} detail={detail} />
        <Slab layout={layout} id={id} />
      </>
    ),
    [layout, detail, id],
  );

  const act = (point: Point): void => {
    const group = marks.groups?.find((each) => each.points.includes(point));
    if (group && props.onGroup) props.onGroup(group.kind);
    else props.onPoint?.(point);
  };

  /** A click with no pointer behind it (Enter, a screen reader) belongs to its button alone. */
  const actOn = (target: EventTarget | null): void => {
    const point = pointOf(target);
    if (point !== undefined) act(point);
  };

  /** A tap: where the pointer went down counts, `up` only tells whether it strayed from there. */
  const tap = (press: XY, up: XY): void => {
    if (hands?.movable && inTray(layout, hands, press)) {
      props.onPoint?.(HAND);
      return;
    }
    const point = nearestPoint(layout, press);
    const strayed = point !== nearestPoint(layout, up);
    const tab = strayed ? undefined : tabAt(tabs, layout, press, surroundingsOf(props).tappable);
    if (tab) props.onGroup?.(tab.group.kind);
    // A stone pulled at that cannot be dragged was meant itself, not the point it was pulled to.
    else if (onCell(layout, press) && (!strayed || scene.stones[point])) act(point);
  };

  const pressed = useRef<XY | undefined>(undefined);
  const handlers = {
    onPointerDown: (event: TargetedPointerEvent<HTMLDivElement>): void => {
      pressed.current = spotOf(event, layout);
      drag.down(event);
    },
    onPointerMove: drag.move,
    onPointerUp: drag.up,
    onPointerCancel: drag.cancel,
    onClick: (event: TargetedMouseEvent<HTMLDivElement>): void => {
      const press = pressed.current;
      pressed.current = undefined;
      if (press && drag.swallowClick()) return;
      if (playback.playing) playback.skip();
      else if (press) tap(press, spotOf(event, layout));
      else actOn(event.target);
    },
  };
  const key = (event: KeyboardEvent): void => {
    if (!drag.dragging) pressed.current = undefined;
    if (event.key === 'Escape') drag.cancel();
    cursor.key(event);
  };

  const states = [layout.selvedge === 'none' && 'b-small', drag.dragging && 'b-dragging', reduced && 'b-reduced'];
  const box = `0 0 ${fix(layout.width)} ${fix(layout.height)}`;
  const role = interactive ? { 'aria-hidden': true } : { role: 'img' as const, 'aria-label': props.label };
  return (
    <div
      ref={root}
      class={['board', ...states].filter(Boolean).join(' ')}
      data-material={props.material ?? 'laterite'}
      {...(interactive ? handlers : {})}
    >
      <div class="board-slab" style={{ borderRadius: `${fix(0.16 * layout.cellPx)}px` }}>
        <svg viewBox={box} focusable="false" {...role}>
          {slab}
          <Ornaments layout={layout} bare={bareOf(marks)} steps={marks.reachable ?? []} />
          <Shadows {...drawn} />
          <MarksBelow layout={layout} marks={marks} far={far} />
          <Stones {...drawn} turn={animation?.id} />
          <MarksAbove layout={layout} marks={marks} far={far} tabs={tabs} />
          {cursor.shown && <CursorMark layout={layout} point={cursor.point} />}
        </svg>
      </div>
      {hands && <TrayLayer {...drawn} hands={hands} held={drag.away === HAND} />}
      {interactive && <Points layout={layout} props={props} cursor={cursor} onKey={key} />}
      <FlierLayer {...drawn} element={flierElement} />
    </div>
  );
}

function useLayout(props: BoardProps, root: { current: HTMLDivElement | null }): Layout {
  const { shape, turned = false, upright = false, coordinates = true } = props;
  const { files, ranks } = shape;
  const size = useSize(root);
  return useMemo(() => {
    const view: View = { turned, upright };
    return layOut({ files, ranks }, view, size.width, size.ratio, coordinates);
  }, [files, ranks, turned, upright, coordinates, size]);
}

/** Width in CSS pixels and device pixels a CSS pixel, from before the first paint. */
function useSize(root: { current: HTMLDivElement | null }): { width: number; ratio: number } {
  const [size, setSize] = useState({ width: UNMEASURED_PX, ratio: 1 });
  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    const measure = (): void => {
      const width = element.clientWidth || UNMEASURED_PX;
      const ratio = window.devicePixelRatio || 1;
      setSize((was) => (was.width === width && was.ratio === ratio ? was : { width, ratio }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return size;
}

/** The layout with a place for the stone that comes from a hand: beyond those that lie there, or the last of them. */
function withHand(layout: Layout, hands: Hands | undefined, stone: number | undefined, beyond: -1 | 0): Layout {
  if (!hands || !stone) return layout;
  const near = (stone === 2) === layout.view.turned;
  const count = stone === 1 ? hands.white : hands.black;
  return { ...layout, hand: traySlots(layout, hands.trays, near, hands.room)[count + beyond] };
}

/** Whether a place is in the tray that can be taken from. */
function inTray(layout: Layout, hands: Hands, at: XY): boolean {
  const near = (hands.movable === 2) === layout.view.turned;
  return inBox(trayBox(layout, hands.trays, near, hands.room), at);
}

type OnBoard = TargetedMouseEvent<HTMLDivElement> | TargetedPointerEvent<HTMLDivElement>;

function spotOf(event: OnBoard, layout: Layout): XY {
  const box = event.currentTarget.getBoundingClientRect();
  const unit = CELL / layout.cellPx;
  return { x: (event.clientX - box.left) * unit, y: (event.clientY - box.top) * unit };
}

/** False in the margin, beyond the outer points' cells. */
function onCell(layout: Layout, at: XY): boolean {
  const { x, y } = place(layout, nearestPoint(layout, at));
  return Math.max(Math.abs(x - at.x), Math.abs(y - at.y)) <= 0.55 * CELL;
}
