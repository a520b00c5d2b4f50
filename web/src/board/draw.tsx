/** The still part of the picture: slab, woven ends, lines, strong points, coordinates, stones. */
import type { VNode } from 'preact';
import { boardLines, centrePoint, fix, isStrong, lozenge, place, pointCount, polygon, polyline } from './geometry';
import { seenAt, starPath, xy } from './geometry';
import type { Layout, XY } from './geometry';
import type { Point, Stone } from './types';

const CORNER = 16;
const STRIP = 16;
const RULE_AT = 19;
const WEAVE_STEP = 25;
const CENTRE_RING = 36;

/** Stones below these sizes, in pixels across, lose their fine detail. */
const PLAIN_PX = 26;
const DISC_PX = 18;
const STONE_ACROSS = 0.78;

export type Detail = 'full' | 'plain' | 'disc';

export function detailOf(cellPx: number): Detail {
  const across = cellPx * STONE_ACROSS;
  return across < DISC_PX ? 'disc' : across < PLAIN_PX ? 'plain' : 'full';
}

/** Gradients and the two stones, named under `id` so that boards on one page do not share them. */
export function Definitions({ id, detail }: { id: string; detail: Detail }): VNode {
  return (
    <defs>
      <linearGradient id={`${id}slab`} x1="0" y1="0" x2="0" y2="1">
        <stop class="b-top" />
        <stop class="b-bottom" offset="1" />
      </linearGradient>
      <linearGradient id={`${id}edge`} x1="0" y1="0" x2="0" y2="1">
        <stop class="b-light" />
        <stop class="b-light" offset="0.5" stop-opacity="0.35" />
        <stop class="b-dark" offset="1" />
      </linearGradient>
      <StoneDefinitions id={id} detail={detail} />
    </defs>
  );
}

function StoneDefinitions({ id, detail }: { id: string; detail: Detail }): VNode {
  if (detail === 'disc') {
    return (
      <>
        <g id={`${id}bone`}>
          <circle class="b-bone-rim" r="39" />
          <circle class="b-flat-bone" r="35" />
        </g>
        <g id={`${id}ebony`}>
          <circle class="b-ebony-rim" r="39" />
          <circle class="b-flat-ebony" r="35" />
        </g>
        <g id={`${id}star`} />
      </>
    );
  }
  const full = detail === 'full';
  const dishLine = full ? 1.9 : 3.4;
  return (
    <>
      <radialGradient id={`${id}boneface`} cx="0.36" cy="0.28" r="0.82">
        <stop stop-color="#fffbf2" />
        <stop offset="0.56" stop-color="#f3e7cf" />
        <stop offset="1" stop-color="#d9c39b" />
      </radialGradient>
      <radialGradient id={`${id}bonedish`} cx="0.62" cy="0.72" r="0.8">
        <stop stop-color="#fbf3e0" />
        <stop offset="1" stop-color="#ebdfc3" />
      </radialGradient>
      <radialGradient id={`${id}ebonyface`} cx="0.34" cy="0.24" r="0.86">
        <stop stop-color="#5a4a43" />
        <stop offset="0.5" stop-color="#352924" />
        <stop offset="1" stop-color="#1a1210" />
      </radialGradient>
      <radialGradient id={`${id}ebonydish`} cx="0.64" cy="0.76" r="0.85">
        <stop stop-color="#40332d" />
        <stop offset="1" stop-color="#251b18" />
      </radialGradient>
      <radialGradient id={`${id}shade`}>
        <stop offset="0.72" stop-color="#1e0802" stop-opacity="0.46" />
        <stop offset="0.86" stop-color="#1e0802" stop-opacity="0.2" />
        <stop offset="1" stop-color="#1e0802" stop-opacity="0" />
      </radialGradient>
      <circle id={`${id}shadow`} class="b-shadow" r="45.2" cy="5.1" fill={`url(#${id}shade)`} />
      <g id={`${id}bone`}>
        <circle class="b-bone-rim" r="39" />
        <circle class="b-face-bone" r="37.2" cy="-0.8" fill={`url(#${id}boneface)`} />
        {full && <circle class="b-dish-shade" r="23.4" cy="-0.8" fill={`url(#${id}bonedish)`} />}
        {full && <circle class="b-bone-light" r="23.4" cy="0.9" stroke-width="1.6" />}
        <circle class="b-bone-dish" r="23.4" cy="-0.8" stroke-width={dishLine} />
      </g>
      <g id={`${id}ebony`}>
        <circle class="b-ebony-rim" r="39" />
        <circle class="b-face-ebony" r="37.2" cy="-0.8" fill={`url(#${id}ebonyface)`} />
        {full && <circle class="b-dish-shade" r="23.4" cy="-0.8" fill={`url(#${id}ebonydish)`} />}
        {full && <circle class="b-ebony-light" r="23.4" cy="0.9" stroke-width="1.6" />}
        {full && <circle class="b-ebony-dish" r="23.4" cy="-0.8" stroke-width={dishLine} />}
        {full && <path class="b-arc" d="M-27.6 -17.2A32.5 32.5 0 0 1 -2 -33.2" stroke-width="2" />}
      </g>
      <path
        id={`${id}star`}
        class="b-carved"
        d={starPath({ x: 0, y: -0.8 }, full ? 1.8 : 0, full ? 18.5 : 22, 0.78)}
      />
    </>
  );
}

/** One stone round the origin, with the number of its last step in the dish, if any. */
export function StoneShape(props: { id: string; stone: Stone; step?: number | undefined; far: boolean }): VNode {
  const { id, stone, step, far } = props;
  return (
    <>
      <use href={`#${id}${stone === 1 ? 'bone' : 'ebony'}`} />
      {step !== undefined ? (
        <Numeral at={{ x: 0, y: -0.8 }} size={26} far={far} kind={stone === 1 ? 'b-on-bone' : 'b-on-ebony'}>
          {step}
        </Numeral>
      ) : (
        stone === 2 && <use href={`#${id}star`} />
      )}
    </>
  );
}

/** A centred numeral, upside down for a reader at the far edge. */
export function Numeral(props: { at: XY; size: number; far: boolean; kind: string; children: number | string }): VNode {
  const { at, size, far } = props;
  return (
    <text
      class={props.kind}
      font-size={size}
      transform={`translate(${xy(at)})${far ? ' rotate(180)' : ''}`}
      y={fix(size * 0.36)}
    >
      {props.children}
    </text>
  );
}

/** The slab with all that is carved into it and never changes. */
export function Slab({ layout, id }: { layout: Layout; id: string }): VNode {
  const { width, height } = layout;
  const hair = 100 / layout.cellPx;
  return (
    <>
      <rect width={width} height={height} rx={CORNER} fill={`url(#${id}slab)`} />
      <Selvedge layout={layout} />
      <rect
        x={hair / 2}
        y={hair / 2}
        width={width - hair}
        height={height - hair}
        rx={Math.max(0, CORNER - hair / 2)}
        fill="none"
        stroke={`url(#${id}edge)`}
        stroke-width={hair}
      />
      <Lines layout={layout} />
      {layout.coordinates && <Coordinates layout={layout} />}
    </>
  );
}

/** Lozenges of lamba weaving on the short ends, drawn for the left one and turned into place. */
function Selvedge({ layout }: { layout: Layout }): VNode | null {
  const { width, height, selvedge } = layout;
  if (selvedge === 'none') return null;
  const length = selvedge === 'sides' ? height : width;
  const depth = selvedge === 'sides' ? width : height;
  const count = Math.floor((length - 2 * CORNER) / WEAVE_STEP) + 1;
  const first = (length - (count - 1) * WEAVE_STEP) / 2;
  let weave = '';
  for (let i = 0; i < count; i++) {
    const at = { x: STRIP / 2 + 0.4, y: first + i * WEAVE_STEP };
    weave += lozenge(at, 5.4, 9.6) + lozenge(at, 2.4, 4.4);
  }
  const round = `A${CORNER} ${CORNER} 0 0 0`;
  const strip = `M${STRIP} 0${round} 0 ${CORNER}V${fix(length - CORNER)}${round} ${STRIP} ${fix(length)}z`;
  const end = (turn: string): VNode => (
    <g transform={turn}>
      <path class="b-strip" d={strip} />
      <path class="b-rule" d={`M${RULE_AT} 0V${fix(length)}`} stroke-width="1.6" />
      <path class="b-weave" d={weave} fill-rule="evenodd" />
    </g>
  );
  return (
    <>
      {end(selvedge === 'sides' ? 'translate(0 0)' : 'matrix(0 1 1 0 0 0)')}
      {end(selvedge === 'sides' ? `matrix(-1 0 0 1 ${fix(depth)} 0)` : `matrix(0 -1 1 0 0 ${fix(depth)})`)}
    </>
  );
}

/** Only real lines: inlaid, each with its shadow beneath; they stop at the ring round the centre. */
function Lines({ layout }: { layout: Layout }): VNode {
  const { shape } = layout;
  const lines = boardLines(shape);
  const centre = place(layout, centrePoint(shape));
  const draw = (ends: Point[]): string => lineBesideCentre(ends.map((end) => place(layout, end)), centre);
  const frame = polygon(lines.frame.map((corner) => place(layout, corner)));
  const straight = lines.straight.map(draw).join('');
  const diagonal = lines.diagonal.map(draw).join('');
  const strokes = (kind: string, drop: number): VNode => (
    <g transform={`translate(0 ${fix(drop)})`}>
      <path class={`${kind} b-diagonal`} d={diagonal} stroke-width={layout.diagonalLine} />
      <path class={kind} d={straight} stroke-width={layout.straightLine} />
      <path class={kind} d={frame} stroke-width={layout.frameLine} />
    </g>
  );
  const ring = Math.max(2.2, layout.diagonalLine);
  return (
    <>
      {strokes('b-inlay', layout.inlayDrop)}
      {strokes('b-line', 0)}
      <circle class="b-star-ring" cx={centre.x} cy={centre.y} r={CENTRE_RING} stroke-width={ring} />
    </>
  );
}

function lineBesideCentre(ends: readonly XY[], centre: XY): string {
  const [a, b] = ends;
  if (!a || !b) return '';
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const along = { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
  const aside = (centre.x - a.x) * along.y - (centre.y - a.y) * along.x;
  const far = (centre.x - a.x) * along.x + (centre.y - a.y) * along.y;
  const spot = (by: number): XY => ({ x: a.x + by * along.x, y: a.y + by * along.y });
  const piece = (from: number, to: number): string => polyline([spot(from), spot(to)]);
  if (Math.abs(aside) > 1) return piece(0, length);
  return piece(0, far - CENTRE_RING) + piece(far + CENTRE_RING, length);
}

/**
 * Lozenges on the strong points, cut free of the lines, and the star at the centre: eight petals,
 * or four where no diagonals meet. They give way to a mark on a `bare` point, the star to a step.
 */
export function Ornaments(props: { layout: Layout; bare: readonly Point[]; steps: readonly Point[] }): VNode {
  const { layout, bare, steps } = props;
  const { shape } = layout;
  const centre = centrePoint(shape);
  const star = starPath(place(layout, centre), 4, 34, 0.95, isStrong(shape, centre) ? 8 : 4);
  let path = '';
  for (let point = 0; point < pointCount(shape); point++) {
    if (!isStrong(shape, point) || point === centre || bare.includes(point)) continue;
    path += lozenge(place(layout, point), 10.5 + 1.25);
  }
  return (
    <>
      <path class="b-lozenge" d={path} stroke-width="2.5" />
      {!steps.includes(centre) && <path class="b-star" d={star} />}
    </>
  );
}

function Coordinates({ layout }: { layout: Layout }): VNode {
  const { shape, view } = layout;
  const fileName = (file: number): string => String.fromCharCode(97 + file);
  const labels: VNode[] = [];
  const add = (name: string, at: XY): void => {
    labels.push(
      <text class="b-coordinate" x={fix(at.x)} y={fix(at.y + 6)} font-size="16.5">
        {name}
      </text>,
    );
  };
  for (let file = 0; file < shape.files; file++) {
    const { col, row } = seenAt(shape, view, file);
    add(fileName(file), view.upright ? beside(layout, row) : below(layout, col));
  }
  for (let rank = 0; rank < shape.ranks; rank++) {
    const { col, row } = seenAt(shape, view, rank * shape.files);
    add(String(rank + 1), view.upright ? below(layout, col) : beside(layout, row));
  }
  return <g>{labels}</g>;
}

function beside(layout: Layout, row: number): XY {
  return { x: layout.left - 55, y: layout.top + row * 100 };
}

function below(layout: Layout, col: number): XY {
  return { x: layout.left + col * 100, y: layout.top + (layout.rows - 1) * 100 + 55 };
}
