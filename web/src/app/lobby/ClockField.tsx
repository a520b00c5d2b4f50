/* The clock of a game: minutes with seconds a turn, days a turn, or none. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Choices } from '../ui/Choices';
import type { ClockKind, Making } from './making';
import { BASE_MAX_S, DAYS, INCREMENT_MAX_S, REAL_CLOCKS } from './making';
import { minutesText, tl } from './words';

interface Props {
  readonly making: Making;
  readonly change: (part: Partial<Making>) => void;
}

const KINDS: readonly ClockKind[] = ['real', 'days', 'none'];
const KIND = { real: 'make.clock.real', days: 'make.clock.days', none: 'make.clock.none' } as const;
const KIND_SUB = { real: 'make.clock.real.sub', days: 'make.clock.days.sub', none: 'make.clock.none.sub' } as const;

export function ClockField({ making, change }: Props): VNode {
  return (
    <div class="make-clock">
      <Choices
        legend={tl('make.clock')} aside={tl(KIND_SUB[making.clock])} name="make-clock" kind="pills" value={making.clock}
        onChange={(clock: ClockKind) => change({ clock })}
        items={KINDS.map((kind) => ({ value: kind, label: tl(KIND[kind]) }))}
      />
      {making.clock === 'real' && <Minutes making={making} change={change} />}
      {making.clock === 'days' && (
        <Choices
          legend={tl('make.clock.days')} name="make-days" kind="pills" value={making.days} onChange={(days) => change({ days })}
          items={DAYS.map((days) => ({ value: days, label: String(days), name: tl('clock.days.long', { n: days }) }))}
        />
      )}
    </div>
  );
}

function presetOf({ baseS, incrementS }: Making): number {
  return REAL_CLOCKS.findIndex((clock) => clock.baseS === baseS && clock.incrementS === incrementS);
}

const OWN = -1;

function Minutes({ making, change }: Props): VNode {
  const preset = presetOf(making);
  const [own, setOwn] = useState(preset === OWN);
  const choose = (index: number): void => {
    const clock = REAL_CLOCKS[index];
    setOwn(!clock);
    if (clock) change(clock);
  };
  return (
    <>
      <Choices
        legend={tl('make.time')} name="make-preset" kind="pills" value={own ? OWN : preset} onChange={choose}
        items={[
          ...REAL_CLOCKS.map(({ baseS, incrementS }, index) => {
            const values = { minutes: minutesText(baseS), seconds: incrementS };
            return { value: index, label: tl('clock.real', values), name: tl('clock.real.long', values) };
          }),
          { value: OWN, label: tl('make.clock.own') },
        ]}
      />
      {own && (
        <div class="make-pair">
          <Amount label={tl('make.minutes')} value={making.baseS / 60} most={BASE_MAX_S / 60} step="0.5" onChange={(minutes) => change({ baseS: Math.round(minutes * 60) })} />
          <Amount label={tl('make.seconds')} value={making.incrementS} most={INCREMENT_MAX_S} step="1" onChange={(seconds) => change({ incrementS: Math.round(seconds) })} />
        </div>
      )}
    </>
  );
}

function Amount({ label, value, most, step, onChange }: { label: string; value: number; most: number; step: string; onChange: (value: number) => void }): VNode {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="number" inputMode="decimal" min="0" max={most} step={step} value={value}
        onChange={(event) => {
          const typed = event.currentTarget.valueAsNumber;
          onChange(Number.isFinite(typed) ? Math.max(0, Math.min(most, typed)) : 0);
        }}
      />
    </label>
  );
}
