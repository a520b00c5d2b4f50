/* Icons: 24 grid, stroke 1.75, round ends, no fill (LOOK: icons). */

import type { VNode } from 'preact';

const PATHS = {
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c2.6 2.6 3.8 5.6 3.8 9s-1.2 6.4-3.8 9c-2.6-2.6-3.8-5.6-3.8-9S9.4 5.6 12 3z',
  sound: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11',
  mute: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5',
  moon: 'M20 14.2A8.2 8.2 0 0 1 9.8 4a8.2 8.2 0 1 0 10.2 10.2z',
  sun: 'M12 8.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6zM12 2.8v2M12 19.2v2M2.8 12h2M19.2 12h2M5.5 5.5l1.4 1.4M17.1 17.1l1.4 1.4M5.5 18.5l1.4-1.4M17.1 6.9l1.4-1.4',
  gear: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4zM9 14.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4z',
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  back: 'M8.5 5L4 9.5 8.5 14M4.5 9.5H15a5 5 0 0 1 0 10h-3',
  bulb: 'M9 17h6M10 20.5h4M8.7 14.5a6.2 6.2 0 1 1 6.6 0c-.5.4-.8 1-.8 1.7V17h-5v-.8c0-.7-.3-1.3-.8-1.7z',
  flag: 'M5.5 21V4M5.5 4.5h12l-2.5 4 2.5 4h-12',
  half: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 4v16M12 8h5.6M12 12h7.8M12 16h5.6',
  first: 'M6 5v14M18 6l-7 6 7 6',
  prev: 'M14.5 6l-6 6 6 6',
  next: 'M9.5 6l6 6-6 6',
  last: 'M18 5v14M6 6l7 6-7 6',
  flip: 'M8 19V5M4.5 8.5L8 5l3.5 3.5M16 5v14M12.5 15.5L16 19l3.5-3.5',
  link: 'M9.5 8H7.5a4 4 0 0 0 0 8h2M14.5 8h2a4 4 0 0 1 0 8h-2M8.5 12h7',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z',
  square: 'M6.5 6.5h11v11h-11z',
  rematch: 'M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4.5 4.5v4.3h4.3',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5M12 8v.01',
  chip: 'M7 7h10v10H7zM10 10h4v4h-4zM9.5 7V3.8M14.5 7V3.8M9.5 20.2V17M14.5 20.2V17M7 9.5H3.8M7 14.5H3.8M20.2 9.5H17M20.2 14.5H17',
  book: 'M12 6.5C10 5 7.5 4.5 4 4.5v14c3.5 0 6 .5 8 2 2-1.5 4.5-2 8-2v-14c-3.5 0-6 .5-8 2zM12 6.5v14',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  close: 'M6 6l12 12M18 6L6 18',
  home: 'M4 11l8-6.5 8 6.5M6 9.5V20h12V9.5',
  plus: 'M12 5v14M5 12h14',
  keyboard: 'M3.5 6.5h17v11h-17zM7 10v.01M10.3 10v.01M13.7 10v.01M17 10v.01M8 14h8',
  people: 'M9 5a3.2 3.2 0 1 0 0 6.4A3.2 3.2 0 0 0 9 5zM3 19c.4-3.2 2.6-5 6-5s5.6 1.8 6 5M15.5 5.4a3.2 3.2 0 0 1 0 5.7M17.5 14.4c2 .6 3.2 2.2 3.5 4.6',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }): VNode {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
