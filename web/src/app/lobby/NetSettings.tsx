/* What a person chooses for games over the net. */

import type { VNode } from 'preact';
import { usePage, useSettings } from '../page';
import { Switch } from '../ui/Switch';
import { tl } from './words';

export function NetSettings(): VNode {
  const { settings: store } = usePage();
  const settings = useSettings();
  return (
    <fieldset class="settings-net">
      <legend>{tl('settings.title')}</legend>
      <Switch label={tl('settings.confirm')} on={settings.confirmTurn} onChange={(confirmTurn) => store.change({ confirmTurn })} />
      <Switch label={tl('settings.premove')} on={settings.premove} onChange={(premove) => store.change({ premove })} />
      <Switch label={tl('settings.notice')} on={settings.turnNotice} onChange={(turnNotice) => store.change({ turnNotice })} />
      <Switch label={tl('settings.phrases')} on={settings.phrases} onChange={(phrases) => store.change({ phrases })} />
    </fieldset>
  );
}
