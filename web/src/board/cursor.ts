/** The keyboard: a cursor that is the focused button, moved along the board as it is seen. */
import { useLayoutEffect, useState } from 'preact/hooks';
import type { RefObject } from 'preact';
import { centrePoint, neighbourSeen, pointCount, rowsSeen } from './geometry';
import type { View } from './geometry';
import type { BoardProps, Point, Shape } from './types';

export interface Cursor {
  readonly point: Point;
  readonly shown: boolean;
  key(event: KeyboardEvent): void;
  focus(event: FocusEvent): void;
  blur(): void;
}

/** One button at a time can be reached by Tab: the one under the cursor. */
export function useCursor(props: BoardProps, view: View, root: RefObject<HTMLDivElement | null>): Cursor {
  const { shape, movable = [] } = props;
  const [moved, setMoved] = useState<Point | undefined>(undefined);
  const [shown, setShown] = useState(false);
  const wanted = moved ?? props.cursor ?? firstMovable(shape, view, movable) ?? centrePoint(shape);
  const point = wanted < pointCount(shape) ? wanted : centrePoint(shape);

  const go = (to: Point): void => {
    root.current?.querySelector<HTMLElement>(`[data-point="${to}"]`)?.focus();
    setShown(true);
  };

  useLayoutEffect(() => {
    if (props.cursor === undefined) return;
    setMoved(props.cursor);
    if (root.current?.contains(document.activeElement)) go(props.cursor);
  }, [props.cursor]);

  return {
    point,
    shown: shown || (props.interactive === false && props.cursor !== undefined),
    key(event) {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const target = keyTarget(event.key, event.shiftKey, shape, view, point, movable);
      if (target !== undefined) {
        event.preventDefault();
        go(target);
      } else if (event.key === ' ' || (event.key === 'Enter' && event.repeat)) {
        event.preventDefault();
      } else if (event.key === 'Enter') {
        setShown(true);
      }
    },
    focus(event) {
      const at = pointOf(event.target);
      if (at === undefined) return;
      setMoved(at);
      setShown(focusIsVisible(event.target as Element));
      props.onCursor?.(at);
    },
    blur: () => setShown(false),
  };
}

const ARROWS: Readonly<Record<string, readonly [number, number] | undefined>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The point a key leads to; undefined for keys that lead nowhere on the board. */
export function keyTarget(
  key: string,
  shift: boolean,
  shape: Shape,
  view: View,
  cursor: Point,
  movable: readonly Point[],
): Point | undefined {
  const arrow = ARROWS[key];
  if (arrow) return neighbourSeen(shape, view, cursor, ...arrow);
  const rows = rowsSeen(shape, view);
  const row = rows.find((points) => points.includes(cursor)) ?? [];
  if (key === 'Home') return row[0];
  if (key === 'End') return row[row.length - 1];
  return key === 'Tab' ? nextMovable(rows.flat(), movable, cursor, shift) : undefined;
}

/** Where Tab comes in: the first stone that can move, in reading order. */
export function firstMovable(shape: Shape, view: View, movable: readonly Point[]): Point | undefined {
  return rowsSeen(shape, view).flat().find((point) => movable.includes(point));
}

/** The next stone that can move, in reading order; undefined past the last: the focus moves on. */
function nextMovable(
  order: readonly Point[],
  movable: readonly Point[],
  cursor: Point,
  back: boolean,
): Point | undefined {
  const here = order.indexOf(cursor);
  const ahead = back ? order.slice(0, here).reverse() : order.slice(here + 1);
  return ahead.find((point) => movable.includes(point));
}

/** The point whose button an event came from. */
export function pointOf(target: EventTarget | null): Point | undefined {
  const name = target instanceof Element ? target.closest('[data-point]')?.getAttribute('data-point') : undefined;
  return name === undefined || name === null ? undefined : Number(name);
}

function focusIsVisible(element: Element): boolean {
  try {
    return element.matches(':focus-visible');
  } catch {
    return true; // A browser that does not know it: rather one cursor too many than none.
  }
}
