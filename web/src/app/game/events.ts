/* Everything that can happen to a game on the screen. */

import type { CaptureKind, Drag } from '../../board/types';
import type { Line, Point, Side } from '../../core/types';

export type Event =
  /** The page is ready: the computer may begin. */
  | { readonly type: 'wake' }
  | { readonly type: 'point'; readonly point: Point }
  | { readonly type: 'group'; readonly kind: CaptureKind }
  | { readonly type: 'drag'; readonly drag: Drag }
  | { readonly type: 'stop' }
  | { readonly type: 'step-back' }
  | { readonly type: 'turn-back' }
  | { readonly type: 'peek' }
  /** A whole turn in canonical form, typed or picked. `many`: one of several, which are told and kept by 'written'. */
  | { readonly type: 'typed'; readonly text: string; readonly many?: boolean }
  | { readonly type: 'written' }
  | { readonly type: 'animation-end'; readonly id: number }
  | { readonly type: 'answer'; readonly request: number; readonly turn: string }
  | { readonly type: 'hint' }
  | { readonly type: 'hint-answer'; readonly request: number; readonly line: Line | null }
  | { readonly type: 'offer-draw' }
  | { readonly type: 'draw-answer'; readonly request: number; readonly accepts: boolean }
  | { readonly type: 'agree-draw' }
  | { readonly type: 'engine-failed'; readonly request: number }
  | { readonly type: 'resign' }
  /** A side has used up its time. */
  | { readonly type: 'time'; readonly loser: Side }
  | { readonly type: 'take-back' }
  /** Look at the game before turn `ply`; its length is now. */
  | { readonly type: 'browse'; readonly ply: number };
