/* The keys, in a table. */

import type { VNode } from 'preact';
import type { Key } from '../../i18n';
import { t } from '../../i18n';
import { Dialog } from '../ui/Dialog';

const KEYS: readonly (readonly [string, Key])[] = [
  ['← ↑ → ↓', 'keys.arrows'],
  ['Tab', 'keys.tab'],
  ['Enter', 'keys.enter'],
  ['Space', 'keys.space'],
  ['A · W', 'keys.group'],
  ['Backspace', 'keys.backspace'],
  ['Esc', 'keys.escape'],
  ['V', 'keys.peek'],
  ['/', 'keys.type'],
  ['H', 'keys.hint'],
  ['U', 'keys.back'],
  ['F', 'keys.flip'],
  [', .', 'keys.browse'],
];

export function KeysDialog({ onClose }: { onClose: () => void }): VNode {
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <dl class="keys">
        {KEYS.map(([key, words]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(words)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
