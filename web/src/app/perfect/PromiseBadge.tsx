/* The computer's promise beside its name: whether it holds; a tap tells all about it. */

import type { ComponentChildren, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { perfectWords } from '../../i18n/perfect';
import { usePage } from '../page';
import type { Session } from '../session';
import { useWords } from '../words';
import { keeperOf } from './keeper';
import { PromiseMark } from './PromiseMark';
import { badgeWords, tp } from './words';
import '../styles/perfect.css';

export interface BadgeProps {
  readonly session: Session;
  /** On the narrowest screens it is a part of the picture of the player. */
  readonly children?: ComponentChildren;
}

export function PromiseBadge({ session, children }: BadgeProps): VNode {
  const page = usePage();
  const words = useWords(perfectWords);
  useEffect(() => void keeperOf(session), [session]);
  const standing = session.standing ?? { state: 'asking' };
  if (!words) return <>{children}</>;
  return (
    <button
      type="button"
      class={`promise promise-${standing.state}${children ? ' promise-rail' : ''}`}
      aria-label={`${tp('promise')}: ${badgeWords(standing)}`}
      title={tp('promise')}
      onClick={() => page.open('promise')}
    >
      {children}
      <PromiseMark state={standing.state} size={children ? 18 : 20} />
      {!children && <span class="promise-word">{badgeWords(standing)}</span>}
    </button>
  );
}
