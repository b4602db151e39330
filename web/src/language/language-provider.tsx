import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { type LanguageCode, LanguageContext, languageFor, languageOf } from './language.ts';

const STORED = 'tallyport.language';

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [code, setCode] = useState<LanguageCode>(() => languageFor([remembered(), ...navigator.languages]));
  const language = useMemo(
    () =>
      languageOf(code, navigator.languages, (chosen) => {
        remember(chosen);
        setCode(chosen);
      }),
    [code],
  );
  useEffect(() => {
    document.documentElement.lang = code;
  }, [code]);
  return <LanguageContext value={language}>{children}</LanguageContext>;
}

/** Storage may be forbidden in this browser; the choice then lasts as long as the page. */
function remembered(): string {
  try {
    return localStorage.getItem(STORED) ?? '';
  } catch {
    return '';
  }
}

function remember(code: LanguageCode): void {
  try {
    localStorage.setItem(STORED, code);
  } catch {}
}
