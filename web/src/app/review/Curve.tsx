/* The winning chances over the turns: White's above the middle, Black's below it. A slider for the keyboard and
 * the screen reader; a tap goes to the nearest turn. */

import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../i18n';
import { MARK_KEY, opinionText, SIGNS } from '../game/chances';
import type { CurvePoint, Made, Plies } from './marks';
import { areaPath, curvePoints, linePath, markAt, plyAt } from './marks';

interface Props {
  readonly plies: Plies;
  readonly made: readonly Made[];
  readonly at: number;
  readonly height: number;
  readonly go: (ply: number) => void;
}

/** Room at either end, and above and below for the marks. */
const EDGE_X = 10;
const EDGE_Y = 15;

export function Curve({ plies, made, at, height, go }: Props): VNode {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const inner = Math.max(1, width - 2 * EDGE_X);
  const tall = height - 2 * EDGE_Y;
  const runs = curvePoints(plies, inner, tall);
  const turns = made.length;
  const x = turns > 0 ? (inner * at) / turns : 0;
  const known = plies[at];
  const here = known && { x, y: tall * (1 - known.chance / 1000) };
  const marked = made.map((_, ply) => ply).filter((ply) => markAt(plies, ply, made) !== null);

  const tap = (event: PointerEvent): void => {
    const { left, width: whole } = (event.currentTarget as Element).getBoundingClientRect();
    go(plyAt((event.clientX - left - EDGE_X) / (whole - 2 * EDGE_X), turns));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = target(event.key, at, turns, marked);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    go(to);
  };
  return (
    <div
      ref={box}
      class="curve"
      role="slider"
      tabIndex={0}
      aria-label={t('review.curve')}
      aria-valuemin={0}
      aria-valuemax={turns}
      aria-valuenow={at}
      aria-valuetext={[t('review.at', { n: at, of: turns }), known ? opinionText(known) : '', markWords(plies, made, at)].filter((part) => part !== '').join(', ')}
      style={{ height: `${height}px` }}
      onPointerDown={(event) => {
        if (event.button === 0) tap(event);
      }}
      onPointerMove={(event) => {
        if ((event.buttons & 1) === 1) tap(event);
      }}
      onKeyDown={onKeyDown}
    >
      {width > 0 && (
        <svg width={width} height={height} viewBox={`${-EDGE_X} ${-EDGE_Y} ${width} ${height}`} aria-hidden="true" focusable="false">
          <clipPath id="curve-above"><rect x={-EDGE_X} y={-EDGE_Y} width={width} height={EDGE_Y + tall / 2} /></clipPath>
          <clipPath id="curve-below"><rect x={-EDGE_X} y={tall / 2} width={width} height={EDGE_Y + tall / 2} /></clipPath>
          {runs.map((run) => (
            <g key={run[0]?.ply}>
              <path class="curve-white" clip-path="url(#curve-above)" d={areaPath(run, tall)} />
              <path class="curve-black" clip-path="url(#curve-below)" d={areaPath(run, tall)} />
            </g>
          ))}
          <path class="curve-middle" d={`M0 ${tall / 2}H${inner}`} />
          {runs.map((run) => <path key={run[0]?.ply} class="curve-line" d={linePath(run)} />)}
          <path class="curve-here" d={`M${x} ${-EDGE_Y}V${tall + EDGE_Y}`} />
          {runs.flat().filter(({ ply }) => marked.includes(ply - 1)).map((point) => <MarkSign key={point.ply} point={point} plies={plies} made={made} tall={tall} />)}
          {here && <circle class="curve-dot" cx={here.x} cy={here.y} r="4.5" />}
        </svg>
      )}
    </div>
  );
}

/** A diamond where the turn has led to, with its sign away from the middle. */
function MarkSign({ point, plies, made, tall }: { point: CurvePoint; plies: Plies; made: readonly Made[]; tall: number }): VNode | null {
  const mark = markAt(plies, point.ply - 1, made);
  if (!mark) return null;
  const up = point.y < tall / 2;
  return (
    <g class={`curve-mark curve-${mark}`}>
      <path d={`M${point.x} ${point.y - 5.5}l5.5 5.5l-5.5 5.5l-5.5 -5.5Z`} />
      <text x={point.x} y={up ? point.y - 7 : point.y + 15} text-anchor="middle">{SIGNS[mark]}</text>
    </g>
  );
}

/** "d5-d4A ?": of the turn that led to this ply. */
function markWords(plies: Plies, made: readonly Made[], at: number): string {
  const mark = at > 0 ? markAt(plies, at - 1, made) : null;
  return mark ? `${made[at - 1]?.text ?? ''}: ${t(MARK_KEY[mark])}` : '';
}

/** The arrows go a turn, Page up and down from one marked turn to the next. */
export function target(key: string, at: number, turns: number, marked: readonly number[]): number | null {
  const after = marked.map((ply) => ply + 1);
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, at - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(turns, at + 1);
    case 'Home':
      return 0;
    case 'End':
      return turns;
    case 'PageUp':
      return [...after].reverse().find((ply) => ply < at) ?? at;
    case 'PageDown':
      return after.find((ply) => ply > at) ?? at;
    default:
      return null;
  }
}

function useWidth(box: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const measure = (): void => setWidth(box.current?.clientWidth ?? 0);
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  });
  return width;
}
