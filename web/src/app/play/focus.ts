/* Keyboard focus is never lost: when the thing that had it disappears, the board gets it. */

import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export function useFocusKeeper(root: RefObject<HTMLElement | null>): void {
  const had = useRef(false);
  useLayoutEffect(() => {
    const note = (event: FocusEvent): void => {
      had.current = root.current?.contains(event.target as Node) ?? false;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useLayoutEffect(() => {
    if (!had.current || document.activeElement !== document.body) return;
    focusBoard(root.current);
  });
}

export function focusBoard(root: ParentNode | null): void {
  root?.querySelector<HTMLElement>('[data-point][tabindex="0"]')?.focus({ preventScroll: true });
}
