/** The marks: first shape, then colour. Those under the stones, and those above them. */
import type { VNode } from 'preact';
import { fix, HAND, lozenge, place, polygon, polyline, xy } from './geometry';
import type { Layout, XY } from './geometry';
import { Numeral } from './draw';
import type { Tab } from './tabs';
import type { Group, Marks, Point, Refusal, Trail, Truth } from './types';

interface Drawn {
  readonly layout: Layout;
  readonly marks: Marks;
  readonly far: boolean;
}

/** What lies on the slab, beneath the stones. */
export function MarksBelow({ layout, marks, far }: Drawn): VNode {
  const at = (point: Point): XY => place(layout, point);
  const trail = marks.draft ?? marks.lastTurn;
  return (
    <g>
      {trail?.taken.map((point) => <HollowMark at={at(point)} key={point} />)}
      {marks.bestLines?.map((line, i) => <BestLine path={line.map(at)} far={far} key={i} />)}
      {trail && <TrailMark path={trail.path.map(at)} far={far} />}
      {marks.row && <Row spots={marks.row.map(at)} />}
      {!marks.draft && marks.lastTurn && !marks.row && <Corners at={at(endOf(marks.lastTurn))} />}
      {marks.reachable?.map((point) => <Reachable at={at(point)} key={point} />)}
      {marks.chosen !== undefined && <Chosen at={at(marks.chosen)} />}
      {marks.canCapture?.map((point) => point !== marks.selected && <MovableMark at={at(point)} key={point} />)}
      {marks.groups?.map((group) => <Capsule group={group} at={at} key={group.kind} />)}
      {marks.selected !== undefined && marks.selected !== HAND && <SelectedMark at={at(marks.selected)} key={marks.selected} />}
    </g>
  );
}

/** What lies above the stones. */
export function MarksAbove({ layout, marks, far, tabs }: Drawn & { tabs: readonly Tab[] }): VNode {
  return (
    <g>
      {marks.truths?.map(({ point, value }) => point !== marks.refusal?.at && <TruthMark at={place(layout, point)} value={value} far={far} key={point} />)}
      {marks.refusal && <RefusalMark layout={layout} refusal={marks.refusal} far={far} />}
      {tabs.map((tab) => <TabMark tab={tab} far={far} key={tab.group.kind} />)}
    </g>
  );
}

export function endOf(trail: Trail): Point {
  return trail.path[trail.path.length - 1] ?? 0;
}

export function MovableMark({ at }: { at: XY }): VNode {
  return (
    <>
      <circle class="b-ring-case b-soft" cx={at.x} cy={at.y} r="43.5" stroke-width="8" />
      <circle class="b-ring" cx={at.x} cy={at.y} r="43.5" stroke-width="4" />
    </>
  );
}

/** Rises with the stone. */
export function SelectedMark({ at }: { at: XY }): VNode {
  const y = at.y - 3;
  return (
    <g class="b-fade">
      <circle class="b-ring-case" cx={at.x} cy={y} r="46" stroke-width="15" />
      <circle class="b-ring" cx={at.x} cy={y} r="44.5" stroke-width="5.5" />
      <circle class="b-ring" cx={at.x} cy={y} r="51" stroke-width="2.4" />
    </g>
  );
}

function Reachable({ at }: { at: XY }): VNode {
  return (
    <>
      <circle class="b-reach-disc" cx={at.x} cy={at.y} r="23.5" />
      <circle class="b-reach" cx={at.x} cy={at.y} r="20" stroke-width="4.5" />
      <circle class="b-reach-dot" cx={at.x} cy={at.y} r="8" />
    </>
  );
}

function Chosen({ at }: { at: XY }): VNode {
  return <circle class="b-chosen" cx={at.x} cy={at.y} r="40" stroke-width="4.5" stroke-dasharray={dashes(40, 14)} />;
}

export function HollowMark({ at }: { at: XY }): VNode {
  const dash = dashes(33, 26, 0.5);
  return <circle class="b-hollow" cx={at.x} cy={at.y} r="33" stroke-width="2.6" stroke-dasharray={dash} />;
}

/** A whole number of dashes round a circle. */
function dashes(radius: number, count: number, part = 0.55): string {
  const step = (2 * Math.PI * radius) / count;
  return `${fix(step * part)} ${fix(step * (1 - part))}`;
}

function Capsule({ group, at }: { group: Group; at: (point: Point) => XY }): VNode | null {
  const spots = group.points.map(at);
  const [a, b] = farthest(spots);
  if (!a || !b) return null;
  const outline = capsulePath(a, b, 45.5);
  const dash = group.kind === 'W' ? capsuleDashes(a, b) : undefined;
  const middle = `${fix((a.x + b.x) / 2)}px ${fix((a.y + b.y) / 2)}px`;
  return (
    <g class={`b-${group.kind} b-appear`} style={{ transformOrigin: middle }}>
      <path class="b-capsule-case" d={outline} stroke-width="9" />
      <path class="b-capsule" d={outline} stroke-width="5" stroke-dasharray={dash} />
    </g>
  );
}

/** About 13 on and 10 off, fitted to a whole number round the capsule. */
function capsuleDashes(a: XY, b: XY): string {
  const round = 2 * Math.hypot(b.x - a.x, b.y - a.y) + 2 * Math.PI * 45.5;
  const step = round / Math.round(round / 23);
  return `${fix((step * 13) / 23)} ${fix((step * 10) / 23)}`;
}

/** The two ends of a group: taken stones stand on one line. */
function farthest(spots: readonly XY[]): [XY | undefined, XY | undefined] {
  const a = spots[0];
  let b = a;
  for (const spot of spots) if (a && b && distance(a, spot) > distance(a, b)) b = spot;
  let start = a;
  for (const spot of spots) if (b && start && distance(b, spot) > distance(b, start)) start = spot;
  return [start, b];
}

function distance(a: XY, b: XY): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function capsulePath(a: XY, b: XY, radius: number): string {
  const length = distance(a, b);
  const along = length ? { x: (b.x - a.x) / length, y: (b.y - a.y) / length } : { x: 1, y: 0 };
  const off = { x: -along.y * radius, y: along.x * radius };
  const spot = (at: XY, side: number): string => xy({ x: at.x + side * off.x, y: at.y + side * off.y });
  const arc = `A${radius} ${radius} 0 0 0 `;
  return `M${spot(a, 1)}L${spot(b, 1)}${arc}${spot(b, -1)}L${spot(a, -1)}${arc}${spot(a, 1)}z`;
}

function TabMark({ tab, far }: { tab: Tab; far: boolean }): VNode {
  const { centre, group } = tab;
  const scale = tab.height / 38;
  const half = tab.width / scale / 2;
  const turn = far ? ' rotate(180)' : '';
  return (
    <g class={`b-${group.kind}`} transform={`translate(${xy(centre)}) scale(${fix(scale)})${turn}`}>
      <g class="b-appear">
        {group.kind === 'A' ? (
          <rect class="b-tab" x={-half} y="-19" width={2 * half} height="38" rx="19" stroke-width="4" />
        ) : (
          <path class="b-tab" d={sixSides(half)} stroke-width="4" />
        )}
        <text font-size="25" y="9">{`${group.kind}\u2009${group.count}`}</text>
      </g>
    </g>
  );
}

function sixSides(half: number): string {
  const [blunt, up, down] = [half - 13, -19, 19];
  return polygon([
    { x: -half, y: 0 },
    { x: -blunt, y: up },
    { x: blunt, y: up },
    { x: half, y: 0 },
    { x: blunt, y: down },
    { x: -blunt, y: down },
  ]);
}

function TrailMark({ path, far }: { path: readonly XY[]; far: boolean }): VNode | null {
  const start = path[0];
  if (!start) return null;
  const line = polyline(path);
  return (
    <g>
      {path.length > 1 && <path class="b-trail-case" d={line} stroke-width="17" />}
      {path.length > 1 && <path class="b-trail" d={line} stroke-width="9" />}
      <path class="b-start" d={lozenge(start, 15.5)} stroke-width="4" />
      {path.slice(1, -1).map((at, i) => (
        <g key={i}>
          <circle class="b-disc" cx={at.x} cy={at.y} r="19" stroke-width="3.6" />
          <Numeral at={at} size={22} far={far} kind="b-on-disc">{i + 1}</Numeral>
        </g>
      ))}
    </g>
  );
}

/** Stones in a row: a bar beneath them from end to end, and a ring round each. */
function Row({ spots }: { spots: readonly XY[] }): VNode | null {
  const [a, b] = farthest(spots);
  if (!a || !b) return null;
  const line = polyline([a, b]);
  return (
    <g class="b-fade">
      <path class="b-trail-case" d={line} stroke-width="21" />
      {spots.map(({ x, y }) => <circle class="b-ring-case" cx={x} cy={y} r="45" stroke-width="13" key={`${x} ${y}`} />)}
      <path class="b-trail" d={line} stroke-width="12" />
      {spots.map(({ x, y }) => <circle class="b-ring" cx={x} cy={y} r="44.5" stroke-width="6.5" key={`${x} ${y}`} />)}
    </g>
  );
}

function Corners({ at }: { at: XY }): VNode {
  const corners = (arm: number): string =>
    [[-1, -1], [1, -1], [1, 1], [-1, 1]]
      .map(([sx = 1, sy = 1]) => `M${fix(at.x + sx * (44 - arm))} ${fix(at.y + sy * 44)}h${sx * arm}v${-sy * arm}`)
      .join('');
  return (
    <>
      <path class="b-corner-case" d={corners(14.2)} stroke-width="6.4" />
      <path class="b-corner" d={corners(13)} stroke-width="4" />
    </>
  );
}

/** From the edge of the stone to the last point, where the tip of the arrow is. */
function BestLine({ path, far }: { path: readonly XY[]; far: boolean }): VNode | null {
  const [first, second] = path;
  const last = path[path.length - 1];
  const before = path[path.length - 2];
  if (first && !second) return <BestSpot at={first} />;
  if (!first || !second || !last || !before) return null;
  const start = towards(first, second, 43);
  const neck = towards(last, before, 24);
  const line = polyline([start, ...path.slice(1, -1), neck]);
  return (
    <g>
      <path class="b-best-case" d={line} stroke-width="15" />
      <path class="b-best" d={line} stroke-width="9.5" />
      <path class="b-best-head" d={arrowHead(before, last)} stroke-width="3.4" />
      {path.slice(1, -1).map((at, i) => (
        <g key={i}>
          <circle class="b-best-disc" cx={at.x} cy={at.y} r="17.5" stroke-width="3.4" />
          <Numeral at={at} size={20} far={far} kind="b-on-best">{i + 1}</Numeral>
        </g>
      ))}
    </g>
  );
}

/** Where a stone is best put that comes from a hand. */
function BestSpot({ at }: { at: XY }): VNode {
  return (
    <g>
      <circle class="b-best-case" cx={at.x} cy={at.y} r="28" fill="none" stroke-width="15" />
      <circle class="b-best" cx={at.x} cy={at.y} r="28" stroke-width="9.5" />
      <circle class="b-best-disc" cx={at.x} cy={at.y} r="11" stroke-width="3.4" />
    </g>
  );
}

function towards(from: XY, to: XY, by: number): XY {
  const length = distance(from, to);
  return { x: from.x + ((to.x - from.x) / length) * by, y: from.y + ((to.y - from.y) / length) * by };
}

function arrowHead(from: XY, tip: XY): string {
  const base = towards(tip, from, 31);
  const aside = { x: ((tip.y - base.y) / 31) * 18.5, y: ((base.x - tip.x) / 31) * 18.5 };
  return polygon([
    tip,
    { x: base.x + aside.x, y: base.y + aside.y },
    { x: base.x - aside.x, y: base.y - aside.y },
  ]);
}

function RefusalMark({ layout, refusal, far }: { layout: Layout; refusal: Refusal; far: boolean }): VNode {
  const at = place(layout, refusal.at);
  return (
    <g>
      {refusal.because.map((point) => <Pointer layout={layout} at={place(layout, point)} key={point} far={far} />)}
      <g transform={`translate(${xy({ x: at.x + 28, y: at.y - 28 })})`}>
        <circle class="b-cross-disc" r="14.5" stroke-width="3" />
        <path class="b-cross" d="M-5.4 -5.4L5.4 5.4M5.4 -5.4L-5.4 5.4" stroke-width="4" />
      </g>
    </g>
  );
}

/** In the corner of its point, where a refusal's cross may take its place. */
function TruthMark({ at, value, far }: { at: XY; value: Truth['value']; far: boolean }): VNode {
  const corner = far ? -28 : 28;
  return (
    <g class={`b-truth b-truth-${value}`} transform={`translate(${xy({ x: at.x + corner, y: at.y - corner })})${far ? ' rotate(180)' : ''}`}>
      <circle class="b-truth-disc" r="15.5" stroke-width="2.6" />
      {value === 'draw' ? (
        <>
          <circle class="b-truth-line" r="7.2" stroke-width="2.6" />
          <path class="b-truth-half" d="M0 -7.2A7.2 7.2 0 0 1 0 7.2z" />
        </>
      ) : (
        <path class="b-truth-line" d={value === 'win' ? 'M-7 0.5L-2 5.5L7 -5.5' : 'M-5.6 -5.6L5.6 5.6M5.6 -5.6L-5.6 5.6'} stroke-width="4" />
      )}
    </g>
  );
}

/** Above the stone as read, or on its other side where the slab ends. */
function Pointer({ layout, at, far }: { layout: Layout; at: XY; far: boolean }): VNode {
  const room = far ? layout.height - at.y : at.y;
  const below = far !== room < 84;
  return (
    <g transform={`translate(${xy(at)})${below ? ' rotate(180)' : ''}`}>
      <path class="b-pointer b-nod" d="M-14.5 -77.5H14.5V-69L0 -53.5L-14.5 -69z" stroke-width="4.4" />
    </g>
  );
}

/** 3 px wide at every size. */
export function CursorMark({ layout, point }: { layout: Layout; point: Point }): VNode {
  const px = 100 / layout.cellPx;
  const path = lozenge(place(layout, point), 58);
  return (
    <g>
      <path class="b-cursor-case" d={path} stroke-width={6.5 * px} />
      <path class="b-cursor" d={path} stroke-width={3 * px} />
    </g>
  );
}
