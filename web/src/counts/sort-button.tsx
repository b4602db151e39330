import type { ReactNode } from 'react';
import { useLanguage } from '../language/language.ts';
import type { Sort } from './count-request.ts';

interface Props {
  /** How the answer is sorted by this column now. */
  dir: Sort['dir'] | null;
  onClick: () => void;
  children: ReactNode;
}

/** The head of a column as the button that sorts by it. */
export function SortButton({ dir, onClick, children }: Props) {
  const { texts } = useLanguage();
  return (
    <button type="button" className="sort" title={texts.counts.sortBy} onClick={onClick}>
      <span className="sort-words">{children}</span>
      <span aria-hidden="true" className="sort-sign">
        {dir === 'asc' ? '▲' : dir === 'desc' ? '▼' : ''}
      </span>
    </button>
  );
}

export function ariaSort(dir: Sort['dir'] | null): 'ascending' | 'descending' | undefined {
  if (dir === null) return undefined;
  return dir === 'asc' ? 'ascending' : 'descending';
}
