/* The position as text, and its faults: what is wrong, and where. */

import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { SetupFault, SetupReport } from '../../core/types';
import { t } from '../../i18n';
import { copyText } from '../play/copy';
import { usePage } from '../page';
import { reasonWords, resultWords } from '../records/words';
import { Icon } from '../ui/Icon';
import { IconButton } from '../ui/TopBar';
import { faultWords, fieldOf } from './faults';
import type { Placed } from './model';

interface FaultsProps {
  readonly report: SetupReport;
  readonly text: string;
  readonly placed: Placed;
  readonly pointed: number | null;
  readonly point: (fault: number | null) => void;
}

/** Every fault, or that there is none; a tap on one shows what it is about. */
export function Faults({ report, text, placed, pointed, point }: FaultsProps): VNode {
  const { faults } = report;
  return (
    <div class="editor-faults" role="status" aria-label={t('editor.faults.label')}>
      {faults.length === 0 && 'outcome' in report && (
        <p class="editor-good">
          <Icon name="check" size={18} />
          <span>
            {report.outcome.result === 'ongoing'
              ? t('editor.good')
              : t('editor.over', { result: resultWords(report.outcome), reason: reasonWords(report.outcome) })}
          </span>
        </p>
      )}
      {faults.length > 0 && (
        <>
          <p class="editor-bad">{t('editor.faults', { n: faults.length })}</p>
          <ul>
            {faults.map((fault, index) => (
              <li key={`${fault.code}-${fault.offset}-${index}`}>
                <button type="button" aria-pressed={pointed === index} onClick={() => point(pointed === index ? null : index)}>
                  {faultWords(fault, text, placed)}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

interface TextProps {
  readonly text: string;
  readonly report: SetupReport;
  readonly change: (text: string) => void;
  readonly pointed: number | null;
}

export function TextField({ text, report, change, pointed }: TextProps): VNode {
  const page = usePage();
  const field = useRef<HTMLTextAreaElement>(null);
  const { faults } = report;
  const fault = pointed === null ? undefined : faults[pointed];

  useEffect(() => {
    if (!fault) return;
    field.current?.setSelectionRange(fault.offset, fault.offset + fault.length);
    if (fieldOf(fault) === 'text') field.current?.scrollIntoView({ block: 'nearest' });
  }, [fault]);
  const copy = async (): Promise<void> => page.tell((await copyText(text)) ? t('share.copied') : t('share.copy-failed'));
  return (
    <div class="panel-part editor-text">
      <label class="field" for="editor-text">
        <span>{t('editor.text')}</span>
        <textarea
          id="editor-text" ref={field} rows={3} spellcheck={false} autocapitalize="none" autocomplete="off" value={text}
          aria-invalid={faults.length > 0 ? 'true' : undefined} aria-describedby={faults.length > 0 ? 'editor-marked' : undefined}
          onInput={(event) => change(event.currentTarget.value.replace(/\s*[\r\n]+\s*/g, ' '))}
        />
      </label>
      <IconButton icon="copy" label={t('share.position.copy')} onClick={() => void copy()} />
      {faults.length > 0 && (
        <p id="editor-marked" class="editor-marked">
          <code>{marked(text, fault ? [fault] : faults)}</code>
        </p>
      )}
    </div>
  );
}

/** The text with what is wrong in it marked; where something is missing, a blank stands for it. */
function marked(text: string, faults: readonly SetupFault[]): (VNode | string)[] {
  const edges = new Set<number>([0, text.length]);
  faults.forEach(({ offset, length }) => edges.add(offset).add(offset + length));
  const cuts = [...edges].filter((edge) => edge <= text.length).sort((a, b) => a - b);
  const parts: (VNode | string)[] = [];
  cuts.forEach((from, index) => {
    if (faults.some(({ offset, length }) => length === 0 && offset === from)) parts.push(<mark key={`gap-${from}`}>{' '}</mark>);
    const to = cuts[index + 1];
    if (to === undefined) return;
    const piece = text.slice(from, to);
    const bad = faults.some(({ offset, length }) => offset <= from && to <= offset + length);
    parts.push(bad ? <mark key={from}>{piece}</mark> : piece);
  });
  return parts;
}
