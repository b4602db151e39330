import { useMemo, useRef } from 'react';
import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';
import type { CountResult, ResultRow } from './count-answer.ts';
import type { Sort } from './count-request.ts';
import { pivotColumns } from './pivot-columns.ts';
import { PivotHead } from './pivot-head.tsx';
import { PivotRow } from './pivot-row.tsx';
import { pivotSizes } from './pivot-sizes.ts';
import { sum, windowOf, windowOfEqual } from './pivot-window.ts';
import { createMeasuring } from './text-measuring.ts';
import { useMediaQuery } from './use-media-query.ts';
import { useViewport } from './use-viewport.ts';
import './pivot-table.css';

/** Pixels; `pivot-table.css` says the same. */
const ROW = 28;
const SPARE = 12;
/** Fewer columns are all drawn. */
const MANY_COLUMNS = 60;

interface Props {
  result: CountResult;
  onSort: (sort: Sort | null) => void;
  onCopy: () => void;
}

/** Only the lines and columns in sight are drawn, whatever the answer holds; the heads stay in sight. */
export function PivotTable({ result, onSort, onCopy }: Props) {
  const { request, answer } = result;
  const language = useLanguage();
  const frame = useRef<HTMLElement>(null);
  const viewport = useViewport(frame);
  // The width of the window, not of the frame: the frame is as wide as the table.
  const narrow = useMediaQuery('(width < 40rem)');
  const columns = useMemo(() => pivotColumns(request, answer), [request, answer]);
  const sizes = useMemo(() => {
    const { fontFamily } = getComputedStyle(document.documentElement);
    return pivotSizes(result, columns, language, createMeasuring(`600 14px ${fontFamily}`), narrow);
  }, [result, columns, language, narrow]);
  const heads = sum(sizes.heads);
  const lefts = useMemo(() => sizes.heads.map((_, axis) => sum(sizes.heads.slice(0, axis))), [sizes]);

  const rows = answer.result_rows;
  const seen = windowOfEqual(rows.length, ROW, viewport.top, viewport.height, SPARE);
  const across =
    columns.length <= MANY_COLUMNS
      ? { start: 0, end: columns.length, before: 0, after: 0 }
      : windowOf(sizes.columns, viewport.left, viewport.width);
  const { start, end, before, after } = across;
  const shown = useMemo(() => columns.slice(start, end), [columns, start, end]);
  const gaps = useMemo(() => ({ before: before > 0, after: after > 0 }), [before, after]);
  const top = Math.floor(viewport.top / ROW);
  const label = language.texts.counts.table(named(language.texts.ledgers, request.ledger));

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={frame} className="scroll framed pivot-frame" aria-label={label} tabIndex={0} onCopy={copyAll}>
      <table className="pivot" style={{ width: heads + sum(sizes.columns) }} aria-rowcount={rows.length}>
        <caption className="unseen">{label}</caption>
        <colgroup>
          {sizes.heads.map((width, axis) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a head is its axis
            <col key={axis} style={{ width }} />
          ))}
          {gaps.before && <col style={{ width: before }} />}
          {sizes.columns.slice(start, end).map((width, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            <col key={start + place} style={{ width }} />
          ))}
          {gaps.after && <col style={{ width: after }} />}
        </colgroup>
        <PivotHead request={request} columns={shown} lefts={lefts} gaps={gaps} onSort={onSort} />
        <tbody>
          <Space height={seen.before} />
          {rows.slice(seen.start, seen.end).map((row, position) => {
            const index = seen.start + position;
            const above = index === 0 || index === top ? undefined : rows[index - 1];
            return (
              <PivotRow
                key={index}
                row={row}
                index={index}
                axes={request.rows}
                columns={shown}
                lefts={lefts}
                repeated={above ? sharedKeys(above, row) : 0}
                gaps={gaps}
                withTotals={request.columns.length > 0}
                timeZone={answer.time_zone}
              />
            );
          })}
          <Space height={seen.after} />
        </tbody>
      </table>
    </section>
  );

  /** Ctrl+C with nothing selected takes the whole table, the lines out of sight included. */
  function copyAll() {
    if (document.getSelection()?.isCollapsed !== false) onCopy();
  }
}

function Space({ height }: { height: number }) {
  if (height === 0) return null;
  return (
    <tr className="space">
      <td style={{ height }} />
    </tr>
  );
}

/** How many of the first keys two rows share; the last key of a row is its own. */
function sharedKeys(above: ResultRow, row: ResultRow): number {
  let shared = 0;
  while (shared < row.level - 1 && JSON.stringify(above.key[shared]) === JSON.stringify(row.key[shared])) shared += 1;
  return shared;
}
