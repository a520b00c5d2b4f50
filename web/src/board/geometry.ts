/**
 * Where things stand. Lengths are in units: 100 units are one cell, the distance between two
 * neighbouring points. "Seen" coordinates are columns and rows as the viewer sees them.
 */
import type { Point, Shape, Trays } from './types';

export const CELL = 100;

/** The point of a stone that comes from a tray (Hands): no point of any board, which has 49 at most. */
export const HAND: Point = 63;
/** A tray: how deep it is, how far its stones are apart, how far it is from the slab. */
const TRAY_DEPTH = 100;
const TRAY_PITCH = 92;
const TRAY_GAP = 14;

/** Under this many pixels a coordinate cannot be read and is left out. */
const MIN_COORDINATE_PX = 10;
const COORDINATE_SIZE = 0.165;
/** Under this many pixels a cell the woven ends would be noise. */
const MIN_SELVEDGE_CELL_PX = 24;

export interface View {
  readonly turned: boolean;
  readonly upright: boolean;
}

export interface XY {
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  readonly shape: Shape;
  readonly view: View;
  /** Points across and down, as seen. */
  readonly cols: number;
  readonly rows: number;
  /** Pixels a cell. */
  readonly cellPx: number;
  /** Units, as all that follow: the whole slab, and the first point on it. */
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  readonly coordinates: boolean;
  /** The woven ends: left and right, above and below, or none. */
  readonly selvedge: 'sides' | 'ends' | 'none';
  readonly frameLine: number;
  readonly straightLine: number;
  readonly diagonalLine: number;
  readonly inlayDrop: number;
  /** Where the stone lies that comes from a tray: HAND has its place there. */
  readonly hand?: XY | undefined;
}

export function pointCount(shape: Shape): number {
  return shape.files * shape.ranks;
}

export function isStrong(shape: Shape, point: Point): boolean {
  return ((point % shape.files) + Math.floor(point / shape.files)) % 2 === 0;
}

/** "e3". */
export function pointName(shape: Shape, point: Point): string {
  return String.fromCharCode(97 + (point % shape.files)) + (Math.floor(point / shape.files) + 1);
}

export function centrePoint(shape: Shape): Point {
  return (pointCount(shape) - 1) / 2;
}

/** Column and row at which a point is seen. */
export function seenAt(shape: Shape, view: View, point: Point): { col: number; row: number } {
  const file = point % shape.files;
  const rank = Math.floor(point / shape.files);
  const fileSeen = view.turned ? shape.files - 1 - file : file;
  const rankSeen = view.turned ? shape.ranks - 1 - rank : rank;
  // Upright is the flat board turned a quarter clockwise: files run down, ranks run right.
  return view.upright
    ? { col: rankSeen, row: fileSeen }
    : { col: fileSeen, row: shape.ranks - 1 - rankSeen };
}

/** The point seen at a column and row; undefined outside the board. */
export function pointSeenAt(shape: Shape, view: View, col: number, row: number): Point | undefined {
  const fileSeen = view.upright ? row : col;
  const rankSeen = view.upright ? col : shape.ranks - 1 - row;
  if (fileSeen < 0 || fileSeen >= shape.files || rankSeen < 0 || rankSeen >= shape.ranks) {
    return undefined;
  }
  const file = view.turned ? shape.files - 1 - fileSeen : fileSeen;
  const rank = view.turned ? shape.ranks - 1 - rankSeen : rankSeen;
  return rank * shape.files + file;
}

/** The points in reading order as seen, row by row. */
export function rowsSeen(shape: Shape, view: View): Point[][] {
  const [cols, rows] = seenSize(shape, view);
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: cols }, (_unused, col) => pointSeenAt(shape, view, col, row) as Point),
  );
}

function seenSize(shape: Shape, view: { readonly upright: boolean }): [number, number] {
  return view.upright ? [shape.ranks, shape.files] : [shape.files, shape.ranks];
}

/** Margins in cells, along the files and along the ranks of a flat board. */
function margins(upright: boolean, coordinates: boolean): { ends: number; sides: number } {
  if (!coordinates) return { ends: 0.62, sides: 0.53 };
  return { ends: 0.84, sides: upright ? 0.66 : 0.74 };
}

interface Span {
  readonly across: number;
  readonly down: number;
  readonly endsAcross: boolean;
}

/** Cells that the slab spans, margins included. */
function span(shape: Shape, upright: boolean, coordinates: boolean): Span {
  const [cols, rows] = seenSize(shape, { upright });
  const endsAcross = cols === rows ? !upright : cols > rows;
  const { ends, sides } = margins(upright, coordinates);
  return {
    across: cols - 1 + 2 * (endsAcross ? ends : sides),
    down: rows - 1 + 2 * (endsAcross ? sides : ends),
    endsAcross,
  };
}

function coordinatesFit(shape: Shape, upright: boolean, widthPx: number): boolean {
  return (widthPx / span(shape, upright, true).across) * COORDINATE_SIZE >= MIN_COORDINATE_PX;
}

/** How far trays reach beyond each edge of the slab, in cells: across and down. */
function trayReach(trays: Trays | undefined): { across: number; down: number } {
  const reach = (TRAY_GAP + TRAY_DEPTH) / CELL;
  return { across: trays === 'sides' ? reach : 0, down: trays === 'ends' ? reach : 0 };
}

/** What bounds the size of a board besides the box it is in. */
export interface Bounds {
  readonly coordinates?: boolean | undefined;
  readonly trays?: Trays | undefined;
  /** Largest cell in pixels. */
  readonly cellPx?: number | undefined;
}

/** Width in pixels of the largest board that fits, with its trays, into a box. */
export function boardWidth(
  shape: Shape,
  upright: boolean,
  maxWidthPx: number,
  maxHeightPx: number,
  { coordinates = true, trays, cellPx = Infinity }: Bounds = {},
): number {
  const reach = trayReach(trays);
  const fit = (shown: boolean): number => {
    const { across, down } = span(shape, upright, shown);
    const inWidth = (maxWidthPx / (across + 2 * reach.across)) * across;
    const inHeight = (maxHeightPx / (down + 2 * reach.down)) * across;
    return Math.floor(Math.min(inWidth, inHeight, cellPx * across) + 1e-6);
  };
  const withCoordinates = fit(true);
  return coordinates && coordinatesFit(shape, upright, withCoordinates) ? withCoordinates : fit(false);
}

/** Height in pixels that a board of this width takes. */
export function boardHeight(shape: Shape, upright: boolean, widthPx: number, coordinates = true): number {
  const shown = coordinates && coordinatesFit(shape, upright, widthPx);
  const { across, down } = span(shape, upright, shown);
  return Math.round((widthPx / across) * down);
}

/** How far a tray reaches beyond the edge of a board of this width, in pixels. */
export function trayPx(shape: Shape, upright: boolean, widthPx: number, coordinates = true): number {
  const shown = coordinates && coordinatesFit(shape, upright, widthPx);
  return Math.ceil((widthPx / span(shape, upright, shown).across) * trayReach('sides').across);
}

/**
 * Lays the board out for a width in pixels. Cells and the lines along them are fitted to whole
 * device pixels, so that lines are sharp; the margins take up what is left over.
 */
export function layOut(
  shape: Shape,
  view: View,
  widthPx: number,
  pixelRatio = 1,
  wantCoordinates = true,
): Layout {
  const coordinates = wantCoordinates && coordinatesFit(shape, view.upright, widthPx);
  const [cols, rows] = seenSize(shape, view);
  const { across, down, endsAcross } = span(shape, view.upright, coordinates);
  const widthDots = Math.max(1, Math.round(widthPx * pixelRatio));
  const snapped = widthDots / across >= 36;
  const cellDots = snapped ? Math.floor(widthDots / across) : widthDots / across;
  const heightDots = boardHeight(shape, view.upright, widthPx, wantCoordinates) * pixelRatio;
  const units = (dots: number): number => (dots / cellDots) * CELL;

  const lines = lineDots(cellDots, pixelRatio, snapped);
  // A line of an odd number of pixels is sharp when its middle is the middle of a pixel.
  const half = snapped && lines.straight % 2 === 1 ? 0.5 : 0;
  const margin = (dots: number, steps: number): number => {
    const exact = (dots - steps * cellDots) / 2;
    return snapped ? Math.floor(exact - half) + half : exact;
  };
  return {
    shape,
    view,
    cols,
    rows,
    cellPx: cellDots / pixelRatio,
    width: units(widthDots),
    height: units(snapped ? Math.round(heightDots) : down * cellDots),
    left: units(margin(widthDots, cols - 1)),
    top: units(margin(snapped ? Math.round(heightDots) : down * cellDots, rows - 1)),
    coordinates,
    selvedge: cellDots / pixelRatio < MIN_SELVEDGE_CELL_PX ? 'none' : endsAcross ? 'sides' : 'ends',
    frameLine: units(lines.frame),
    straightLine: units(lines.straight),
    diagonalLine: units(Math.max(0.022 * cellDots, pixelRatio)),
    inlayDrop: units(snapped ? Math.max(1, Math.round(0.018 * cellDots)) : 0.018 * cellDots),
  };
}

function lineDots(cellDots: number, pixelRatio: number, snapped: boolean): { frame: number; straight: number } {
  const straight = Math.max(0.03 * cellDots, 1.25 * pixelRatio);
  const frame = Math.max(0.044 * cellDots, 1.5 * pixelRatio);
  if (!snapped) return { frame, straight };
  const whole = Math.max(Math.round(0.03 * cellDots), Math.ceil(1.25 * pixelRatio));
  // Frame and inner lines share their parity, or one of the two would blur.
  const pairs = Math.max(Math.round((frame - whole) / 2), Math.ceil((1.5 * pixelRatio - whole) / 2));
  return { straight: whole, frame: whole + 2 * Math.max(0, pairs) };
}

/** The place of a point on the slab, in units; a stone from a tray comes from beside it. */
export function place(layout: Layout, point: Point): XY {
  if (point === HAND) return layout.hand ?? { x: layout.width / 2, y: layout.height / 2 };
  const { col, row } = seenAt(layout.shape, layout.view, point);
  return { x: layout.left + col * CELL, y: layout.top + row * CELL };
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The tray of the player at the near edge lies at their right hand, the other one across from it; above
 * and below the board each lies in the middle of its edge.
 */
export function trayBox(layout: Layout, trays: Trays, near: boolean, room: number): Box {
  const { width, height } = layout;
  const length = (room - 1) * TRAY_PITCH + TRAY_DEPTH;
  if (trays === 'ends') {
    return { x: (width - length) / 2, y: near ? height + TRAY_GAP : -TRAY_GAP - TRAY_DEPTH, width: length, height: TRAY_DEPTH };
  }
  return { x: near ? width + TRAY_GAP : -TRAY_GAP - TRAY_DEPTH, y: near ? height - length : 0, width: TRAY_DEPTH, height: length };
}

/** Places in a tray, in the order in which they are emptied last to first. */
export function traySlots(layout: Layout, trays: Trays, near: boolean, room: number): XY[] {
  const { x, y } = trayBox(layout, trays, near, room);
  const half = TRAY_DEPTH / 2;
  return Array.from({ length: room }, (_, index) => {
    const along = half + (near ? index : room - 1 - index) * TRAY_PITCH;
    return trays === 'ends' ? { x: x + along, y: y + half } : { x: x + half, y: y + along };
  });
}

export function inBox(box: Box, at: XY): boolean {
  return at.x >= box.x && at.y >= box.y && at.x <= box.x + box.width && at.y <= box.y + box.height;
}

/** The point whose cell holds a place on the slab; every place belongs to the nearest one. */
export function nearestPoint(layout: Layout, at: XY): Point {
  const col = clamp(Math.round((at.x - layout.left) / CELL), 0, layout.cols - 1);
  const row = clamp(Math.round((at.y - layout.top) / CELL), 0, layout.rows - 1);
  return pointSeenAt(layout.shape, layout.view, col, row) as Point;
}

/** The point reached from another along the board as seen; the same one at the edge. */
export function neighbourSeen(shape: Shape, view: View, point: Point, dCol: number, dRow: number): Point {
  const { col, row } = seenAt(shape, view, point);
  return pointSeenAt(shape, view, col + dCol, row + dRow) ?? point;
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** A lozenge by half its diagonals. */
export function lozenge({ x, y }: XY, halfWidth: number, halfHeight = halfWidth): string {
  return polygon([
    { x, y: y - halfHeight },
    { x: x + halfWidth, y },
    { x, y: y + halfHeight },
    { x: x - halfWidth, y },
  ]);
}

export function polygon(corners: readonly XY[]): string {
  return `${polyline(corners)}z`;
}

export function polyline(path: readonly XY[]): string {
  return `M${path.map(xy).join('L')}`;
}

/** A place as paths and transforms write it. */
export function xy(at: XY): string {
  return `${fix(at.x)} ${fix(at.y)}`;
}

/**
 * The carved star: a petal along each line, the diagonal ones `short` times as long. With only
 * `petals` = 4 it is the star of a weak point.
 */
export function starPath(at: XY, inner: number, outer: number, short: number, petals = 8): string {
  let path = '';
  for (let i = 0; i < petals; i++) {
    const angle = (i * 2 * Math.PI) / petals;
    const diagonal = petals === 8 && i % 2 === 1;
    path += petal(at, angle, inner, diagonal ? outer * short : outer, 0.27 * (outer - inner));
  }
  return path;
}

function petal(at: XY, angle: number, inner: number, outer: number, belly: number): string {
  const along = { x: Math.sin(angle), y: -Math.cos(angle) };
  const spot = (far: number, aside: number): string =>
    xy({ x: at.x + far * along.x - aside * along.y, y: at.y + far * along.y + aside * along.x });
  const middle = (inner + outer) / 2;
  return `M${spot(inner, 0)}Q${spot(middle, belly)} ${spot(outer, 0)}Q${spot(middle, -belly)} ${spot(inner, 0)}z`;
}

/** Two decimals are a hundredth of a pixel on the largest screens. */
export function fix(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** The drawn lines: corners of the frame, ends of the straight and of the diagonal lines. */
export function boardLines(shape: Shape): { frame: Point[]; straight: Point[][]; diagonal: Point[][] } {
  const { files, ranks } = shape;
  const at = (file: number, rank: number): Point => rank * files + file;
  const straight: Point[][] = [];
  for (let file = 1; file < files - 1; file++) straight.push([at(file, 0), at(file, ranks - 1)]);
  for (let rank = 1; rank < ranks - 1; rank++) straight.push([at(0, rank), at(files - 1, rank)]);
  const diagonal: Point[][] = [];
  for (const up of [1, -1]) {
    for (let start = 0; start < pointCount(shape); start++) {
      const file = start % files;
      const rank = Math.floor(start / files);
      const first = file === 0 || rank === (up > 0 ? 0 : ranks - 1);
      if (!first || !isStrong(shape, start)) continue;
      const steps = Math.min(files - 1 - file, up > 0 ? ranks - 1 - rank : rank);
      if (steps > 0) diagonal.push([start, at(file + steps, rank + up * steps)]);
    }
  }
  return {
    frame: [at(0, 0), at(files - 1, 0), at(files - 1, ranks - 1), at(0, ranks - 1)],
    straight,
    diagonal,
  };
}
