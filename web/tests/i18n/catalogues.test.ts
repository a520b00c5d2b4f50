/* Every language has every text, every text is used, placeholders and plural forms agree. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Catalogue, Plural } from '../../src/i18n/catalogue';
import { en } from '../../src/i18n/en';
import { fr } from '../../src/i18n/fr';
import { category } from '../../src/i18n';
import type { Language } from '../../src/i18n/language';
import { LANGUAGES } from '../../src/i18n/language';
import { loadRuleBook } from '../../src/i18n/rules';
import { mg } from '../../src/i18n/mg';
import { nl } from '../../src/i18n/nl';
import { ru } from '../../src/i18n/ru';

const CATALOGUES: Readonly<Record<Language, Catalogue>> = { en, fr, mg, nl, ru };
const KEYS = Object.keys(en) as (keyof typeof en)[];

function formsOf(message: string | Plural): string[] {
  return typeof message === 'string' ? [message] : Object.values(message);
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').sort();
}

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

describe.each(LANGUAGES)('%s', (language) => {
  const catalogue = CATALOGUES[language];

  test('has exactly the keys of the English catalogue', () => {
    expect(Object.keys(catalogue).sort()).toEqual([...KEYS].sort());
  });

  test('has no empty text', () => {
    for (const key of KEYS) for (const form of formsOf(catalogue[key])) expect(form.trim(), key).not.toBe('');
  });

  test('fills in what the English text fills in', () => {
    for (const key of KEYS) {
      const wanted = [...new Set(formsOf(en[key]).flatMap(placeholders))];
      for (const form of formsOf(catalogue[key])) {
        const found = placeholders(form);
        // "takes one" need not say its number in figures.
        const without = wanted.filter((name) => name !== 'n' || found.includes('n'));
        const mayDropNumber = typeof catalogue[key] !== 'string';
        expect(found, `${key}: ${form}`).toEqual((mayDropNumber ? without : wanted).sort());
      }
    }
  });

  test('counts where the English counts, with every form its numbers take', () => {
    for (const key of KEYS) {
      const message = catalogue[key];
      expect(typeof message, key).toBe(typeof en[key]);
      if (typeof message === 'string') continue;
      for (let n = 0; n <= 130; n++) expect(message[category(language, n)] ?? message.other, `${key} ${n}`).toBeTruthy();
      for (let n = 0; n <= 130; n++) {
        if (category(language, n) !== 'other') expect(message, `${key} ${n}`).toHaveProperty(category(language, n));
      }
    }
  });

  test('uses the language’s own apostrophe and no exclamation', () => {
    for (const key of KEYS) {
      for (const form of formsOf(catalogue[key])) expect(form, key).not.toMatch(/['!]/);
    }
  });

  test('has the rule book with the same clauses', async () => {
    const book = await loadRuleBook(language);
    const reference = await loadRuleBook('en');
    const numbers = (of: typeof book): unknown => of.sections.map((section) => [section.number, section.clauses.map(([number]) => number)]);
    expect(numbers(book)).toEqual(numbers(reference));
  });
});

test('no key is without use and none is used that is missing', () => {
  const text = sources(join(import.meta.dirname, '../../src')).filter((source) => !source.includes('Catalogue = {') && !source.includes('export const en')).join('\n');
  const unused = KEYS.filter((key) => !text.includes(`'${key}'`));
  expect(unused).toEqual([]);
  const asked = [...text.matchAll(/\bt\('([^']+)'/g)].map((match) => match[1] ?? '');
  expect(asked.length).toBeGreaterThan(100);
  expect(asked.filter((key) => !(key in en))).toEqual([]);
});

test('every clause a refusal or a result can cite is in the rule book', async () => {
  const book = await loadRuleBook('en');
  const known = book.sections.flatMap((section) => [section.number, ...section.clauses.map(([number]) => number)]);
  for (const clause of ['1.2', '3.1', '3.2', '3.3', '4.1', '4.2', '4.3', '5.1', '5.2', '5.3', '5.4', '5.5', '6.1', '6.2', '6.3', '7.2', '8']) {
    expect(known).toContain(clause);
  }
});
