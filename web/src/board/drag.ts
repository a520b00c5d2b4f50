/** A stone in the hand: it follows the pointer and tells the points it is held over. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';
import { CELL, HAND, inBox, nearestPoint, place, trayBox } from './geometry';
import type { Layout, XY } from './geometry';
import type { Flier } from './playback';
import type { BoardProps, Point, Stone } from './types';

/** A pointer that stays within this many pixels taps. */
const TAP_PX = 5;
/** Held over a point for this long, the stone means to step there. */
const HOLD_MS = 140;
/** How near to a point counts as over it, in units. */
const OVER = 42;
const GLIDE_MS = 140;
/** Time the app has to make the step a stone was dropped for. */
const ANSWER_MS = 220;

interface Held {
  readonly pointer: number;
  readonly from: Point;
  readonly stone: Stone;
  readonly startX: number;
  readonly startY: number;
  /** From the pointer to the middle of the stone, in units. */
  readonly grip: XY;
  moved: boolean;
  /** Where the stone stands by the position the app gives. */
  at: Point;
  /** Points told to the app, the last one first over which the stone may have gone. */
  told: Point | undefined;
  over: Point | undefined;
  timer: number | undefined;
}

export interface DragControl {
  /** The stone in the hand, or gliding out of it: its point is drawn empty. */
  readonly away: Point | undefined;
  readonly dragging: boolean;
  down(event: PointerEvent): void;
  move(event: PointerEvent): void;
  up(event: PointerEvent): void;
  cancel(): void;
  /** True once after a drag: the click that follows it means nothing. */
  swallowClick(): boolean;
}

export function useDrag(
  props: BoardProps,
  layout: Layout,
  flier: Flier,
  root: RefObject<HTMLDivElement | null>,
): DragControl {
  const held = useRef<Held | undefined>(undefined);
  const settling = useRef<{ at: Point; told: Point | undefined; stone: Stone; timer: number } | undefined>(undefined);
  const swallow = useRef(false);
  const [away, setAway] = useState<Point | undefined>(undefined);
  const [dragging, setDragging] = useState(false);
  const now = useRef({ props, layout });
  now.current = { props, layout };

  const spot = (event: PointerEvent): XY => {
    const box = root.current?.getBoundingClientRect();
    const unit = CELL / now.current.layout.cellPx;
    return { x: (event.clientX - (box?.left ?? 0)) * unit, y: (event.clientY - (box?.top ?? 0)) * unit };
  };

  const standing = (point: Point): Stone | undefined => {
    const { stones, hands } = now.current.props;
    return point === HAND ? hands?.movable : stones[point];
  };

  /** The step the app made of what was told to it. */
  const follow = (at: Point, told: Point | undefined, stone: Stone): Point | undefined => {
    if (standing(at) === stone) return at;
    return told !== undefined && standing(told) === stone ? told : undefined;
  };

  /** What a pointer takes up: a stone that can move, or the next one of a tray. */
  const under = (at: XY): Point | undefined => {
    const { hands, movable } = now.current.props;
    if (hands?.movable) {
      const near = (hands.movable === 2) === layout.view.turned;
      if (inBox(trayBox(layout, hands.trays, near, hands.room), at)) return HAND;
    }
    const point = nearestPoint(layout, at);
    return standing(point) && movable?.includes(point) ? point : undefined;
  };

  const land = (): void => {
    clearTimeout(settling.current?.timer);
    settling.current = undefined;
    flier.rest();
    setAway(undefined);
  };

  /** Lets go of the stone: it glides to `target`, and back to its own point if that is not taken up. */
  const settle = (hand: Held, target: Point): void => {
    const glideTo = (point: Point, ms: number, then: () => void): void => {
      flier.glide(place(now.current.layout, point), place(now.current.layout, point), GLIDE_MS);
      const timer = window.setTimeout(then, ms);
      settling.current = { at: hand.at, told: target, stone: hand.stone, timer };
    };
    const back = (): void => {
      const own = follow(hand.at, target, hand.stone);
      if (own === undefined || own === target) land();
      else glideTo(own, GLIDE_MS, land);
    };
    if (target === hand.at) glideTo(target, GLIDE_MS, land);
    else glideTo(target, ANSWER_MS, back);
  };

  const stop = (): Held | undefined => {
    const hand = held.current;
    held.current = undefined;
    clearTimeout(hand?.timer);
    setDragging(false);
    return hand;
  };

  const tell = (hand: Held): void => {
    if (held.current !== hand || hand.over === undefined) return;
    hand.told = hand.over;
    now.current.props.onDrag?.({ phase: 'over', from: hand.from, point: hand.over });
  };

  const cancel = (): void => {
    const hand = stop();
    if (!hand?.moved) return;
    now.current.props.onDrag?.({ phase: 'cancel', from: hand.from, point: hand.at });
    settle(hand, hand.at);
  };

  const lift = (hand: Held): void => {
    hand.moved = true;
    swallow.current = true;
    setAway(hand.at);
    setDragging(true);
    now.current.props.onDrag?.({ phase: 'start', from: hand.from, point: hand.from });
  };

  // The position changed under the hand: the stone went on, or it is gone.
  useLayoutEffect(() => {
    const hand = held.current;
    if (hand?.moved) {
      const at = follow(hand.at, hand.told, hand.stone);
      if (at === undefined) {
        stop();
        land();
      } else if (at !== hand.at) {
        hand.at = at;
        setAway(at);
      }
    }
    const rest = settling.current;
    if (rest && follow(rest.at, undefined, rest.stone) === undefined) {
      const at = follow(rest.at, rest.told, rest.stone);
      if (at === undefined) land();
      else setAway(at);
    }
  }, [props.stones]);

  // A replay takes the stone over from where it is.
  const animationId = props.animation?.id;
  const first = useRef(animationId);
  useLayoutEffect(() => {
    if (animationId !== first.current && settling.current) {
      clearTimeout(settling.current.timer);
      settling.current = undefined;
      setAway(undefined);
    }
    first.current = animationId;
  }, [animationId]);

  useLayoutEffect(() => () => clearTimeout(settling.current?.timer), []);

  return {
    away,
    dragging,
    cancel,
    down(event) {
      swallow.current = false;
      if (!event.isPrimary || event.button !== 0 || !props.onDrag || held.current) return;
      const at = spot(event);
      const from = under(at);
      const stone = from === undefined ? undefined : standing(from);
      if (from === undefined || !stone) return;
      if (settling.current) land();
      const middle = place(layout, from);
      held.current = {
        pointer: event.pointerId,
        from,
        stone,
        startX: event.clientX,
        startY: event.clientY,
        // Of a tray any stone may be meant: the one that comes jumps under the pointer.
        grip: from === HAND ? { x: 0, y: 0 } : { x: middle.x - at.x, y: middle.y - at.y },
        moved: false,
        at: from,
        told: undefined,
        over: undefined,
        timer: undefined,
      };
    },
    move(event) {
      const hand = held.current;
      if (!hand || event.pointerId !== hand.pointer) return;
      if (!hand.moved) {
        if (Math.hypot(event.clientX - hand.startX, event.clientY - hand.startY) < TAP_PX) return;
        root.current?.setPointerCapture?.(event.pointerId);
        lift(hand);
      }
      const at = spot(event);
      const middle = { x: at.x + hand.grip.x, y: at.y + hand.grip.y };
      flier.put(middle);
      const near = nearestPoint(layout, middle);
      const own = place(layout, near);
      const over = Math.hypot(own.x - middle.x, own.y - middle.y) <= OVER && near !== hand.at ? near : undefined;
      if (over === hand.over) return;
      hand.over = over;
      clearTimeout(hand.timer);
      hand.timer = over === undefined ? undefined : window.setTimeout(() => tell(hand), HOLD_MS);
    },
    up(event) {
      const hand = held.current;
      if (!hand || event.pointerId !== hand.pointer) return;
      if (!hand.moved) {
        stop();
        return;
      }
      const at = spot(event);
      if (at.x < 0 || at.y < 0 || at.x > layout.width || at.y > layout.height) {
        cancel();
        return;
      }
      stop();
      const point = nearestPoint(layout, { x: at.x + hand.grip.x, y: at.y + hand.grip.y });
      const reachable = props.marks?.reachable?.includes(point) ?? false;
      settle(hand, reachable ? point : hand.at);
      props.onDrag?.({ phase: 'drop', from: hand.from, point });
    },
    swallowClick() {
      const was = swallow.current;
      swallow.current = false;
      return was;
    },
  };
}
