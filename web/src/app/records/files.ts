/* Files going out of the page. */

import type { Tag } from './entry';
import { known, recordDate } from './entry';

export const RECORD_TYPE = 'application/x-fanorona-record;charset=utf-8';

/** Lets the browser save a file. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.className = 'hidden';
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers begin to save only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A name any file system takes: "Hery – level 4" becomes "hery-level-4". */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '');
}

/** "fanorona-2026-11-30-hery-tiana.fgn" */
export function gameFileName(tags: readonly Tag[], now: number): string {
  const date = (known(tags, 'Date') || recordDate(now)).replace(/\D+/g, '-').replace(/-+$/, '');
  const players = [known(tags, 'White'), known(tags, 'Black')].map(slug).filter((name) => name !== '');
  return ['fanorona', date, ...players].filter((part) => part !== '').join('-') + '.fgn';
}

export function gamesFileName(count: number, now: number): string {
  return `fanorona-${recordDate(now).replace(/\./g, '-')}-${count}.fgn`;
}

/** "fanorona-tsivy-12.svg": after the twelfth turn. */
export function pictureFileName(variant: string, ply: number, kind: 'svg' | 'png', width?: number): string {
  return `fanorona-${slug(variant) || 'board'}${ply > 0 ? `-${ply}` : ''}${width ? `-${width}px` : ''}.${kind}`;
}

/** Several records in one file, each after an empty line. */
export function joinRecords(texts: readonly string[]): string {
  return texts.map((text) => text.replace(/\n*$/, '\n')).join('\n');
}
