/* What there is to say about the game now. Its height is the same in every state. */

import type { VNode } from 'preact';
import { t } from '../../i18n';
import type { Message, Tone } from '../game/message';
import { clauseAddress, message } from '../game/message';
import { lineText } from '../game/chances';
import { truthNow } from '../truth/board';
import type { GameState } from '../game/state';
import { gameNames } from '../game/words';
import type { Session } from '../session';
import type { IconName } from '../ui/Icon';
import { Icon } from '../ui/Icon';
import type { LayoutName } from './layout';
import { isSmall } from './layout';

const ICONS: Readonly<Partial<Record<Tone, IconName>>> = {
  thinking: 'chip', refusal: 'info', result: 'check', hint: 'bulb', notice: 'info',
};

interface Props {
  readonly session: Session;
  readonly state: GameState;
  readonly layout: LayoutName;
}

export function MessageRow({ session, state, layout }: Props): VNode {
  const small = isSmall(layout);
  const making = state.draft.steps.length > 0 || state.choice !== null;
  const { exercise } = session;
  const own = exercise !== null && !making && !state.refused;
  const said = own ? exercise.message() : message(state);
  // Why a tap was refused, and how a game ended, are more than that.
  const now: Message = session.unkept && said.tone !== 'refusal' && said.tone !== 'result' ? { ...said, sub: t('store.full') } : said;
  // What has no room beside a small board: an analysis's best line, and at the start the rules that are not usual.
  const idle = small && now.tone === 'plain' && !making && !own && state.browse === null;
  const aside = !idle ? '' : truthNow(session, state) || bestLine(session) || (state.turns.length === 0 ? gameNames(state).join(' · ') : '');
  // Where there is one line for it, the title says enough: the buttons tell the rest of a turn in the making.
  const showSub = !small || now.tone === 'result' || (now.clause === undefined && (!making || now.tone === 'notice'));
  return <MessageBox said={showSub ? { ...now, sub: aside || now.sub } : { ...now, sub: '' }} state={state} layout={layout} />;
}

interface BoxProps {
  readonly said: Message;
  readonly state: GameState;
  readonly layout: LayoutName;
}

/** A message in its place. */
export function MessageBox({ said: now, state, layout }: BoxProps): VNode {
  const small = isSmall(layout);
  const icon = ICONS[now.tone];
  return (
    <div class={`message message-${now.tone}`}>
      {icon && !small && <Icon name={icon} />}
      <div class="message-words">
        <strong>{now.title}</strong>
        {now.sub !== '' && <small>{now.sub}</small>}
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

/** In an analysis, where the lines are out of sight: "64% e2-e3A d4-e4W". */
function bestLine({ lines }: Session): string {
  const line = lines?.lines[0];
  return lines && line ? `${lineText(line)} ${line.turns.slice(0, 4).join(' ')}` : '';
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
