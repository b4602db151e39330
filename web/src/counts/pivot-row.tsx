import { memo } from 'react';
import { useLanguage } from '../language/language.ts';
import { cellWords } from './cell-words.ts';
import type { ResultRow } from './count-answer.ts';
import type { AxisChoice } from './count-request.ts';
import { KeyLabel } from './key-label.tsx';
import { type PivotColumn, valueIn } from './pivot-columns.ts';

interface Props {
  row: ResultRow;
  /** Place among all rows, from 0. */
  index: number;
  axes: readonly AxisChoice[];
  /** The columns of numbers in sight. */
  columns: readonly PivotColumn[];
  lefts: readonly number[];
  /** How many of the first keys are those of the row above, and need not be read twice. */
  repeated: number;
  gaps: { before: boolean; after: boolean };
  withTotals: boolean;
  timeZone: string;
}

export const PivotRow = memo(function PivotRow(props: Props) {
  const { row, index, axes, columns, lefts, repeated, gaps, withTotals, timeZone } = props;
  const { texts, formats } = useLanguage();
  const depth = axes.length;
  const kind = row.level === depth ? 'regular' : row.level === 0 ? 'grand-total' : 'subtotal';
  const heads = axes.slice(0, Math.max(1, row.level));
  return (
    <tr className={`${kind} level-${row.level} ${index % 5 === 4 ? 'fifth' : ''}`} aria-rowindex={index + 1}>
      {heads.map((choice, axis) => {
        const key = row.key[axis];
        const last = axis === heads.length - 1;
        return (
          <th
            // biome-ignore lint/suspicious/noArrayIndexKey: a head is its axis
            key={axis}
            scope="row"
            colSpan={last ? depth - axis : 1}
            style={{ left: lefts[axis] }}
          >
            <span className={axis < repeated ? 'unseen' : undefined}>
              {key ? <KeyLabel value={key} choice={choice} /> : texts.counts.grandTotal}
              {last && kind === 'subtotal' && <span className="soft"> {texts.counts.subtotal}</span>}
            </span>
          </th>
        );
      })}
      {gaps.before && <td />}
      {columns.map((column) => (
        <td
          key={`${column.place} ${column.measureIndex}`}
          className={withTotals && column.keys === null ? 'number total' : 'number'}
        >
          {cellWords(formats, column.measure, valueIn(row, column), timeZone)}
        </td>
      ))}
      {gaps.after && <td />}
    </tr>
  );
});
