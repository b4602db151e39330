import { useLanguage } from './language.ts';

/** Offers the other language, in that language's own name. */
export function LanguageSwitch() {
  const { code, choose } = useLanguage();
  const other = code === 'ja' ? 'en' : 'ja';
  return (
    <button type="button" lang={other} onClick={() => choose(other)}>
      {other === 'ja' ? '日本語' : 'English'}
    </button>
  );
}
