/* Words of a part of the page that few need at first: they come over the wire with it, and follow the language
 * from then on. Every language has every key of the English part, with the same placeholders. */

import type { Plural } from './catalogue';
import type { Params } from './index';
import { currentLanguage, fill, followLanguages, pick } from './index';
import type { Language } from './language';

export type PartWords<K extends string> = Readonly<Record<K, string | Plural>>;

export interface LazyPart<K extends string> {
  /** The words in this language, there when it resolves. */
  readonly load: (language?: Language) => Promise<void>;
  readonly loaded: () => boolean;
  readonly has: (key: string) => key is K;
  /** The text of `key` with `{name}` filled in; a counted text takes its form from `n`. */
  readonly t: (key: K, params?: Params) => string;
}

type Loaders<K extends string> = Readonly<Record<Language, () => Promise<PartWords<K>>>>;

export function lazyPart<K extends string>(loaders: Loaders<K>): LazyPart<K> {
  let words: PartWords<K> | null = null;
  let spoken: Language = 'en';
  let follows = false;
  const fetchWords = async (language: Language): Promise<() => void> => {
    const fetched = await loaders[language]();
    return () => {
      words = fetched;
      spoken = language;
    };
  };
  return {
    load: async (language = currentLanguage()) => {
      if (words && spoken === language) return;
      const take = await fetchWords(language);
      take();
      if (!follows) followLanguages(fetchWords);
      follows = true;
    },
    loaded: () => words !== null && spoken === currentLanguage(),
    has: (key): key is K => words !== null && Object.prototype.hasOwnProperty.call(words, key),
    t: (key, params = {}) => {
      if (!words) throw new Error('this part of the words is not loaded');
      return fill(pick(words[key], spoken, Number(params['n'] ?? 0)), params);
    },
  };
}
