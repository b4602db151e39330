import { type ReactNode, useState } from 'react';

interface Props {
  summary: ReactNode;
  /** Whether it is open before anybody touched it. */
  open?: boolean;
  children: ReactNode;
}

/** Something folded away that is not even made, nor asked for, before somebody opens it. */
export function Fold({ summary, open = false, children }: Props) {
  const [opened, setOpened] = useState(open);
  return (
    <details open={opened} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {opened && children}
    </details>
  );
}
