/* On or off. */

import type { VNode } from 'preact';

interface Props {
  readonly label: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  /** The words stand beside it already. */
  readonly bare?: boolean;
  readonly disabled?: boolean;
}

export function Switch({ label, on, onChange, bare = false, disabled = false }: Props): VNode {
  return (
    <label class="switch">
      <span class={bare ? 'hidden' : undefined}>{label}</span>
      <input type="checkbox" role="switch" checked={on} disabled={disabled} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span class="switch-track" aria-hidden="true" />
    </label>
  );
}
