/* The keys of a game that the board does not take itself (UX: keyboard for everything). */

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Event } from '../game/events';
import type { GameState } from '../game/state';
import { canTakeBack, shownPly } from '../game/state';
import type { DialogName } from '../page';

type Send = (event: Event) => void;
type Open = (dialog: DialogName | null) => void;

export function useKeys(send: Send, state: GameState, flip: () => void, open: Open): void {
  const now = useRef({ send, state, flip, open });
  now.current = { send, state, flip, open };
  // With the picture, not after it: a key pressed at once is meant for it.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented && event.key !== ' ') return;
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const { send: tell, state: game, flip: turn, open: show } = now.current;
      if (act(event, tell, game, turn, show)) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, dialog') !== null;
}

function onControl(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest('a, button, summary') !== null && target.closest('[data-point]') === null;
}

/** True if the key meant something. */
function act(event: KeyboardEvent, send: Send, state: GameState, flip: () => void, open: Open): boolean {
  switch (event.key) {
    case ' ':
      if (onControl(event.target)) return false;
      send({ type: 'stop' });
      return true;
    case 'a':
    case 'A':
      if (!state.choice) return false;
      send({ type: 'group', kind: 'A' });
      return true;
    case 'w':
    case 'W':
      if (!state.choice) return false;
      send({ type: 'group', kind: 'W' });
      return true;
    case 'Backspace':
      send({ type: 'step-back' });
      return true;
    case 'Escape':
      send({ type: 'turn-back' });
      return true;
    case 'v':
    case 'V':
      send({ type: 'peek' });
      return true;
    case 'h':
    case 'H':
      if (state.setup.mode === 'computer' && state.setup.drill === undefined) send({ type: 'hint' });
      return true;
    case 'u':
    case 'U':
      if (canTakeBack(state)) send({ type: 'take-back' });
      return true;
    case 'f':
    case 'F':
      flip();
      return true;
    case '[':
    case ',':
      send({ type: 'browse', ply: shownPly(state) - 1 });
      return true;
    case ']':
    case '.':
      send({ type: 'browse', ply: shownPly(state) + 1 });
      return true;
    case '/':
      open('type');
      return true;
    case '?':
      open('keys');
      return true;
    default:
      return false;
  }
}
