/* A field to type a turn in. What is written wrongly, what is not legal and what fits several turns are told
 * apart; the place of the fault is marked, the turns that fit can be picked. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Reading, TurnFault } from '../../core/types';
import type { Key } from '../../i18n';
import { t } from '../../i18n';
import { clauseAddress, refusalMessage } from '../game/message';
import type { GameState } from '../game/state';
import { canAct } from '../game/state';
import { pathOf } from '../game/marks';
import type { Session } from '../session';
import { Dialog } from '../ui/Dialog';

const FAULT_KEYS: Readonly<Record<TurnFault, Key>> = {
  empty: 'type.empty',
  character: 'type.character',
  point: 'type.point',
  kind: 'type.kind',
  end: 'type.end',
  length: 'type.length',
};

export function TypeTurn({ session, state, onClose }: { session: Session; state: GameState; onClose: () => void }): VNode {
  const [text, setText] = useState('');
  const [told, setTold] = useState<{ text: string; reading: Exclude<Reading, { reading: 'read' }> } | null>(null);

  const playText = (turn: string): void => {
    onClose();
    session.dispatch({ type: 'typed', text: turn });
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const reading = session.rules.read(text);
    if (reading.reading === 'read') playText(reading.turn.text);
    else setTold({ text, reading });
  };
  return (
    <Dialog title={t('type.title')} onClose={onClose}>
      <form class="type" onSubmit={submit}>
        <label class="field" for="type-turn">
          <span>{t('type.label')}</span>
          <input
            id="type-turn" data-autofocus type="text" autocomplete="off" autocapitalize="none" spellcheck={false}
            value={text} aria-describedby={told ? 'type-fault' : undefined} aria-invalid={told ? 'true' : undefined}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="button-main" aria-disabled={!canAct(state) || undefined} disabled={!canAct(state)}>
          {t('type.play')}
        </button>
      </form>
      <div id="type-fault" class="type-fault" role="alert">
        {told && <Fault {...told} files={state.view.files} pick={playText} />}
      </div>
    </Dialog>
  );
}

interface FaultProps {
  readonly text: string;
  readonly reading: Exclude<Reading, { reading: 'read' }>;
  readonly files: number;
  readonly pick: (turn: string) => void;
}

function Fault({ text, reading, files, pick }: FaultProps): VNode {
  if (reading.reading === 'ambiguous') {
    return (
      <>
        <p>{t('type.ambiguous', { n: reading.count })}</p>
        <div class="type-candidates">
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
    return (
      <>
        <Marked text={text} offset={reading.offset} />
        <p>{t(FAULT_KEYS[reading.fault])}</p>
      </>
    );
  }
  const points = pathOf(text.toLowerCase().replace(/[aw]?-/g, '-'), files) ?? [];
  const at = points[points.length - 1] ?? points[0] ?? 0;
  const { title, sub, clause } = refusalMessage(reading.refusal, points[0] ?? at, at, files);
  return (
    <>
      <Marked text={text} offset={reading.offset} />
      <p>
        <strong>{title}</strong> {sub} {clause && <a href={clauseAddress(clause.id)}>{clause.label}</a>}
      </p>
    </>
  );
}

/** The text with the place of its fault marked. The offset counts bytes, as the core reads them. */
function Marked({ text, offset }: { text: string; offset: number }): VNode {
  const at = new TextDecoder().decode(new TextEncoder().encode(text).slice(0, offset)).length;
  return (
    <p class="type-marked">
      <code>
        {text.slice(0, at)}
        <mark>{text.slice(at, at + 1) || ' '}</mark>
        {text.slice(at + 1)}
      </code>
    </p>
  );
}
