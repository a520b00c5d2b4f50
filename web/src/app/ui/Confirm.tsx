/* A question with two answers; the careful one has the focus. */

import type { ComponentChildren, VNode } from 'preact';
import { t } from '../../i18n';
import { usePage } from '../page';
import { Dialog } from './Dialog';

interface Props {
  readonly title: string;
  readonly yes: string;
  readonly onYes: () => void;
  /** A third answer between the two. */
  readonly other?: { readonly words: string; readonly act: () => void };
  readonly children: ComponentChildren;
}

export function Confirm({ title, yes, onYes, other, children }: Props): VNode {
  const page = usePage();
  const close = (): void => page.open(null);
  return (
    <Dialog title={title} onClose={close}>
      <p>{children}</p>
      {other && (
        <button type="button" class="button-outline button-wide" onClick={other.act}>
          {other.words}
        </button>
      )}
      <div class="dialog-actions">
        <button type="button" class="button-outline" data-autofocus onClick={close}>
          {t('cancel')}
        </button>
        <button
          type="button"
          class="button-main"
          onClick={() => {
            close();
            onYes();
          }}
        >
          {yes}
        </button>
      </div>
    </Dialog>
  );
}
