/* Settings and language: what a person chooses for good. */

import type { VNode } from 'preact';
import type { Material } from '../../board/types';
import { currentLanguage, t } from '../../i18n';
import type { Language } from '../../i18n/language';
import { LANGUAGE_NAMES, LANGUAGES } from '../../i18n/language';
import { lobby } from '../../i18n/lobby';
import { OfflineNote } from '../home/OfflineNote';
import { NetSettings } from '../lobby/NetSettings';
import { useOnline, usePage, useSettings } from '../page';
import type { Theme } from '../store/settings';
import { Choices } from '../ui/Choices';
import { Dialog } from '../ui/Dialog';
import { Switch } from '../ui/Switch';
import { useWords } from '../words';

export function LanguageDialog({ onClose }: { onClose: () => void }): VNode {
  return (
    <Dialog title={t('language')} onClose={onClose}>
      <LanguageField />
    </Dialog>
  );
}

function LanguageField(): VNode {
  const page = usePage();
  return (
    <Choices
      legend={t('language')}
      name="language"
      kind="languages"
      value={currentLanguage()}
      onChange={(language: Language) => page.settings.change({ language })}
      items={LANGUAGES.map((language) => ({
        value: language,
        label: <span lang={language}>{LANGUAGE_NAMES[language]}</span>,
      }))}
    />
  );
}

export function SettingsDialog({ onClose }: { onClose: () => void }): VNode {
  const { settings: store, open } = usePage();
  const settings = useSettings();
  const { here } = useOnline();
  return (
    <Dialog title={t('settings')} onClose={onClose}>
      <div class="settings">
        <Choices
          legend={t('theme')}
          name="theme"
          kind="pills"
          value={settings.theme}
          onChange={(theme: Theme) => store.change({ theme })}
          items={[
            { value: 'system', label: t('theme.system') },
            { value: 'light', label: t('theme.light') },
            { value: 'dark', label: t('theme.dark') },
          ]}
        />
        <Choices
          legend={t('material')}
          name="material"
          kind="materials"
          value={settings.material}
          onChange={(material: Material) => store.change({ material })}
          items={[
            { value: 'laterite', label: swatch('laterite', t('material.laterite')) },
            { value: 'raffia', label: swatch('raffia', t('material.raffia')) },
            { value: 'granite', label: swatch('granite', t('material.granite')) },
          ]}
        />
        <Switch label={t('settings.coordinates')} on={settings.coordinates} onChange={(coordinates) => store.change({ coordinates })} />
        <Switch label={t('settings.flat')} on={settings.flat} onChange={(flat) => store.change({ flat })} />
        <Switch label={t('settings.sound')} on={settings.sound} onChange={(sound) => store.change({ sound })} />
        <Switch label={t('settings.evaluation')} on={settings.evaluation} onChange={(evaluation) => store.change({ evaluation })} />
        {here && <NetPart />}
        <LanguageField />
        <button type="button" class="button-quiet settings-keys" onClick={() => open('keys')}>
          {t('keys.title')}
        </button>
        <OfflineNote />
      </div>
    </Dialog>
  );
}

function NetPart(): VNode | null {
  return useWords(lobby) ? <NetSettings /> : null;
}

function swatch(material: Material, name: string): VNode {
  return (
    <>
      <span class={`swatch swatch-${material}`} />
      {name}
    </>
  );
}
