/* A QR code as a picture: dark on light in every theme, for cameras want it so. */

import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { qrCode } from '../../net/qr';
import './qr.css';

/** Light modules around it, which cameras need to find it. */
const QUIET = 3;

export function Qr({ text, label }: { text: string; label: string }): VNode {
  const { path, size } = useMemo(() => {
    const rows = qrCode(text);
    const runs = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark && !row[x - 1] ? [`M${x} ${y}h${runFrom(row, x)}v1H${x}z`] : [])));
    return { path: runs.join(''), size: rows.length };
  }, [text]);
  const whole = size + 2 * QUIET;
  return (
    <svg class="qr" viewBox={`${-QUIET} ${-QUIET} ${whole} ${whole}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect class="qr-ground" x={-QUIET} y={-QUIET} width={whole} height={whole} rx="1.5" />
      <path class="qr-dark" d={path} />
    </svg>
  );
}

function runFrom(row: readonly boolean[], x: number): number {
  let end = x;
  while (row[end]) end += 1;
  return end - x;
}
