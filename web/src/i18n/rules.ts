/* The rules in short, in each language. A book is loaded when its page is opened. */

import type { Language } from './language';

export interface RuleBook {
  readonly lead: string;
  readonly sections: readonly RuleSection[];
}

export interface RuleSection {
  readonly number: string;
  readonly title: string;
  /** Number of the clause and its text. */
  readonly clauses: readonly (readonly [string, string])[];
}

const LOADERS: Readonly<Record<Language, () => Promise<RuleBook>>> = {
  en: () => import('./rules.en').then((module) => module.book),
  fr: () => import('./rules.fr').then((module) => module.book),
  mg: () => import('./rules.mg').then((module) => module.book),
  nl: () => import('./rules.nl').then((module) => module.book),
  ru: () => import('./rules.ru').then((module) => module.book),
};

export function loadRuleBook(language: Language): Promise<RuleBook> {
  return LOADERS[language]();
}
