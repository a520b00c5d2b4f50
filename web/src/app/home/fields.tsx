/* Fields both cards share: the board and the rule options. */

import type { VNode } from 'preact';
import { t } from '../../i18n';
import type { RuleChoice, Variant } from '../game/setup';
import { endless, fitRules, hasVela, QUIET_LIMIT_MAX, readRules, rulesText, shapeOf, sizeText, STANDARD_RULES } from '../game/setup';
import { ruleNames } from '../game/words';
import type { Settings } from '../store/settings';
import { Choices } from '../ui/Choices';
import { MiniBoard, START } from '../ui/MiniBoard';

export interface CardProps {
  readonly settings: Settings;
  readonly change: (part: Partial<Settings>) => void;
  readonly ready: boolean;
}

/** `value` may be another board than the three; then none of them is chosen. */
export function BoardField({ name, value, onChange }: { name: string; value: string; onChange: (variant: Variant) => void }): VNode {
  const face = (variant: Variant, width: number, words: string): VNode => (
    <>
      <MiniBoard files={shapeOf(variant).files} position={START[variant]} width={width} />
      <strong>{sizeText(variant)}</strong>
      <small>{words}</small>
    </>
  );
  return (
    <Choices<Variant>
      legend={t('home.board')}
      name={name}
      kind="boards"
      value={value as Variant}
      onChange={onChange}
      items={[
        { value: 'tsivy', label: face('tsivy', 160, t('board.tsivy')) },
        { value: 'dimy', label: face('dimy', 92, t('board.dimy')) },
        { value: 'telo', label: face('telo', 84, t('board.telo')) },
      ]}
    />
  );
}

interface RulesFieldProps {
  readonly name: string;
  readonly settings: { readonly variant: string; readonly rules: string };
  readonly change: (part: { readonly rules: string }) => void;
  /** Off: who gives in vela is asked elsewhere. */
  readonly vela?: boolean;
}

/** The rule options of R8; both draw rules off would let a game never end. */
export function RulesField({ name, settings, change, vela = true }: RulesFieldProps): VNode {
  const { variant } = settings;
  const choice = readRules(settings.rules) ?? STANDARD_RULES;
  const set = (part: Partial<RuleChoice>): void => change({ rules: rulesText({ ...choice, ...part }) });
  const names = ruleNames(rulesFor(settings));
  const captures = variant !== 'telo';
  const asksVela = vela && hasVela(variant);
  return (
    <details class="rules-field">
      <summary>
        <span>{t('home.rules')}</span>
        <span class="rules-field-now">{names.length > 0 ? names.join(' · ') : t('rules.standard')}</span>
      </summary>
      <div class="rules-field-body">
        {!captures && <p class="rules-field-note">{t('rules.telo')}</p>}
        {captures && <Pick label={t('rules.chain')} value={choice.chain} onChange={(chain) => set({ chain })}
          options={[['optional', t('rules.chain.optional')], ['mandatory', t('rules.chain.mandatory')]]} />}
        {captures && <Pick label={t('rules.first')} value={choice.firstTurn} onChange={(firstTurn) => set({ firstTurn })}
          options={[['free', t('rules.first.free')], ['single', t('rules.first.single')]]} />}
        <Pick label={t('rules.blocked')} value={choice.blocked} onChange={(blocked) => set({ blocked })}
          options={[['loss', t('rules.blocked.loss')], ['draw', t('rules.blocked.draw')]]} />
        <label class="field">
          <span>{t('rules.quiet')}</span>
          <input
            type="number" inputMode="numeric" min="0" max={QUIET_LIMIT_MAX} value={choice.quietLimit}
            name={`${name}-quiet`}
            onChange={(event) => {
              const value = Math.round(event.currentTarget.valueAsNumber);
              set({ quietLimit: Number.isFinite(value) ? Math.max(0, Math.min(QUIET_LIMIT_MAX, value)) : STANDARD_RULES.quietLimit });
            }}
          />
        </label>
        <Pick label={t('rules.repetition')} value={String(choice.repetition)} onChange={(value) => set({ repetition: Number(value) })}
          options={[['0', t('rules.repetition.off')], ...['2', '3', '4', '5'].map((n) => [n, t('rules.repetition.limit', { n: Number(n) })] as const)]} />
        {asksVela && <Pick label={t('rules.vela')} value={choice.vela} onChange={(giver) => set({ vela: giver })}
          options={[['none', t('rules.vela.none')], ['white', t('rules.vela.white')], ['black', t('rules.vela.black')]]} />}
        {asksVela && choice.vela !== 'none' && <Pick label={t('rules.vela-first')} value={choice.velaFirst} onChange={(velaFirst) => set({ velaFirst })}
          options={[['taker', t('rules.vela-first.taker')], ['giver', t('rules.vela-first.giver')]]} />}
        {asksVela && choice.vela !== 'none' && choice.velaFirst === 'giver' && <p class="rules-field-note">{t('rules.vela-first.note')}</p>}
        {settings.rules !== '' && (
          <button type="button" class="button-quiet" onClick={() => change({ rules: '' })}>
            {t('rules.reset')}
          </button>
        )}
        {endless(choice) && <p class="fault" role="alert">{t('rules.endless')}</p>}
      </div>
    </details>
  );
}

interface PickProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [T, string])[];
  readonly onChange: (value: T) => void;
}

function Pick<T extends string>({ label, value, options, onChange }: PickProps<T>): VNode {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
        {options.map(([each, words]) => (
          <option key={each} value={each} selected={each === value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The rules a game on the chosen board begins with. */
export function rulesFor({ rules, variant }: { readonly rules: string; readonly variant: string }): string {
  return rulesText(fitRules(readRules(rules) ?? STANDARD_RULES, variant));
}

export function mayBegin(settings: Settings): boolean {
  return !endless(readRules(settings.rules) ?? STANDARD_RULES);
}
