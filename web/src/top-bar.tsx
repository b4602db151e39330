import type { ReactNode } from 'react';
import { Tally } from './brand/tally.tsx';
import { LanguageSwitch } from './language/language-switch.tsx';
import { AccountBar } from './session/account-bar.tsx';
import type { Me } from './session/session.ts';

/** Stands above everything. `children`: the places to go to. */
export function TopBar({ me, children }: { me?: Me; children?: ReactNode }) {
  return (
    <header className="top">
      <span className="brand">
        <Tally strokes={4} closed tone="open" />
        Tallyport
      </span>
      {children}
      <div className="top-end">
        {me && <AccountBar me={me} />}
        <LanguageSwitch />
      </div>
    </header>
  );
}
