/* A dialog: the browser's own where it has one (focus stays in, Escape closes); elsewhere the same by hand. */

import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../../i18n';
import { Icon } from './Icon';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** 'drawer' slides in from the side of the screen. */
  readonly kind?: 'card' | 'drawer';
}

const FOCUSABLE = 'button:not([disabled]), [href], input:not([disabled]), select:not([disabled]), summary, [tabindex="0"]';

let titles = 0;

export function Dialog({ title, onClose, children, kind = 'card' }: Props): VNode {
  const ref = useRef<HTMLDialogElement>(null);
  const label = useRef('');
  if (label.current === '') label.current = `dialog-${++titles}`;

  // Before the screen is drawn: an effect after it would leave the focus nowhere for a moment, at either end.
  useLayoutEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    if (!dialog) return;
    const native = typeof dialog.showModal === 'function';
    if (native && !dialog.open) dialog.showModal();
    if (!native) {
      dialog.setAttribute('open', '');
      dialog.classList.add('dialog-plain');
    }
    const first = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector<HTMLElement>(FOCUSABLE);
    first?.focus();
    return () => {
      if (native && dialog.open) dialog.close();
      // What opened it may be gone: another language draws everything anew.
      const back = before instanceof HTMLElement && before !== document.body && before.isConnected ? before : document.getElementById('main');
      back?.focus();
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
    }
    if (event.key === 'Tab' && ref.current) keepInside(event, ref.current);
  };
  return (
    <dialog
      ref={ref}
      class={`dialog dialog-${kind}`}
      aria-labelledby={label.current}
      aria-modal="true"
      role="dialog"
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      <div class="dialog-body">
        <div class="dialog-head">
          <h2 id={label.current}>{title}</h2>
          <button type="button" class="icon-button" aria-label={t('close')} title={t('close')} onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}

function keepInside(event: KeyboardEvent, dialog: HTMLElement): void {
  const stops = Array.from(dialog.querySelectorAll<HTMLElement>(FOCUSABLE)).filter((stop) => stop.offsetParent !== null);
  const first = stops[0];
  const last = stops[stops.length - 1];
  if (!first || !last) return;
  if (event.shiftKey && document.activeElement === first) {
    event.preventDefault();
    last.focus();
  } else if (!event.shiftKey && document.activeElement === last) {
    event.preventDefault();
    first.focus();
  }
}
