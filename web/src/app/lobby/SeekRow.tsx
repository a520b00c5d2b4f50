/* An offer in the lobby: one tap begins the game; one's own is taken back. */

import type { VNode } from 'preact';
import type { Seek } from '../../net/protocol';
import { Icon } from '../ui/Icon';
import { StoneIcon } from '../ui/StoneIcon';
import { ClockMark, PlayerName, SpecWords } from './parts';
import { rangeText, SEEK_SIDE, tl } from './words';

interface Props {
  readonly seek: Seek;
  readonly own: boolean;
  readonly busy: boolean;
  readonly act: (seek: Seek) => void;
}

export function SeekRow({ seek, own, busy, act }: Props): VNode {
  const range = rangeText(seek);
  return (
    <li class={`seek${own ? ' seek-own' : ''}`}>
      <button type="button" class="seek-open" aria-disabled={busy || undefined} onClick={() => busy || act(seek)}>
        <span class="seek-side" title={tl(SEEK_SIDE[seek.side])}>
          <span class="hidden">{tl(SEEK_SIDE[seek.side])}</span>
          {seek.side === 'random' ? <Icon name="half" size={22} /> : <StoneIcon side={seek.side} size={24} />}
        </span>
        <span class="seek-who">{own ? tl('seek.yours') : <PlayerName player={seek.by} />}</span>
        <span class="seek-what">
          <SpecWords spec={seek.spec} />
          {range !== '' && <small>{range}</small>}
        </span>
        <ClockMark clock={seek.spec.clock} />
        <span class="seek-do">{own ? tl('seek.end') : tl('seek.play')}</span>
      </button>
    </li>
  );
}
