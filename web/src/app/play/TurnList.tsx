/* The turns of the game in pairs; a tap shows the board after one. */

import type { VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { t } from '../../i18n';
import type { Mark } from '../game/chances';
import { MARK_KEY, SIGNS } from '../game/chances';
import type { GameState } from '../game/state';
import { shownPly } from '../game/state';
import type { Session } from '../session';

/** How much the turn has cost, where the game was reviewed. */
function TurnMark({ mark }: { mark: Mark | null }): VNode | null {
  if (!mark) return null;
  return (
    <>
      {' '}
      <span class={`turn-mark turn-${mark}`} aria-hidden="true">{SIGNS[mark]}</span>
      <span class="hidden">{t(MARK_KEY[mark])}</span>
    </>
  );
}

export function TurnList({ session, state }: { session: Pick<Session, 'rules' | 'reviewed' | 'dispatch'>; state: GameState }): VNode {
  const list = useRef<HTMLOListElement>(null);
  const shown = shownPly(state);
  const turns = [...state.turns, ...state.later];
  const draft = state.draft.text;

  useLayoutEffect(() => {
    const box = list.current;
    const now = box?.querySelector<HTMLElement>('.turn-draft') ?? box?.querySelector<HTMLElement>('[aria-current]');
    if (!box || !now) return;
    const top = now.offsetTop;
    if (top < box.scrollTop || top + now.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = top + now.offsetHeight - box.clientHeight + 8;
    }
    // What is below takes room from the list as a turn grows.
  }, [shown, draft, state.choice]);

  // Black may begin: then White's place in the first pair stays empty, as records write it (R9.5).
  const { side, number } = useMemo(() => session.rules.view(0), [state.setup]);
  const ahead = side === 'white' ? 0 : 1;
  const count = turns.length + (draft && state.later.length === 0 ? 1 : 0);
  const pairs = count === 0 ? 0 : Math.ceil((count + ahead) / 2);
  const cell = (ply: number): VNode | null => {
    if (draft && ply === state.turns.length) return <span class="turn turn-draft">{draft}</span>;
    const turn = turns[ply];
    if (!turn) return null;
    return (
      <button
        type="button"
        class="turn"
        aria-current={shown === ply + 1 ? 'true' : undefined}
        onClick={() => session.dispatch({ type: 'browse', ply: ply + 1 })}
      >
        {turn.text}
        <TurnMark mark={session.reviewed?.mark(ply) ?? null} />
      </button>
    );
  };
  return (
    <ol class="turns" ref={list} aria-label={t('panel.turns')} tabIndex={0}>
      {pairs === 0 && <li class="turns-none">{t('panel.no-turns')}</li>}
      {Array.from({ length: pairs }, (_, pair) => (
        <li key={pair}>
          <span class="turn-number">{number + pair}</span>
          {pair === 0 && ahead === 1 ? <span class="turn turn-none">…</span> : cell(pair * 2 - ahead)}
          {cell(pair * 2 + 1 - ahead)}
        </li>
      ))}
    </ol>
  );
}
