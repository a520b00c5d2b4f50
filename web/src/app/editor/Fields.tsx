/* What belongs to a position besides its stones: its board, whose turn it is, counters, vela, rule options. */

import type { VNode } from 'preact';
import { t } from '../../i18n';
import type { Side } from '../../core/types';
import type { RuleChoice } from '../game/setup';
import { hasVela, isNamed, readShape, sizeText } from '../game/setup';
import { RulesField } from '../home/fields';
import { useSettings } from '../page';
import { Choices } from '../ui/Choices';
import { StoneIcon } from '../ui/StoneIcon';
import { Switch } from '../ui/Switch';
import type { FaultField } from './faults';
import type { Placed } from './model';

const SIDES = [3, 5, 7, 9, 11, 13, 15] as const;
const OTHER = 'other';
const FIRST_OTHER = '7x3';
/** 16 bits, as the core counts. */
const COUNTER_MAX = 65535;

export function BoardPick({ variant, change }: { variant: string; change: (variant: string) => void }): VNode {
  const named = isNamed(variant);
  const shape = readShape(variant) ?? { files: 9, ranks: 5 };
  const pick = (label: string, value: number, other: number, make: (size: number) => string): VNode => (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={(event) => change(make(Number(event.currentTarget.value)))}>
        {SIDES.filter((side) => readShape(`${side}x${other}`) !== null).map((side) => (
          <option key={side} value={side} selected={side === value}>{side}</option>
        ))}
      </select>
    </label>
  );
  return (
    <div class="panel-part">
      <Choices
        legend={t('home.board')}
        aside={sizeText(variant)}
        name="editor-board"
        kind="pills"
        value={named ? variant : OTHER}
        onChange={(next) => change(next === OTHER ? FIRST_OTHER : next)}
        items={[
          { value: 'tsivy', label: 'Tsivy' },
          { value: 'dimy', label: 'Dimy' },
          { value: 'telo', label: 'Telo' },
          { value: OTHER, label: t('editor.other-size') },
        ]}
      />
      {!named && (
        <div class="editor-pair">
          {pick(t('editor.files'), shape.files, shape.ranks, (files) => sized(files, shape.ranks))}
          {pick(t('editor.ranks'), shape.ranks, shape.files, (ranks) => sized(shape.files, ranks))}
        </div>
      )}
    </div>
  );
}

/** The two named boards of the capture game go by their names. */
function sized(files: number, ranks: number): string {
  const size = `${files}x${ranks}`;
  return size === '9x5' ? 'tsivy' : size === '5x5' ? 'dimy' : size;
}

interface DetailsProps {
  readonly placed: Placed;
  readonly change: (placed: Placed) => void;
  readonly faulty: (field: FaultField) => boolean;
  readonly choice: RuleChoice;
  readonly rules: string;
  readonly setRules: (rules: string) => void;
}

export function Details({ placed, change, faulty, choice, rules, setRules }: DetailsProps): VNode {
  const settings = useSettings();
  const counter = (label: string, field: 'quiet' | 'number', least: number): VNode => (
    <label class="field">
      <span>{label}</span>
      <input
        type="number" inputMode="numeric" min={least} max={COUNTER_MAX} value={placed[field]} aria-invalid={faulty(field) ? 'true' : undefined}
        onChange={(event) => {
          const value = Math.round(event.currentTarget.valueAsNumber);
          change({ ...placed, [field]: Number.isFinite(value) ? Math.max(least, Math.min(COUNTER_MAX, value)) : least });
        }}
      />
    </label>
  );
  const giver = (value: string): Side | null => (value === 'white' || value === 'black' ? value : null);
  return (
    <>
      <div class="panel-part">
        <Choices
          legend={t('editor.side')}
          name="editor-side"
          kind="pills"
          value={placed.side}
          onChange={(side: Side) => change({ ...placed, side })}
          items={[
            { value: 'white', label: <><StoneIcon side="white" size={20} /> {t('side.white')}</> },
            { value: 'black', label: <><StoneIcon side="black" size={20} /> {t('side.black')}</> },
          ]}
        />
        <div class="editor-pair">
          {counter(t('editor.quiet'), 'quiet', 0)}
          {counter(t('editor.number'), 'number', 1)}
        </div>
        {(hasVela(placed.variant) || placed.giver !== null) && (
          <label class="field">
            <span>{t('editor.vela')}</span>
            <select value={placed.giver ?? ''} aria-invalid={faulty('vela') ? 'true' : undefined} onChange={(event) => change({ ...placed, giver: giver(event.currentTarget.value) })}>
              {([['', t('editor.vela.none')], ['white', t('editor.vela.white')], ['black', t('editor.vela.black')]] as const).map(([value, words]) => (
                <option key={value} value={value} selected={value === (placed.giver ?? '')}>{words}</option>
              ))}
            </select>
          </label>
        )}
        {(choice.firstTurn === 'single' || placed.first) && (
          <Switch label={t('editor.first')} on={placed.first} onChange={(first) => change({ ...placed, first })} />
        )}
      </div>
      <div class="panel-part">
        <RulesField
          name="editor" vela={false} settings={{ ...settings, variant: isNamed(placed.variant) ? placed.variant : 'tsivy', rules }}
          change={(part) => part.rules !== undefined && setRules(part.rules)}
        />
      </div>
    </>
  );
}
