/* What there is to say about the game now. Its height is the same in every state. */

import type { VNode } from 'preact';
import { t } from '../../i18n';
import type { Message, Tone } from '../game/message';
import { clauseAddress, message } from '../game/message';
import type { GameState } from '../game/state';
import type { Session } from '../session';
import type { IconName } from '../ui/Icon';
import { Icon } from '../ui/Icon';
import type { LayoutName } from './layout';

const ICONS: Readonly<Partial<Record<Tone, IconName>>> = {
  thinking: 'chip', refusal: 'info', result: 'check', hint: 'bulb', notice: 'info',
};

interface Props {
  readonly session: Session;
  readonly state: GameState;
  readonly layout: LayoutName;
}

export function MessageRow({ session, state, layout }: Props): VNode {
  const now: Message = session.unkept && !state.refused
    ? { ...message(state), sub: t('store.full') }
    : message(state);
  const icon = ICONS[now.tone];
  const small = layout === 'phone' || layout === 'tiny' || layout === 'low';
  // Where there is one line for it, the title says enough: the buttons tell the rest of a turn in the making.
  const making = state.draft.steps.length > 0 || state.choice !== null;
  const showSub = !small || now.tone === 'result' || (now.clause === undefined && (!making || now.tone === 'notice'));
  return (
    <div class={`message message-${now.tone}`}>
      {icon && !small && <Icon name={icon} />}
      <div class="message-words">
        <strong>{now.title}</strong>
        {showSub && <small>{now.sub}</small>}
      </div>
      {now.clause && (
        <a class="message-rule" href={clauseAddress(now.clause.id)}>
          {small ? now.clause.id : now.clause.label}
        </a>
      )}
      {layout !== 'wide' && layout !== 'tiny' && <QuietShort state={state} />}
    </div>
  );
}

/** The quiet turns, where the panel may be out of sight; the wide panel and the rail never are. */
function QuietShort({ state }: { state: GameState }): VNode {
  const { quiet, quietLimit } = state.view;
  return (
    <span class="quiet-short">
      <span>{t('quiet.short')}</span>
      <b>{quietLimit > 0 ? `${quiet}/${quietLimit}` : quiet}</b>
    </span>
  );
}
