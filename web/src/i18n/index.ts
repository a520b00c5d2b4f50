/* Words in the player's language. One catalogue is loaded at a time; `t` reads the one that is loaded. */

import type { Catalogue, Key, Plural } from './catalogue';
import type { Language } from './language';

export type { Key } from './catalogue';
export type Params = Readonly<Record<string, string | number>>;

const LOADERS: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: () => import('./en').then((module) => module.en),
  fr: () => import('./fr').then((module) => module.fr),
  mg: () => import('./mg').then((module) => module.mg),
  nl: () => import('./nl').then((module) => module.nl),
  ru: () => import('./ru').then((module) => module.ru),
};

let catalogue: Catalogue | null = null;
let language: Language = 'en';

type Follow = (wanted: Language) => Promise<() => void>;
const followers: Follow[] = [];

/** Has `fetchWords` called whenever the language changes; what it resolves with puts the words in place. */
export function followLanguages(fetchWords: Follow): void {
  followers.push(fetchWords);
}

export async function loadLanguage(wanted: Language): Promise<void> {
  const [words, ...parts] = await Promise.all([LOADERS[wanted](), ...followers.map((fetchWords) => fetchWords(wanted))]);
  catalogue = words;
  language = wanted;
  parts.forEach((take) => take());
}

/** For tests, which need no loading. */
export function useCatalogue(wanted: Language, words: Catalogue): void {
  catalogue = words;
  language = wanted;
}

export function currentLanguage(): Language {
  return language;
}

/** The text of `key` with `{name}` filled in; a counted text takes its form from `n`. */
export function t(key: Key, params: Params = {}): string {
  if (!catalogue) throw new Error('no catalogue is loaded');
  return fill(pick(catalogue[key], language, Number(params['n'] ?? 0)), params);
}

export function pick(message: string | Plural, inLanguage: Language, n: number): string {
  return typeof message === 'string' ? message : message[category(inLanguage, n)] ?? message.other;
}

export function fill(text: string, params: Params): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    return value === undefined ? whole : String(value);
  });
}

type Category = keyof Plural;

/** Which form a number takes: the system's rules, or the five languages' own where there are none. */
export function category(inLanguage: Language, n: number): Category {
  // Browsers know no plural rules for Malagasy and would take the system language's.
  if (inLanguage === 'mg') return n === 0 || n === 1 ? 'one' : 'other';
  if (typeof Intl === 'object' && typeof Intl.PluralRules === 'function') {
    return new Intl.PluralRules(inLanguage).select(n) as Category;
  }
  if (inLanguage === 'ru') {
    const ten = n % 10;
    const hundred = n % 100;
    if (ten === 1 && hundred !== 11) return 'one';
    return ten >= 2 && ten <= 4 && (hundred < 12 || hundred > 14) ? 'few' : 'many';
  }
  if (inLanguage === 'fr') return n < 2 ? 'one' : 'other';
  return n === 1 ? 'one' : 'other';
}

/** "a, b and c". */
export function list(items: readonly string[]): string {
  const last = items[items.length - 1];
  if (items.length < 2 || last === undefined) return items.join('');
  return t('list.and', { first: items.slice(0, -1).join(', '), last });
}
