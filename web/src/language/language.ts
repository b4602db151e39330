import { createContext, useContext } from 'react';
import { english, type Texts } from './english.ts';
import { createFormats, type Formats } from './formats.ts';
import { japanese } from './japanese.ts';

export type LanguageCode = 'en' | 'ja';

export interface Language {
  code: LanguageCode;
  texts: Texts;
  formats: Formats;
  choose: (code: LanguageCode) => void;
}

const TEXTS: Readonly<Record<LanguageCode, Texts>> = { en: english, ja: japanese };

/** `preferred`: the browser's languages, whose region of this language (`en-GB`) dates and numbers follow. */
export function languageOf(code: LanguageCode, preferred: readonly string[], choose: Language['choose']): Language {
  const locale = preferred.find((tag) => tag.toLowerCase().startsWith(`${code}-`)) ?? code;
  return { code, texts: TEXTS[code], formats: createFormats(locale), choose };
}

/** The first of the browser's languages that the page speaks; English when it speaks none of them. */
export function languageFor(preferred: readonly string[]): LanguageCode {
  for (const tag of preferred) {
    const code = tag.slice(0, 2).toLowerCase();
    if (code === 'en' || code === 'ja') return code;
  }
  return 'en';
}

export const LanguageContext = createContext<Language | null>(null);

/** Texts and formats of the language the person reads. */
export function useLanguage(): Language {
  const language = useContext(LanguageContext);
  if (!language) throw new Error('useLanguage was called outside of LanguageProvider; wrap the page in it.');
  return language;
}
