/* The review of a game: its curve, the turns that changed it, and learning from them. Under the board where
 * there is room, else in a dialog; out of sight it only follows the game. */

import type { VNode } from 'preact';
import { t } from '../../i18n';
import type { GameState } from '../game/state';
import { useChanges, usePage } from '../page';
import type { Session } from '../session';
import { Dialog } from '../ui/Dialog';
import { Icon } from '../ui/Icon';
import { reviewOf } from './control';
import { Curve } from './Curve';
import { Learning, lessons } from './learn';
import type { GameReview } from './review';
import { costWords } from './words';
import '../styles/review.css';

export interface ReviewProps {
  readonly session: Session;
  readonly state: GameState;
  readonly where: 'column' | 'dialog' | 'nowhere';
  /** Of the curve, in pixels. */
  readonly height: number;
}

const DIALOG_CURVE_PX = 132;

export function ReviewCard({ session, state, where, height }: ReviewProps): VNode | null {
  const page = usePage();
  const review = reviewOf(session);
  useChanges((listener) => review.subscribe(listener));
  const close = (): void => page.open(null);
  if (where === 'nowhere') return null;
  const parts = { session, state, review, close };
  if (where === 'dialog') {
    return (
      <Dialog title={t('review.title')} onClose={close}>
        <div class="review review-dialog">
          <Head {...parts} />
          <CurveOf {...parts} height={DIALOG_CURVE_PX} />
          <MarkedTurns {...parts} />
        </div>
      </Dialog>
    );
  }
  return (
    <section class="review review-column" aria-labelledby="review-title">
      <h2 id="review-title" class="hidden">{t('review.title')}</h2>
      <Head {...parts} />
      <CurveOf {...parts} height={height} />
    </section>
  );
}

interface PartProps {
  readonly session: Session;
  readonly state: GameState;
  readonly review: GameReview;
  readonly close: () => void;
}

function CurveOf({ session, state, review, height }: PartProps & { height: number }): VNode {
  const { exercise } = session;
  return (
    <Curve
      plies={review.plies}
      made={review.made}
      at={exercise?.ply ?? state.turns.length}
      height={height}
      go={(ply) => session.dispatch({ type: 'browse', ply })}
    />
  );
}

function Head({ session, state, review, close }: PartProps): VNode {
  const { current } = review;
  const standing = current?.standing ?? 'open';
  const items = lessons(review, state.setup.you);
  const learn = (): void => {
    close();
    new Learning(session, review, items);
  };
  return (
    <div class="review-head">
      <p class="review-words" role="status"><Words state={state} review={review} learning={session.exercise !== null} /></p>
      {standing === 'running' ? (
        <button type="button" class="button-outline" onClick={() => review.stop()}>
          <Icon name="square" /> {t('review.stop')}
        </button>
      ) : standing === 'done' ? (
        items.length > 0 && !session.exercise && (
          <button type="button" class="button-outline" onClick={learn}>
            <Icon name="bulb" /> {t('learn.start', { n: items.length })}
          </button>
        )
      ) : (
        review.made.length > 0 && (
          <button type="button" class="button-outline" onClick={() => review.start()}>
            <Icon name="chart" /> {current && current.done > 1 ? t('review.resume') : t('review.start')}
          </button>
        )
      )}
    </div>
  );
}

/** One line: of the marked turn at hand, else of the whole. */
function Words({ state, review, learning }: { state: GameState; review: GameReview; learning: boolean }): VNode {
  const { current } = review;
  const standing = current?.standing ?? 'open';
  const at = state.turns.length;
  const ply = review.mark(at) ? at : at > 0 && review.mark(at - 1) ? at - 1 : null;
  if (ply !== null && !learning) {
    const better = review.best(ply);
    return (
      <>
        <strong>{costWords(review, ply)}</strong> {better !== null && <span>{t('review.better', { turn: better })}</span>}
      </>
    );
  }
  const title = <strong aria-hidden="true">{t('review.title')}</strong>;
  if (standing === 'running') {
    return (
      <>
        {title} <span>{t('review.running')} · {t('review.progress', { done: current?.done ?? 0, total: review.plies.length })}</span>
      </>
    );
  }
  const count = review.marked.length;
  const words = standing === 'failed' ? t('review.failed')
    : standing === 'open' ? t('review.none')
    : count === 0 ? t('review.clean')
    : t('review.found', { n: count });
  return (
    <>
      {title} <span>{words}</span>
    </>
  );
}

/** A tap shows the board before the turn, with the better one on it. */
function MarkedTurns({ session, review, close }: PartProps): VNode | null {
  const { marked } = review;
  if (marked.length === 0) return null;
  const show = (ply: number): void => {
    close();
    session.dispatch({ type: 'browse', ply });
  };
  return (
    <ul class="review-marked">
      {marked.map((ply) => (
        <li key={ply}>
          <button type="button" onClick={() => show(ply)}>
            <strong>{costWords(review, ply)}</strong>
            <small>{t('review.better', { turn: review.best(ply) ?? '' })}</small>
          </button>
        </li>
      ))}
    </ul>
  );
}
