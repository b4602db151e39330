import type { ReactNode } from 'react';
import { Tally } from './brand/tally.tsx';
import { useLanguage } from './language/language.ts';
import { LanguageSwitch } from './language/language-switch.tsx';
import { AccountBar } from './session/account-bar.tsx';
import type { Me } from './session/session.ts';

/** Stands above everything. `children`: the places to go to. */
export function TopBar({ me, children }: { me?: Me; children?: ReactNode }) {
  const { texts } = useLanguage();
  return (
    <header className={me ? 'top signed-in' : 'top'}>
      <button type="button" className="skip" onClick={() => document.querySelector('main')?.focus()}>
        {texts.navigation.skip}
      </button>
      <span className="brand">
        <Tally strokes={4} closed tone="open" />
        <span className="brand-name">Tallyport</span>
      </span>
      {children}
      <div className="top-end">
        {me && <AccountBar me={me} />}
        <LanguageSwitch />
      </div>
    </header>
  );
}
