/* Links that hold a whole game. They are made of where the page is, so that any host and folder will do. */

export const GAME_ROUTE = '#/g/';
export const EDITOR_ROUTE = '#/editor/';

export interface Place {
  readonly origin: string;
  readonly pathname: string;
}

function page({ origin, pathname }: Place): string {
  // A file has the origin "null".
  return (origin === 'null' ? 'file://' : origin) + pathname.replace(/index\.html$/, '');
}

/** `text` as Rules.writeLink makes it. */
export function gameLink(text: string, place: Place): string {
  return page(place) + GAME_ROUTE + text;
}

/** A position to be set up; `text` as R9.3 has it. */
export function positionLink(variant: string, rules: string, text: string, place: Place): string {
  return page(place) + editorAddress(variant, rules, text);
}

export function editorAddress(variant: string, rules: string, text: string): string {
  const parts = [variant, text.replace(/ /g, '_').replace(/\//g, '~'), ...(rules === '' ? [] : [rules])];
  return EDITOR_ROUTE + parts.map((part) => encodeURIComponent(part).replace(/%2C/g, ',').replace(/%3A/g, ':').replace(/%3D/g, '=')).join('/');
}

/** Reads what editorAddress wrote, from the parts of the address after the route. */
export function readEditorAddress(parts: readonly string[]): { readonly variant: string; readonly rules: string; readonly text: string } | null {
  try {
    const [variant = '', text = '', rules = ''] = parts.map(decodeURIComponent);
    return variant === '' ? null : { variant, rules, text: text.replace(/~/g, '/').replace(/_/g, ' ') };
  } catch {
    return null;
  }
}
