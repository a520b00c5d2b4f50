/* One of several, as tiles or pills: radio buttons underneath, so that arrows and screen readers work. */

import type { ComponentChildren, VNode } from 'preact';

export interface ChoiceItem<T> {
  readonly value: T;
  readonly label: ComponentChildren;
  /** Said instead of a label that is a picture. */
  readonly name?: string;
}

interface Props<T> {
  readonly legend: string;
  readonly aside?: ComponentChildren;
  readonly name: string;
  readonly kind: string;
  readonly items: readonly ChoiceItem<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

export function Choices<T extends string | number>(props: Props<T>): VNode {
  return (
    <fieldset class={`choices choices-${props.kind}`}>
      <legend>
        <span>{props.legend}</span>
        {props.aside && <span class="choices-aside">{props.aside}</span>}
      </legend>
      <div class="choices-items">
        {props.items.map((item) => (
          <label key={item.value} class="choice">
            <input
              type="radio"
              name={props.name}
              value={item.value}
              aria-label={item.name}
              checked={item.value === props.value}
              onChange={() => props.onChange(item.value)}
            />
            <span class="choice-face">{item.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
