/* Which language to speak: the address, the stored choice, the browser, French for Madagascar, English. */

export const LANGUAGES = ['mg', 'fr', 'en', 'ru', 'nl'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language by its own name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  mg: 'Malagasy',
  fr: 'Français',
  en: 'English',
  ru: 'Русский',
  nl: 'Nederlands',
};

export interface LanguageHints {
  /** The address's query, "?lang=mg". */
  readonly query: string;
  readonly stored: string | null;
  readonly browser: readonly string[];
  readonly timeZone: string;
}

export function asLanguage(tag: string | null | undefined): Language | null {
  const primary = (tag ?? '').toLowerCase().split(/[-_]/)[0];
  return LANGUAGES.find((language) => language === primary) ?? null;
}

export function chooseLanguage(hints: LanguageHints): Language {
  const asked = asLanguage(new URLSearchParams(hints.query).get('lang'));
  if (asked) return asked;
  const stored = asLanguage(hints.stored);
  if (stored) return stored;
  for (const tag of hints.browser) {
    const known = asLanguage(tag);
    if (known) return known;
  }
  const inMadagascar =
    hints.timeZone === 'Indian/Antananarivo' || hints.browser.some((tag) => /[-_]MG$/i.test(tag));
  return inMadagascar ? 'fr' : 'en';
}
