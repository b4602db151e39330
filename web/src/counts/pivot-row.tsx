import { useLanguage } from '../language/language.ts';
import type { ResultRow } from './count-answer.ts';
import { KeyLabel } from './key-label.tsx';
import type { HeadCell } from './pivot-layout.ts';

interface Props {
  row: ResultRow;
  heads: readonly HeadCell[];
  /** Number of row axes. */
  depth: number;
  /** Whether a last cell shows the row's total over all columns. */
  withTotal: boolean;
}

export function PivotRow({ row, heads, depth, withTotal }: Props) {
  const { texts } = useLanguage();
  const kind = row.level === depth ? 'regular' : row.level === 0 ? 'grand-total' : 'subtotal';
  return (
    <tr className={`${kind} level-${row.level}`}>
      {heads.map((head) => (
        <th
          key={head.axis}
          scope={head.rowSpan > 1 ? 'rowgroup' : 'row'}
          rowSpan={head.rowSpan}
          colSpan={head.colSpan}
          className={head.kind}
        >
          <span className="head-label">
            {head.key ? <KeyLabel value={head.key} /> : texts.counts.grandTotal}
            {head.kind === 'own' && kind === 'subtotal' && <span className="soft"> {texts.counts.subtotal}</span>}
          </span>
        </th>
      ))}
      {row.cells.map((cell, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells follow the column keys by position
        <Cell key={position} values={cell} />
      ))}
      {withTotal && <Cell values={row.total} className="total" />}
    </tr>
  );
}

/** Nothing contributed: empty, which is not 0. */
function Cell({ values, className = '' }: { values: readonly number[] | null; className?: string }) {
  const { formats } = useLanguage();
  const count = values?.[0];
  return <td className={`number ${className}`}>{count === undefined ? null : formats.number(count)}</td>;
}
