/* Words that come with a part of the page: whole in every language, and they follow it. */

import { describe, expect, test } from 'vitest';
import { currentLanguage, loadLanguage } from '../../src/i18n';
import type { Plural } from '../../src/i18n/catalogue';
import type { Language } from '../../src/i18n/language';
import { LANGUAGES } from '../../src/i18n/language';
import { lazyPart } from '../../src/i18n/part';
import { refused } from '../../src/i18n/refused';
import { refusalWords } from '../../src/app/refusals';
import schema from '../../../protocol/v1.schema.json';

type Words = Readonly<Record<string, string | Plural>>;

const PARTS: Readonly<Record<string, (language: Language) => Promise<Words>>> = {
  lobby: async (language) => ((await import(`../../src/i18n/lobby.${language}.ts`)) as { words: Words }).words,
  net: async (language) => ((await import(`../../src/i18n/net.${language}.ts`)) as { words: Words }).words,
  perfect: async (language) => ((await import(`../../src/i18n/perfect.${language}.ts`)) as { words: Words }).words,
  refused: async (language) => ((await import(`../../src/i18n/refused.${language}.ts`)) as { words: Words }).words,
};

function formsOf(message: string | Plural): string[] {
  return typeof message === 'string' ? [message] : Object.values(message);
}

function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''))].sort();
}

describe.each(Object.keys(PARTS))('%s', (part) => {
  test.each(LANGUAGES)('is whole in %s', async (language) => {
    const [english, words] = await Promise.all([PARTS[part]!('en'), PARTS[part]!(language)]);
    expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort());
    for (const [key, message] of Object.entries(words)) {
      expect(typeof message, key).toBe(typeof english[key]);
      for (const form of formsOf(message)) {
        expect(form.trim(), key).not.toBe('');
        expect(form, key).not.toMatch(/['!]/);
        if (typeof message === 'string') expect(placeholders(form), key).toEqual(formsOf(english[key]!).flatMap(placeholders).sort());
      }
    }
  });
});

test('every reason of the protocol has its sentence', async () => {
  await refused.load('en');
  const reasons = schema.$defs.RefusalReason.enum as Parameters<typeof refusalWords>[0]['reason'][];
  const sentences = reasons.map((reason) => refusalWords({ reason }));
  expect(new Set(sentences).size).toBe(reasons.length);
  expect(sentences).not.toContain(refusalWords({ reason: 'answer' }));
});

test('a reason of a newer server is told as one that is not understood', async () => {
  await refused.load('en');
  expect(refusalWords({ reason: 'toString' as 'over' })).toBe(refusalWords({ reason: 'answer' }));
});

test('a part that is there follows the language, one that is not yet does not hold it up', async () => {
  await loadLanguage('en');
  const asked: string[] = [];
  const words = (text: string) => () => (asked.push(text), Promise.resolve({ hello: text }));
  const part = lazyPart<'hello'>({ en: words('hello'), fr: words('bonjour'), mg: words('manahoana'), nl: words('hallo'), ru: words('привет') });
  await loadLanguage('fr');
  expect([part.loaded(), asked]).toEqual([false, []]);
  await part.load();
  expect(part.t('hello')).toBe('bonjour');
  await loadLanguage('ru');
  expect([currentLanguage(), part.loaded(), part.t('hello')]).toEqual(['ru', true, 'привет']);
});
