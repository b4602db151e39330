import type { ReactNode } from 'react';

/** What an answer is, and what can be done with it. */
export function AnswerBar({ says, children }: { says: string | undefined; children: ReactNode }) {
  return (
    <div className="heading answer-bar">
      <p role="status" className="soft">
        {says}
      </p>
      <div className="actions">{children}</div>
    </div>
  );
}
