import type { Key, ResultRow } from './count-answer.ts';

/** A head cell of a pivot row: the key it names, and how many rows and head columns it covers. */
export interface HeadCell {
  /** null: the grand total, which has no key. */
  key: Key | null;
  kind: 'group' | 'own';
  /** Which row axis it starts at, from 0. */
  axis: number;
  rowSpan: number;
  colSpan: number;
}

/**
 * Head cells for each row of an answer (children come before their subtotal). A key shared by neighbouring rows
 * stands once and covers them; a subtotal's own key reaches over the axes that it sums up.
 * `depth`: number of row axes.
 */
export function layoutHeads(rows: readonly ResultRow[], depth: number): HeadCell[][] {
  const identities = rows.map(({ key }) => key.map((part) => JSON.stringify(part)));
  const sameGroup = (a: number, b: number, length: number): boolean => {
    const first = identities[a] ?? [];
    const second = identities[b] ?? [];
    if (first.length <= length || second.length <= length) return false;
    return first.slice(0, length).every((identity, position) => identity === second[position]);
  };
  const spanFrom = (start: number, length: number): number => {
    let end = start + 1;
    while (end < rows.length && sameGroup(start, end, length)) end += 1;
    return end - start;
  };

  return rows.map(({ level, key }, index) => {
    const heads: HeadCell[] = [];
    for (let length = 1; length < level; length += 1) {
      if (index > 0 && sameGroup(index - 1, index, length)) continue;
      heads.push({
        key: key[length - 1] ?? null,
        kind: 'group',
        axis: length - 1,
        rowSpan: spanFrom(index, length),
        colSpan: 1,
      });
    }
    const colSpan = level === 0 ? depth : depth - level + 1;
    heads.push({ key: key[level - 1] ?? null, kind: 'own', axis: Math.max(0, level - 1), rowSpan: 1, colSpan });
    return heads;
  });
}
