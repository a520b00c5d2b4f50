/** The board: a picture, one button a point over it, and one layer for the stone on its way. */
import type { TargetedMouseEvent, TargetedPointerEvent, VNode } from 'preact';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Definitions, Ornaments, Slab, StoneShape, detailOf } from './draw';
import { useDrag } from './drag';
import { pointOf, useCursor } from './cursor';
import type { Cursor } from './cursor';
import { CELL, fix, layOut, nearestPoint, place, pointName, rowsSeen } from './geometry';
import type { Layout, View, XY } from './geometry';
import { CursorMark, MarksAbove, MarksBelow } from './marks';
import { ghostsOf, stonesAfter, trailAfter } from './motion';
import { Flier, usePlayback, useReducedMotion } from './playback';
import { placeTabs, tabAt } from './tabs';
import type { Tab } from './tabs';
import type { BoardProps, Marks, Point, Stone } from './types';
import './board.css';

/** The width to draw for until it can be measured, before the first paint. */
const UNMEASURED_PX = 600;
const NO_POINTS: readonly Point[] = [];
const NO_MARKS: Marks = {};

export function Board(props: BoardProps): VNode {
  const { shape, label, animation } = props;
  const id = `b${useId()}`;
  const root = useRef<HTMLDivElement>(null);
  const flierElement = useRef<SVGSVGElement>(null);
  const flier = useMemo(() => new Flier(flierElement), []);
  const { turned = false, upright = false, coordinates = true, interactive = true } = props;
  const view = useMemo<View>(() => ({ turned, upright }), [turned, upright]);
  const size = useSize(root);
  const layout = useMemo(
    () => layOut(shape, view, size.width, size.ratio, coordinates),
    [shape.files, shape.ranks, view, size, coordinates],
  );
  flier.layout = layout;

  const reduced = useReducedMotion(props.reducedMotion);
  const drag = useDrag(props, layout, flier, root);
  const playback = usePlayback(animation, layout, flier, reduced, drag.dragging, props.onAnimationEnd);
  const cursor = useCursor(props, view, root);
  const pressed = useRef<XY | undefined>(undefined);

  const given = props.marks ?? NO_MARKS;
  const steps = animation?.steps ?? [];
  const stones = playback.playing ? stonesAfter(props.stones, steps, playback.done) : props.stones;
  const marks = playback.playing ? marksOnTheWay(given, steps, playback.done) : given;
  const tabs = useMemo(
    () => (marks.groups?.length ? placeTabs(layout, marks.groups, surroundings(props)) : []),
    [layout, marks.groups],
  );
  const far = props.stoneFacing === 'far';
  const detail = detailOf(layout.cellPx);
  const mover = playback.playing ? moverOf(props, playback.done) : undefined;
  const away = mover ?? drag.away;
  const lastStep = marks.draft && marks.draft.path.length > 1 ? marks.draft.path.length - 1 : undefined;
  const lastAt = marks.draft?.path[marks.draft.path.length - 1];
  const ghosts = animation && !reduced ? ghostsOf(animation, props.stones, playback.done) : [];

  const act = (point: Point, tab?: Tab): void => {
    const group = tab?.group ?? marks.groups?.find((each) => each.points.includes(point));
    if (group && props.onGroup) props.onGroup(group.kind);
    else props.onPoint?.(point);
  };

  const click = (event: TargetedMouseEvent<HTMLDivElement>): void => {
    const press = pressed.current;
    pressed.current = undefined;
    if (press && drag.swallowClick()) return;
    if (playback.playing) {
      playback.skip();
      return;
    }
    // Without a pointer behind it (Enter, a screen reader) a click belongs to its button alone.
    if (!press) {
      const point = pointOf(event.target);
      if (point !== undefined) act(point);
      return;
    }
    const tab = tabAt(tabs, layout, press, surroundings(props).tappable);
    const point = nearestPoint(layout, press);
    const strayed = point !== nearestPoint(layout, spotOf(event, layout));
    if (tab && !strayed) act(tab.group.points[0] ?? point, tab);
    // A stone pulled at that cannot be dragged was meant itself, not the point it was pulled to.
    else if (onCell(layout, press) && (!strayed || stones[point])) act(point);
  };

  const down = (event: TargetedPointerEvent<HTMLDivElement>): void => {
    pressed.current = spotOf(event, layout);
    drag.down(event);
  };

  const key = (event: KeyboardEvent): void => {
    pressed.current = undefined;
    if (event.key === 'Escape') drag.cancel();
    cursor.key(event);
  };

  const picture = useMemo(
    () => (
      <>
        <Definitions id={id} detail={detail} />
        <Slab layout={layout} id={id} />
      </>
    ),
    [layout, detail, id],
  );

  const pictureRole = interactive ? { 'aria-hidden': true as const } : { role: 'img' as const, 'aria-label': label };
  return (
    <div
      ref={root}
      class={`board${layout.selvedge === 'none' ? ' b-small' : ''}${drag.dragging ? ' b-dragging' : ''}${reduced ? ' b-reduced' : ''}`}
      data-material={props.material ?? 'laterite'}
      onClick={interactive ? click : undefined}
      onPointerDown={interactive ? down : undefined}
      onPointerMove={interactive ? drag.move : undefined}
      onPointerUp={interactive ? drag.up : undefined}
      onPointerCancel={interactive ? drag.cancel : undefined}
    >
      <div class="board-slab" style={{ borderRadius: `${fix(0.16 * layout.cellPx)}px` }}>
        <svg viewBox={`0 0 ${fix(layout.width)} ${fix(layout.height)}`} focusable="false" {...pictureRole}>
          {picture}
          <Ornaments layout={layout} bare={bareOf(marks)} steps={marks.reachable ?? NO_POINTS} />
          {detail !== 'disc' && (
            <g>
              {Array.from(stones, (stone, point) =>
                stone === 0 || point === away ? null : <use href={`#${id}shadow`} key={point} {...place(layout, point)} />,
              )}
            </g>
          )}
          <MarksBelow layout={layout} marks={marks} far={far} />
          <g>
            {ghosts.map((ghost) => (
              <g key={`${animation?.id}-${ghost.point}`} transform={moveTo(layout, ghost.point)}>
                <g class="b-ghost" style={{ animationDelay: `${ghost.delayMs}ms` }}>
                  <StoneShape id={id} stone={ghost.stone} far={far} />
                </g>
              </g>
            ))}
            {Array.from(stones, (stone, point) =>
              stone === 0 ? null : (
                <g key={point} transform={moveTo(layout, point)} class={point === away ? 'b-away' : undefined}>
                  <g class={point === marks.selected ? 'b-body b-lifted' : 'b-body'}>
                    <StoneShape id={id} stone={stone} far={far} step={point === lastAt ? lastStep : undefined} />
                  </g>
                </g>
              ),
            )}
          </g>
          <MarksAbove layout={layout} marks={marks} far={far} tabs={playback.playing ? [] : tabs} />
          {cursor.shown && <CursorMark layout={layout} point={cursor.point} />}
        </svg>
      </div>
      {interactive && (
        <Points layout={layout} props={props} cursor={cursor} onKey={key} />
      )}
      <svg
        ref={flierElement}
        class={`board-flier${away !== undefined ? ' b-flying' : ''}`}
        viewBox="-80 -80 160 160"
        width={fix(1.6 * layout.cellPx)}
        height={fix(1.6 * layout.cellPx)}
        aria-hidden="true"
        focusable="false"
      >
        {away !== undefined && stones[away] ? (
          <g transform="translate(0 -3) scale(1.04)">
            {detail !== 'disc' && <use href={`#${id}shadow`} y="3" />}
            <StoneShape id={id} stone={stones[away] as Stone} far={far} step={away === lastAt ? lastStep : undefined} />
          </g>
        ) : null}
      </svg>
    </div>
  );
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

/** While a turn is replayed, only its trail is drawn, as far as it has got. */
function marksOnTheWay(marks: Marks, steps: NonNullable<BoardProps['animation']>['steps'], done: number): Marks {
  return {
    draft: trailAfter(marks.draft, steps, done),
    lastTurn: marks.draft ? undefined : trailAfter(marks.lastTurn, steps, done),
  };
}

function moverOf(props: BoardProps, done: number): Point | undefined {
  const steps = props.animation?.steps ?? [];
  return done === 0 ? steps[0]?.from : steps[done - 1]?.to;
}

/** Points whose lozenge gives way to a mark. */
function bareOf(marks: Marks): Point[] {
  const trail = marks.draft ?? marks.lastTurn;
  return [...(marks.reachable ?? NO_POINTS), ...(trail?.taken ?? NO_POINTS), ...(trail?.path ?? NO_POINTS)];
}

function surroundings(props: BoardProps): Parameters<typeof placeTabs>[2] {
  const marks = props.marks ?? NO_MARKS;
  const trail = marks.draft ?? marks.lastTurn;
  const one = (point: Point | undefined): readonly Point[] => (point === undefined ? NO_POINTS : [point]);
  return {
    tappable: [...(props.movable ?? NO_POINTS), ...one(marks.selected)],
    reachable: marks.reachable ?? NO_POINTS,
    occupied: Array.from(props.stones, (stone, point) => (stone ? point : -1)).filter((point) => point >= 0),
    chosen: marks.chosen,
    trail: trail?.path ?? NO_POINTS,
    from: marks.selected,
  };
}

function moveTo(layout: Layout, point: Point): string {
  const { x, y } = place(layout, point);
  return `translate(${fix(x)} ${fix(y)})`;
}

function spotOf(event: TargetedMouseEvent<HTMLDivElement> | TargetedPointerEvent<HTMLDivElement>, layout: Layout): XY {
  const box = event.currentTarget.getBoundingClientRect();
  const unit = CELL / layout.cellPx;
  return { x: (event.clientX - box.left) * unit, y: (event.clientY - box.top) * unit };
}

/** False in the margin, beyond the outer points' cells. */
function onCell(layout: Layout, at: XY): boolean {
  const { x, y } = place(layout, nearestPoint(layout, at));
  return Math.max(Math.abs(x - at.x), Math.abs(y - at.y)) <= 0.55 * CELL;
}

/** One button a point in the rows and columns that are seen. */
function Points(given: { layout: Layout; props: BoardProps; cursor: Cursor; onKey: (event: KeyboardEvent) => void }): VNode {
  const { layout, props, cursor, onKey } = given;
  const rows = useMemo(() => rowsSeen(layout.shape, layout.view), [layout]);
  const { marks = NO_MARKS, movable = NO_POINTS, labels } = props;
  const kind = (point: Point): string | undefined => {
    if (movable.includes(point)) return props.onDrag ? 'b-grab' : 'b-go';
    const taps = point === marks.selected || marks.reachable?.includes(point) || marks.groups?.some((group) => group.points.includes(point));
    return taps ? 'b-go' : undefined;
  };
  const part = (units: number, of: number): string => `${fix((units / of) * 100)}%`;
  return (
    <div
      role="grid"
      aria-label={props.label}
      class="board-points"
      style={{
        left: part(layout.left - CELL / 2, layout.width),
        top: part(layout.top - CELL / 2, layout.height),
        width: part(layout.cols * CELL, layout.width),
        height: part(layout.rows * CELL, layout.height),
      }}
      onKeyDown={onKey}
      onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
      onFocusCapture={cursor.focus}
      onBlurCapture={cursor.blur}
    >
      {rows.map((points, row) => (
        <div role="row" key={row}>
          {points.map((point) => (
            <div role="gridcell" key={point}>
              <button
                type="button"
                data-point={point}
                tabIndex={point === cursor.point ? 0 : -1}
                class={kind(point)}
                aria-label={labels?.(point) ?? pointName(layout.shape, point)}
              />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
