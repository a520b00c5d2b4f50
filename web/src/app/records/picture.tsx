/* A picture of a position: the board as it is drawn on the page, taken out of it as an SVG that stands alone.
 * The colours come from style sheets and their variables, so each shape takes with it what it was drawn with. */

import { render } from 'preact';
import type { Marks, Material, Shape, Stone } from '../../board';
import { Board } from '../../board';

export interface Pictured {
  readonly shape: Shape;
  readonly stones: readonly number[];
  readonly marks?: Marks;
  readonly turned: boolean;
  readonly material: Material;
  readonly coordinates: boolean;
  /** What it shows, for those who do not see it. */
  readonly title: string;
}

/** Longer sides of the pictures offered, in pixels. */
export const PNG_SIZES = [640, 1280, 2560] as const;
/** Drawn at this width, for every line to have its full detail. */
const DRAWN_PX = 1280;
const SVG = 'http://www.w3.org/2000/svg';

/** The picture's text. The page's own type cannot go with it: letters take whatever the reader has. */
export async function drawSvg(what: Pictured): Promise<string> {
  const stage = document.createElement('div');
  stage.className = 'picture-stage';
  stage.setAttribute('aria-hidden', 'true');
  stage.style.width = `${DRAWN_PX}px`;
  document.body.append(stage);
  try {
    render(
      <Board
        shape={what.shape}
        stones={what.stones as readonly Stone[]}
        marks={what.marks}
        turned={what.turned}
        material={what.material}
        coordinates={what.coordinates}
        interactive={false}
        reducedMotion
        label={what.title}
      />,
      stage,
    );
    // It measures itself and draws again.
    await new Promise((resolve) => setTimeout(resolve));
    const drawn = stage.querySelector<SVGSVGElement>('.board-slab > svg');
    if (!drawn) throw new Error('the board was not drawn');
    return new XMLSerializer().serializeToString(alone(drawn, what.title));
  } finally {
    render(null, stage);
    stage.remove();
  }
}

/** What a shape is drawn with, and what it is drawn with if nothing is said. */
const STYLES: readonly (readonly [string, string])[] = [
  ['fill', 'rgb(0, 0, 0)'], ['fill-opacity', '1'], ['stroke', 'none'], ['stroke-width', '1px'], ['stroke-opacity', '1'],
  ['stroke-dasharray', 'none'], ['stroke-linecap', 'butt'], ['stroke-linejoin', 'miter'], ['opacity', '1'],
];
const TEXT_STYLES: readonly (readonly [string, string])[] = [
  ['font-size', ''], ['font-weight', '400'], ['text-anchor', 'start'],
];
const STOP_STYLES: readonly (readonly [string, string])[] = [['stop-color', 'rgb(0, 0, 0)'], ['stop-opacity', '1']];
const SHAPES = ['path', 'circle', 'rect', 'text'];

function alone(drawn: SVGSVGElement, title: string): SVGSVGElement {
  const copy = drawn.cloneNode(true) as SVGSVGElement;
  const from = drawn.querySelectorAll('*');
  const to = copy.querySelectorAll('*');
  from.forEach((element, index) => {
    const twin = to[index];
    if (twin) dress(element, twin);
  });
  const { width, height } = drawn.viewBox.baseVal;
  copy.setAttribute('xmlns', SVG);
  copy.setAttribute('width', String(DRAWN_PX));
  copy.setAttribute('height', String(Math.round((DRAWN_PX / width) * height)));
  for (const name of ['class', 'style', 'aria-label', 'focusable']) copy.removeAttribute(name);
  const words = document.createElementNS(SVG, 'title');
  words.textContent = title;
  copy.prepend(words);
  return copy;
}

function dress(element: Element, twin: Element): void {
  const name = element.tagName.toLowerCase();
  const styles = name === 'stop' ? STOP_STYLES : name === 'text' ? [...STYLES, ...TEXT_STYLES] : SHAPES.includes(name) ? STYLES : [];
  twin.removeAttribute('class');
  twin.removeAttribute('style');
  const computed = getComputedStyle(element);
  for (const [property, usual] of styles) {
    const value = computed.getPropertyValue(property);
    // A gradient is named by the attribute that is there already.
    if (value.startsWith('url(')) continue;
    if (value === usual || value === '') twin.removeAttribute(property);
    else twin.setAttribute(property, value);
  }
  if (name === 'text') twin.setAttribute('font-family', "Manrope, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif");
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Of the picture when its longer side is `long`. */
export function sizeFor(svg: string, long: number): Size {
  const [width = 1, height = 1] = ['width', 'height'].map((side) => Number(new RegExp(`<svg[^>]*\\s${side}="([\\d.]+)"`).exec(svg)?.[1] ?? 1));
  const scale = long / Math.max(width, height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** The same picture in pixels. */
export async function drawPng(svg: string, long: number): Promise<Blob> {
  const size = sizeFor(svg, long);
  const image = new Image();
  // Not a blob: the page's policy on a plain host may know only data: for pictures.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await new Promise<void>((resolve, reject) => {
    image.onload = () => resolve();
    image.onerror = () => reject(new Error('the picture could not be drawn'));
  });
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser has no canvas');
  context.drawImage(image, 0, 0, size.width, size.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be packed'))), 'image/png');
  });
}

export function canCopyPicture(): boolean {
  return typeof ClipboardItem === 'function' && typeof navigator.clipboard?.write === 'function';
}

/** Safari wants the promise itself: what has been waited for, it no longer takes for the tap's. */
export async function copyPicture(png: Promise<Blob>): Promise<boolean> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
    return true;
  } catch {
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': await png })]);
      return true;
    } catch {
      return false;
    }
  }
}
