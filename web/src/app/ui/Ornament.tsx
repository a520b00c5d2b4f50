/* The weaving: a thread on top of a panel, a selvedge at the end of the banner. Flat, one tone on one tone. */

import type { VNode } from 'preact';

export function Thread(): VNode {
  return (
    <svg class="thread" width="100%" height="8" aria-hidden="true" focusable="false">
      <pattern id="thread" width="18" height="8" patternUnits="userSpaceOnUse">
        <path d="M9 .8L17.5 4 9 7.2.5 4z" />
      </pattern>
      <rect class="thread-ground" width="100%" height="8" />
      <rect width="100%" height="8" fill="url(#thread)" />
    </svg>
  );
}

export function Selvedge(): VNode {
  return (
    <svg class="selvedge" width="16" height="100%" aria-hidden="true" focusable="false">
      <pattern id="selvedge" width="16" height="27" patternUnits="userSpaceOnUse">
        <path fill-rule="evenodd" d="M8 3l5.5 10.5L8 24 2.5 13.5zM8 9l2.5 4.5L8 18l-2.5-4.5z" />
      </pattern>
      <rect class="selvedge-ground" width="16" height="100%" />
      <rect width="16" height="100%" fill="url(#selvedge)" />
    </svg>
  );
}
