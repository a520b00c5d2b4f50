/** The layers of the board above the slab: stones, the stone on its way, the controls. */
import type { RefObject, VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Cursor } from './cursor';
import { StoneShape } from './draw';
import type { Detail } from './draw';
import { CELL, fix, HAND, place, pointName, rowsSeen, trayBox, traySlots, xy } from './geometry';
import type { Layout } from './geometry';
import { HollowMark, MovableMark, SelectedMark } from './marks';
import type { Scene } from './scene';
import type { BoardProps, Hands, Marks, Point, Stone } from './types';

interface Drawn {
  readonly id: string;
  readonly layout: Layout;
  readonly scene: Scene;
  readonly detail: Detail;
  readonly far: boolean;
}

/** Beneath the marks, or they would be dimmed. */
export function Shadows({ id, layout, scene, detail }: Drawn): VNode | null {
  if (detail === 'disc') return null;
  return (
    <g>
      {Array.from(scene.stones, (stone, point) =>
        stone && point !== scene.away ? (
          <use href={`#${id}shadow`} key={point} {...place(layout, point)} />
        ) : null,
      )}
    </g>
  );
}

export function Stones({ id, layout, scene, far, turn }: Drawn & { turn: number | undefined }): VNode {
  const moveTo = (point: Point): string => `translate(${xy(place(layout, point))})`;
  return (
    <g>
      {scene.ghosts.map(({ point, stone, delayMs }) => (
        <g key={`${turn}-${point}`} transform={moveTo(point)}>
          <g class="b-ghost" style={{ animationDelay: `${delayMs}ms` }}>
            <StoneShape id={id} stone={stone} far={far} />
          </g>
        </g>
      ))}
      {Array.from(scene.stones, (stone, point) =>
        stone && point !== HAND ? (
          <g key={point} transform={moveTo(point)} class={point === scene.away ? 'b-away' : undefined}>
            <g class={point === scene.marks.selected ? 'b-body b-lifted' : 'b-body'}>
              <StoneShape id={id} stone={stone} far={far} step={stepAt(scene, point)} />
            </g>
          </g>
        ) : null,
      )}
    </g>
  );
}

function stepAt({ step }: Scene, point: Point | undefined): number | undefined {
  return step?.at === point ? step?.number : undefined;
}

/** A picture of its own, so that a moving stone makes nothing else be painted again. */
export function FlierLayer(props: Drawn & { element: RefObject<SVGSVGElement | null> }): VNode {
  const { id, layout, scene, detail, far, element } = props;
  const stone: Stone = scene.away === undefined ? 0 : (scene.stones[scene.away] ?? 0);
  const size = fix(1.6 * layout.cellPx);
  return (
    <svg
      ref={element}
      class={`board-flier${stone ? ' b-flying' : ''}`}
      viewBox="-80 -80 160 160"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
    >
      {stone !== 0 && (
        <g transform="translate(0 -3) scale(1.04)">
          {detail !== 'disc' && <use href={`#${id}shadow`} y="3" />}
          <StoneShape id={id} stone={stone} far={far} step={stepAt(scene, scene.away)} />
        </g>
      )}
    </svg>
  );
}

/** The two trays: what lies in them, and hollows for what has left them. `held`: a stone is being carried off. */
export function TrayLayer({ held, hands, ...drawn }: Drawn & { held: boolean; hands: Hands }): VNode {
  return (
    <>
      {([1, 2] as const).map((stone) => (
        <Tray key={stone} {...drawn} hands={hands} stone={stone} held={held && hands.movable === stone} />
      ))}
    </>
  );
}

function Tray(props: Drawn & { held: boolean; hands: Hands; stone: 1 | 2 }): VNode {
  const { id, layout, scene, detail, far, held, hands, stone } = props;
  const near = (stone === 2) === layout.view.turned;
  const box = trayBox(layout, hands.trays, near, hands.room);
  const slots = traySlots(layout, hands.trays, near, hands.room);
  const count = (stone === 1 ? hands.white : hands.black) - Number(held);
  const next = hands.movable === stone && !held ? slots[count - 1] : undefined;
  const part = (units: number, of: number): string => `${fix((units / of) * 100)}%`;
  return (
    <svg
      class={`board-tray${hands.movable === stone ? ' b-grab' : ''}`}
      viewBox={`${fix(box.x)} ${fix(box.y)} ${box.width} ${box.height}`}
      style={{
        left: part(box.x, layout.width), top: part(box.y, layout.height),
        width: part(box.width, layout.width), height: part(box.height, layout.height),
      }}
      role="img"
      aria-label={stone === 1 ? hands.labels.white : hands.labels.black}
      focusable="false"
    >
      <rect class="b-tray" x={box.x + 1} y={box.y + 1} width={box.width - 2} height={box.height - 2} rx="16" fill={`url(#${id}slab)`} />
      {slots.slice(Math.max(0, count)).map((at) => <HollowMark at={at} key={xy(at)} />)}
      {slots.slice(0, Math.max(0, count)).map((at) => (
        <g key={xy(at)} transform={`translate(${xy(at)})`}>
          {detail !== 'disc' && <use href={`#${id}shadow`} />}
          {at === next && (scene.marks.selected === HAND ? <SelectedMark at={{ x: 0, y: 0 }} /> : <MovableMark at={{ x: 0, y: 0 }} />)}
          <g class={at === next && scene.marks.selected === HAND ? 'b-body b-lifted' : 'b-body'}>
            <StoneShape id={id} stone={stone} far={far} />
          </g>
        </g>
      ))}
    </svg>
  );
}

interface PointsProps {
  readonly layout: Layout;
  readonly props: BoardProps;
  readonly cursor: Cursor;
  readonly onKey: (event: KeyboardEvent) => void;
}

/** One button a point, in the rows and columns that are seen. */
export function Points({ layout, props, cursor, onKey }: PointsProps): VNode {
  const rows = useMemo(() => rowsSeen(layout.shape, layout.view), [layout]);
  const { marks = {}, movable = [], open = [], labels } = props;
  const kind = (point: Point): string | undefined => {
    if (movable.includes(point)) return props.onDrag ? 'b-grab' : 'b-go';
    return open.includes(point) || answers(marks, point) ? 'b-go' : undefined;
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

function answers({ selected, reachable, groups }: Marks, point: Point): boolean {
  return (
    point === selected ||
    reachable?.includes(point) === true ||
    groups?.some((group) => group.points.includes(point)) === true
  );
}
