/* The order in which a language is chosen, and the forms of numbers. */

import { describe, expect, test } from 'vitest';
import { category, list, t, useCatalogue } from '../../src/i18n';
import { en } from '../../src/i18n/en';
import { chooseLanguage } from '../../src/i18n/language';
import { ru } from '../../src/i18n/ru';

const NOTHING = { query: '', stored: null, browser: [], timeZone: 'Europe/Paris' };

describe('the language is', () => {
  test('the one in the address, before all others', () => {
    expect(chooseLanguage({ query: '?lang=mg', stored: 'fr', browser: ['nl'], timeZone: '' })).toBe('mg');
  });
  test('the stored one, before the browser’s', () => {
    expect(chooseLanguage({ ...NOTHING, stored: 'ru', browser: ['nl-NL'] })).toBe('ru');
  });
  test('the browser’s first that is known', () => {
    expect(chooseLanguage({ ...NOTHING, browser: ['de-DE', 'nl-BE', 'en'] })).toBe('nl');
  });
  test('French in Madagascar', () => {
    expect(chooseLanguage({ ...NOTHING, browser: ['de'], timeZone: 'Indian/Antananarivo' })).toBe('fr');
    expect(chooseLanguage({ ...NOTHING, browser: ['zh-MG'] })).toBe('fr');
  });
  test('English elsewhere, and an unknown one in the address is passed over', () => {
    expect(chooseLanguage({ ...NOTHING, query: '?lang=xx', browser: ['de'] })).toBe('en');
  });
});

test('Russian numbers take their forms', () => {
  expect([1, 2, 5, 11, 21, 22, 25, 111, 112].map((n) => category('ru', n))).toEqual([
    'one', 'few', 'many', 'many', 'one', 'few', 'many', 'many', 'many',
  ]);
  useCatalogue('ru', ru);
  expect(t('home.continue.turns', { n: 22 })).toBe('22 хода');
  expect(t('home.continue.turns', { n: 25 })).toBe('25 ходов');
});

test('plural forms without the system’s rules are the same', () => {
  const rules = Intl.PluralRules;
  const numbers = Array.from({ length: 200 }, (_, n) => n);
  const withRules = (['en', 'fr', 'nl', 'ru'] as const).map((language) => numbers.map((n) => category(language, n)));
  try {
    Object.assign(Intl, { PluralRules: undefined });
    expect((['en', 'fr', 'nl', 'ru'] as const).map((language) => numbers.map((n) => category(language, n)))).toEqual(withRules);
  } finally {
    Object.assign(Intl, { PluralRules: rules });
  }
});

test('a list ends in "and"', () => {
  useCatalogue('en', en);
  expect(list([])).toBe('');
  expect(list(['d3'])).toBe('d3');
  expect(list(['d3', 'e2', 'f2'])).toBe('d3, e2 and f2');
});
