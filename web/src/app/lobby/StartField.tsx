/* Another start than the usual one, as text; what is wrong with it is told as in the editor. */

import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { SetupReport } from '../../core/types';
import { faultWords } from '../editor/faults';
import { emptyBoard, readPlaced } from '../editor/model';
import { fitRules, readRules, rulesText, shapeOf, STANDARD_RULES } from '../game/setup';
import { spareRules } from '../records/shared';
import { MiniBoard } from '../ui/MiniBoard';
import type { Making } from './making';
import { tl } from './words';

export interface Start {
  /** A game can begin there. */
  readonly fine: boolean;
  readonly faults: readonly string[];
  /** Ranks from the top, once it is without faults. */
  readonly board: string | null;
  readonly variant: string;
}

const USUAL: Omit<Start, 'variant'> = { fine: true, faults: [], board: null };

/** What the core says of the start that is written. */
export function useStart({ start, variant, rules }: Pick<Making, 'start' | 'variant' | 'rules'>): Start {
  const [judged, setJudged] = useState<Omit<Start, 'variant'>>(USUAL);
  const text = start.trim();
  useEffect(() => {
    let wanted = true;
    if (text === '') {
      setJudged(USUAL);
      return;
    }
    setJudged({ ...USUAL, fine: false });
    spareRules().then(
      (core) => wanted && setJudged(judge(text, variant, core.checkSetup({ variant, rules: rulesText(fitRules(readRules(rules) ?? STANDARD_RULES, variant)), position: text }))),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [text, variant, rules]);
  return { ...judged, variant };
}

export function judge(text: string, variant: string, report: SetupReport): Omit<Start, 'variant'> {
  if (!('outcome' in report)) {
    const placed = readPlaced(text, variant) ?? emptyBoard(variant);
    return { fine: false, faults: report.faults.map((fault) => faultWords(fault, text, { ...placed, variant })), board: null };
  }
  const over = report.outcome.result !== 'ongoing';
  return { fine: !over, faults: over ? [tl('make.start.over')] : [], board: report.position.split(' ')[0] ?? null };
}

export function StartField({ text, change, start }: { text: string; change: (text: string) => void; start: Start }): VNode {
  return (
    <div class="make-start">
      <label class="field">
        <span>{tl('make.start')}</span>
        <input
          type="text" value={text} maxLength={160} autocomplete="off" autocapitalize="off" spellcheck={false} aria-describedby="make-start-hint"
          aria-invalid={start.faults.length > 0 || undefined}
          onInput={(event) => change(event.currentTarget.value)}
        />
      </label>
      <p class="lobby-sub" id="make-start-hint">{tl('make.start.hint')}</p>
      {start.faults.length > 0 && (
        <ul class="fault" role="alert">
          {start.faults.map((fault) => <li key={fault}>{fault}</li>)}
        </ul>
      )}
      {start.board !== null && <MiniBoard files={shapeOf(start.variant).files} position={start.board} width={160} />}
    </div>
  );
}
