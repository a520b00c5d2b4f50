/* The board to put stones on: by a tap with a tool, by dragging, by the keyboard; a right tap goes through the three. */

import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Drag, Stone } from '../../board';
import { Board, boardWidth } from '../../board';
import type { Point, SetupFault } from '../../core/types';
import { t } from '../../i18n';
import { shapeOf } from '../game/setup';
import { pointName } from '../game/points';
import { usePage, useSettings } from '../page';
import { layoutFor } from '../play/layout';
import { Choices } from '../ui/Choices';
import { IconButton } from '../ui/TopBar';
import { StoneIcon } from '../ui/StoneIcon';
import type { Placed } from './model';
import { carry, count, cycle, emptyBoard, hands, pointsOf, put, swapColours, touch } from './model';

interface Props {
  readonly placed: Placed;
  readonly change: (placed: Placed) => void;
  readonly tool: number;
  readonly setTool: (tool: number) => void;
  readonly turned: boolean;
  readonly flip: () => void;
  readonly start: () => void;
  readonly back: (() => void) | undefined;
  /** What is pointed at. */
  readonly fault: SetupFault | undefined;
}

export function EditorBoard({ placed, change, tool, setTool, turned, flip, start, back, fault }: Props): VNode {
  const page = usePage();
  const { material, coordinates, flat } = useSettings();
  const shape = shapeOf(placed.variant);
  const { upright, boardPx } = useBoardSize(placed.variant, flat, coordinates);
  const [carrying, setCarrying] = useState(false);
  const { stones } = placed;
  const points = stones.map((_, point) => point);

  const pointed = fault ? pointsOf(fault, placed) : [];
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone the board is far above the list of faults.
    if (pointed.length > 0) box.current?.scrollIntoView({ block: 'nearest' });
  }, [fault]);

  const set = (point: Point, next: Placed): void => {
    change(next);
    page.say(sayStone(point, next));
  };
  const sayStone = (point: Point, next: Placed): string => {
    const stone = next.stones[point];
    const words = stone === 1 ? t('point.white') : stone === 2 ? t('point.black') : t('point.empty');
    return `${pointName(point, shape.files)}, ${words}`;
  };
  const onDrag = (drag: Drag): void => {
    setCarrying(drag.phase === 'start' || drag.phase === 'over');
    if (drag.phase === 'drop' && drag.point !== drag.from) set(drag.point, carry(placed, drag.from, drag.point));
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== 'z' || !back) return;
      event.preventDefault();
      back();
      return;
    }
    const point = pointUnder(event.target);
    if (point === null || event.altKey) return;
    const stone = STONE_KEYS[event.key.toLowerCase()];
    if (stone === undefined && event.key !== ' ') return;
    event.preventDefault();
    set(point, stone === undefined ? cycle(placed, point) : put(placed, point, stone));
  };
  const [white, black] = hands(placed);
  return (
    <div class="editor-column" style={{ '--board': `${boardPx}px` }}>
      <div
        ref={box}
        class="editor-board"
        onKeyDown={onKey}
        onContextMenu={(event) => {
          const point = pointUnder(event.target);
          if (point === null) return;
          event.preventDefault();
          set(point, cycle(placed, point));
        }}
      >
        <Board
          shape={shape}
          stones={stones as readonly Stone[]}
          marks={{
            reachable: carrying ? points.filter((point) => stones[point] === 0) : undefined,
            canCapture: pointed,
          }}
          turned={turned}
          upright={upright}
          material={material}
          coordinates={coordinates}
          movable={points.filter((point) => stones[point] !== 0)}
          open={points}
          label={t('board.label')}
          labels={(point) => sayStone(point, placed)}
          onPoint={(point) => set(point, touch(placed, point, tool))}
          onDrag={onDrag}
        />
      </div>
      <div class="editor-tools">
        <Choices
          legend={t('editor.tool')}
          aside={placed.variant === 'telo' ? t('editor.hands', { white: Math.max(0, white), black: Math.max(0, black) }) : t('editor.counts', { white: count(stones, 1), black: count(stones, 2) })}
          name="editor-tool"
          kind="thirds"
          value={tool}
          onChange={setTool}
          items={[
            { value: 1, name: t('point.white'), label: <StoneIcon side="white" size={28} /> },
            { value: 2, name: t('point.black'), label: <StoneIcon side="black" size={28} /> },
            { value: 0, label: t('editor.empty') },
          ]}
        />
        <div class="editor-actions" role="toolbar" aria-label={t('editor.actions')}>
          <button type="button" class="button-outline" onClick={start}>{t('editor.start')}</button>
          <button type="button" class="button-outline" onClick={() => change({ ...emptyBoard(placed.variant), side: placed.side })}>{t('editor.clear')}</button>
          <button type="button" class="button-outline" onClick={() => change(swapColours(placed))}>{t('editor.swap')}</button>
          <span class="editor-icons">
            <IconButton icon="flip" label={t('flip')} onClick={flip} />
            <IconButton icon="back" label={t('editor.undo')} disabled={!back} onClick={() => back?.()} />
          </span>
        </div>
        <p class="editor-hint">{t('editor.hint')}</p>
      </div>
    </div>
  );
}

const STONE_KEYS: Readonly<Record<string, number | undefined>> = { w: 1, b: 2, x: 0, backspace: 0, delete: 0 };

function pointUnder(target: EventTarget | null): Point | null {
  const name = target instanceof Element ? target.closest('[data-point]')?.getAttribute('data-point') : null;
  return name == null ? null : Number(name);
}

const TALL_PX = 700;

/** As in a game: upright on a phone, and as large as the window allows beside the panel or above the tools. */
function useBoardSize(variant: string, flat: boolean, coordinates: boolean): { upright: boolean; boardPx: number } {
  const [size, setSize] = useState({ width: window.innerWidth, height: window.innerHeight });
  const measured = useRef(false);
  useLayoutEffect(() => {
    const measure = (): void => setSize({ width: window.innerWidth, height: window.innerHeight });
    if (!measured.current) measure();
    measured.current = true;
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
  const shape = shapeOf(variant);
  const layout = layoutFor(size.width, size.height);
  const small = layout === 'phone' || layout === 'tiny';
  // Where both would be small, the flat one leaves room for the tools.
  const upright = small && shape.files > shape.ranks && !flat && size.height >= TALL_PX;
  const beside = size.width >= 1100 ? 28 * 3 + 380 : small ? 24 : 56;
  const above = size.width >= 1100 ? 300 : 330;
  const boardPx = boardWidth(shape, upright, size.width - beside, Math.max(240, size.height - above), { coordinates, cellPx: 104 });
  return { upright, boardPx };
}
