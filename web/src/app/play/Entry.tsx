/* A field to type turns in, in the place of the buttons, so that the board stays in sight. Beside a friend and
 * in an analysis it stays open for the next turns, and takes many at once. What is written wrongly, what is not
 * legal and what fits several turns are told apart; the turns that fit can be picked. */

import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { TurnFault } from '../../core/types';
import type { Key } from '../../i18n';
import { t } from '../../i18n';
import type { Entered, EntryFault } from '../game/entry';
import { pathOf } from '../game/marks';
import { clauseAddress, refusalMessage } from '../game/message';
import type { GameState } from '../game/state';
import { isTelo } from '../game/state';
import type { Session } from '../session';
import { IconButton } from '../ui/TopBar';
import { focusBoard } from './focus';

const FAULT_KEYS: Readonly<Record<TurnFault, Key>> = {
  empty: 'type.empty',
  character: 'type.character',
  point: 'type.point',
  kind: 'type.kind',
  end: 'type.end',
  length: 'type.length',
};

interface Props {
  readonly session: Pick<Session, 'enter'>;
  readonly state: GameState;
  /** What is said in its place while there is no fault to tell. */
  readonly message: VNode;
  readonly close: () => void;
}

export function Entry({ session, state, message, close }: Props): VNode {
  const [text, setText] = useState('');
  const [entered, setEntered] = useState<Entered | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const alone = state.setup.mode === 'computer' || state.setup.mode === 'net';

  // After a dialog that closes with the same picture and hands the focus back where it was.
  useLayoutEffect(() => input.current?.focus(), []);

  const leave = (): void => {
    const root = input.current?.closest('main') ?? null;
    close();
    focusBoard(root);
  };
  const enter = (written: string): void => {
    const done = session.enter(written);
    setEntered(done);
    setText(done.fault?.rest ?? '');
    if (!done.fault && alone) leave();
    else input.current?.focus();
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    enter(text);
  };
  const label = alone ? (isTelo(state.view) ? t('type.telo') : t('type.label')) : isTelo(state.view) ? t('type.telo') : t('type.many');
  const fault = entered?.fault;
  return (
    <>
      {entered && fault ? (
        <div id="type-fault" class="message message-refusal entry-fault" role="alert">
          <Fault entered={entered} fault={fault} state={state} pick={(turn) => enter(`${turn} ${fault.rest.slice(fault.text.length)}`)} />
        </div>
      ) : (
        message
      )}
      <form class="actions entry" onSubmit={submit}>
        <input
          ref={input} id="type-turn" type="text" autocomplete="off" autocapitalize="none" spellcheck={false}
          aria-label={label} placeholder={label} value={text}
          aria-describedby={fault ? 'type-fault' : undefined} aria-invalid={fault ? 'true' : undefined}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setEntered(null);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            leave();
          }}
        />
        <button type="submit" class="action action-main">
          <span>{t('type.play')}</span>
        </button>
        <IconButton icon="close" label={t('close')} onClick={leave} />
      </form>
    </>
  );
}

interface FaultProps {
  readonly entered: Entered;
  readonly fault: EntryFault;
  readonly state: GameState;
  readonly pick: (turn: string) => void;
}

function Fault({ entered, fault, state, pick }: FaultProps): VNode {
  const { reading, text } = fault;
  const which = entered.of > 1 ? t('type.which', { n: entered.played + 1, of: entered.of }) : '';
  const plain = which === '' ? undefined : <code class="type-marked">{text}</code>;
  if (reading === 'waiting') return <Told which={which} written={plain} title={t('type.waiting')} />;
  if (reading.reading === 'ambiguous') {
    return (
      <>
        <Told which={which} written={plain} title={t('type.ambiguous', { n: reading.count })} />
        <div class="entry-candidates">
          {reading.candidates.map((candidate) => (
            <button key={candidate} type="button" class="button-outline" onClick={() => pick(candidate)}>
              {candidate}
            </button>
          ))}
        </div>
      </>
    );
  }
  if (reading.reading === 'malformed') {
    return <Told which={which} title={t(FAULT_KEYS[reading.fault])} written={text === '' ? undefined : <Marked text={text} offset={reading.offset} />} />;
  }
  const { files } = state.view;
  const points = pathOf(text.toLowerCase().replace(/[aw]?-/g, '-'), files) ?? [];
  const at = points[points.length - 1] ?? points[0] ?? 0;
  const { title, sub, clause } = refusalMessage(reading.refusal, points[0] ?? at, at, files);
  return (
    <>
      <Told which={which} title={title} sub={sub} written={<Marked text={text} offset={reading.offset} />} />
      {clause && <a class="message-rule" href={clauseAddress(clause.id)}>{clause.label}</a>}
    </>
  );
}

function Told({ which, title, sub, written }: { which: string; title: string; sub?: string; written: VNode | undefined }): VNode {
  return (
    <div class="message-words">
      <strong>
        {which} {written} {title}
      </strong>
      {sub && <small>{sub}</small>}
    </div>
  );
}

/** The text with the place of its fault marked. The offset counts bytes, as the core reads them. */
function Marked({ text, offset }: { text: string; offset: number }): VNode {
  const at = new TextDecoder().decode(new TextEncoder().encode(text).slice(0, offset)).length;
  return (
    <code class="type-marked">
      {text.slice(0, at)}
      <mark>{text.slice(at, at + 1) || ' '}</mark>
      {text.slice(at + 1)}
    </code>
  );
}
