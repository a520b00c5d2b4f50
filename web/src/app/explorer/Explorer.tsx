/* The book of openings beside an analysis: what it knows of the position on the board. A tap plays a turn. */

import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Book, BookPage } from '../../core/book';
import { t } from '../../i18n';
import { coreSetup } from '../game/setup';
import type { GameState } from '../game/state';
import { canAct, isOver } from '../game/state';
import { hasOpenings } from '../game/words';
import type { Session } from '../session';
import { Switch } from '../ui/Switch';
import { mayKnow } from './bookshelf';
import type { Results, Row } from './rows';
import { rowsOf } from './rows';
import '../styles/explorer.css';

/** Whether the book lies open stays as it was while the page is there. */
let opened = false;

type Coming = { readonly state: 'coming' | 'failed' } | { readonly state: 'here'; readonly book: Book };

const EMPTY: BookPage = { opening: null, turns: [] };

export interface ExplorerProps {
  readonly session: Session;
  readonly state: GameState;
}

export function Explorer({ session, state }: ExplorerProps): VNode | null {
  const setup = coreSetup(state.setup);
  const [open, setOpen] = useState(opened);
  const [coming, setComing] = useState<Coming>({ state: 'coming' });
  useEffect(() => {
    if (!open) return undefined;
    let wanted = true;
    const tell = (next: Coming): void => void (wanted && setComing(next));
    setComing({ state: 'coming' });
    session.books.book().then((book) => tell({ state: 'here', book }), () => tell({ state: 'failed' }));
    return () => void (wanted = false);
  }, [open]);
  if (setup.variant !== 'tsivy') return null;
  const hidden = session.exercise !== null;
  const texts = state.turns.map((turn) => turn.text);
  const asked = open && !hidden && coming.state === 'here' && !isOver(state) && mayKnow(setup, texts);
  const page = asked ? coming.book.look(setup, texts) : EMPTY;
  const rows = rowsOf(page, state.view.side, hasOpenings(state) && texts.length === 0);
  return (
    <section class="panel-part book" aria-labelledby="book-title">
      <div class="lines-head">
        <div>
          <h3 id="book-title">{t('book.title')}</h3>
          <p role="status">{statusOf(open, hidden, coming, page, texts.length)}</p>
        </div>
        <Switch
          label={t('book.title')}
          bare
          on={open}
          onChange={(on) => {
            opened = on;
            setOpen(on);
          }}
        />
      </div>
      {rows.length > 0 && (
        <ol class="book-list">
          {rows.map((row, index) => (
            <BookRow key={row.turn} row={row} best={index === 0} play={canAct(state) ? () => session.dispatch({ type: 'typed', text: row.turn }) : null} />
          ))}
        </ol>
      )}
    </section>
  );
}

function statusOf(open: boolean, hidden: boolean, coming: Coming, page: BookPage, turns: number): string {
  if (!open) return t('lines.off');
  if (hidden) return t('lines.exercise');
  if (coming.state !== 'here') return t(coming.state === 'failed' ? 'book.failed' : 'book.loading');
  if (page.turns.length === 0) return page.opening ? `${page.opening} · ${t('book.unknown')}` : t('book.unknown');
  return page.opening ?? (turns === 0 ? t('book.start') : '');
}

function BookRow({ row, best, play }: { row: Row; best: boolean; play: (() => void) | null }): VNode {
  return (
    <li>
      <button type="button" class="book-row" aria-label={row.words} aria-disabled={!play || undefined} onClick={() => play?.()}>
        <span class={`line-score${best ? ' line-best' : ''}`}>{row.value}</span>
        <span class="book-turn">
          <strong>{row.turn}</strong>
          {row.name !== '' && <small>{row.name}</small>}
        </span>
        <ResultBar results={row.results} />
        <span class="book-games">{row.results.games}</span>
      </button>
    </li>
  );
}

/** White's wins from the left, Black's from the right. The words of the row say the same. */
function ResultBar({ results: { white, draws, games } }: { results: Results }): VNode {
  const part = (count: number): string => `${(100 * count) / games}%`;
  return (
    <span class={`book-bar${games === 0 ? ' book-bar-empty' : ''}`}>
      {games > 0 && (
        <>
          <span class="book-white" style={{ width: part(white) }} />
          <span class="book-draws" style={{ width: part(draws) }} />
        </>
      )}
    </span>
  );
}
