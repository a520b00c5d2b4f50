/** Replays a turn step by step, and carries a stone along the board or under the finger. */
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';
import { place } from './geometry';
import type { Layout, XY } from './geometry';
import { stepMs } from './motion';
import type { Animation } from './types';

const TRAVEL = 'cubic-bezier(0.3, 0, 0.2, 1)';

/** The one stone that is off its point: a layer of its own, moved by the compositor. */
export class Flier {
  /** Where it is or is going, in units; undefined while it is not out. */
  at: XY | undefined;
  layout: Layout | undefined;
  private running: globalThis.Animation | undefined;

  constructor(private readonly element: RefObject<SVGSVGElement | null>) {}

  put(at: XY): void {
    this.stop();
    this.at = at;
    if (this.element.current) this.element.current.style.transform = this.transform(at);
  }

  /** Glides to a place from where it is, or from `start` when it is not out yet. */
  glide(start: XY, to: XY, ms: number): void {
    const from = this.at ?? start;
    this.put(to);
    this.running = this.element.current?.animate(
      [{ transform: this.transform(from) }, { transform: this.transform(to) }],
      { duration: ms, easing: TRAVEL },
    );
  }

  rest(): void {
    this.stop();
    this.at = undefined;
  }

  private stop(): void {
    this.running?.cancel();
    this.running = undefined;
  }

  private transform({ x, y }: XY): string {
    const px = (this.layout?.cellPx ?? 0) / 100;
    return `translate(${(x - 80) * px}px, ${(y - 80) * px}px)`;
  }
}

export interface Playback {
  readonly playing: boolean;
  /** Steps made so far of the animation, all of them once it is over. */
  readonly done: number;
  skip(): void;
}

interface Progress {
  readonly id: number;
  readonly done: number;
}

/**
 * Steps through `animation`. With `reduced` motion, or while a stone is in the hand anyway, there is
 * no travel and the turn is over at once. Times come from the clock, not from frames, so that a page in
 * the background gets to the end as well.
 */
export function usePlayback(
  animation: Animation | undefined,
  layout: Layout,
  flier: Flier,
  reduced: boolean,
  inHand: boolean,
  onEnd: ((id: number) => void) | undefined,
): Playback {
  const still = reduced || inHand;
  const [progress, setProgress] = useState<Progress | undefined>(undefined);
  const started = useRef<number | undefined>(undefined);
  const ended = useRef<number | undefined>(undefined);
  const total = animation?.steps.length ?? 0;
  const done = animation && progress?.id === animation.id ? progress.done : still ? total : 0;
  const playing = animation !== undefined && done < total && !still;

  const end = (id: number): void => {
    if (ended.current === id) return;
    ended.current = id;
    if (!inHand) flier.rest();
    onEnd?.(id);
  };

  useLayoutEffect(() => {
    const previous = started.current;
    if (previous !== undefined && previous !== animation?.id) end(previous);
    if (!animation) {
      started.current = undefined;
      return;
    }
    started.current = animation.id;
    if (!playing) {
      if (progress?.id !== animation.id || progress.done < total) setProgress({ id: animation.id, done: total });
      end(animation.id);
      return;
    }
    const step = animation.steps[done];
    if (!step) return;
    const ms = stepMs(total);
    const target = place(layout, step.to);
    flier.glide(place(layout, step.from), target, ms);
    const timer = setTimeout(() => setProgress({ id: animation.id, done: done + 1 }), ms);
    return () => clearTimeout(timer);
    // The layout may change on the way; the next step then starts from the new place.
  }, [animation?.id, done, playing]);

  return useMemo(
    () => ({
      playing,
      done,
      skip: () => animation && setProgress({ id: animation.id, done: total }),
    }),
    [playing, done, animation?.id],
  );
}

/** Follows the system's wish for less motion, unless told. */
export function useReducedMotion(told: boolean | undefined): boolean {
  const query = useMemo(() => matchMedia('(prefers-reduced-motion: reduce)'), []);
  const [reduced, setReduced] = useState(query.matches);
  useLayoutEffect(() => {
    const follow = (): void => setReduced(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, [query]);
  return told ?? reduced;
}

