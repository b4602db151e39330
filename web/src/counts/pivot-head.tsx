import type { ReactNode } from 'react';
import { useLanguage } from '../language/language.ts';
import { axisWords } from './axis-words.ts';
import type { CountRequest, Sort } from './count-request.ts';
import { KeyLabel } from './key-label.tsx';
import { measureWords } from './measure-words.ts';
import type { PivotColumn } from './pivot-columns.ts';
import { ariaSort, SortButton } from './sort-button.tsx';
import { directionOf, nextSort, type Sortable } from './sorting.ts';

interface Props {
  request: CountRequest;
  /** Those in sight. */
  columns: readonly PivotColumn[];
  /** Where each head of rows starts, in pixels. */
  lefts: readonly number[];
  /** Whether something before or after the columns in sight is left out. */
  gaps: { before: boolean; after: boolean };
  onSort: (sort: Sort | null) => void;
}

export function PivotHead({ request, columns, lefts, gaps, onSort }: Props) {
  const { texts } = useLanguage();
  const withColumns = request.columns.length > 0;
  const withMeasures = !withColumns || request.measures.length > 1;
  const depth = (withColumns ? 1 : 0) + (withMeasures ? 1 : 0);
  const runs = keyRuns(columns);

  return (
    <thead>
      {withColumns && (
        <tr>
          {rowHeads()}
          {gaps.before && <td rowSpan={depth} />}
          {runs.map(({ first, length }) => (
            <th
              key={first.place}
              scope={withMeasures ? 'colgroup' : 'col'}
              colSpan={length}
              className={`number ${first.keys ? '' : 'total'} ${withMeasures ? 'group' : ''}`}
              aria-sort={withMeasures ? undefined : ariaSort(directionOf(request.sort, sortable(first)))}
            >
              {withMeasures ? words(first) : sortButton(sortable(first), words(first))}
            </th>
          ))}
          {gaps.after && <td rowSpan={depth} />}
        </tr>
      )}
      {withMeasures && (
        <tr>
          {!withColumns && rowHeads()}
          {!withColumns && gaps.before && <td />}
          {columns.map((column) => (
            <th
              key={`${column.place} ${column.measureIndex}`}
              scope="col"
              className={`number ${column.keys || !withColumns ? '' : 'total'}`}
              aria-sort={ariaSort(directionOf(request.sort, sortable(column)))}
            >
              {sortButton(sortable(column), measureWords(texts, column.measure))}
            </th>
          ))}
          {!withColumns && gaps.after && <td />}
        </tr>
      )}
    </thead>
  );

  function rowHeads() {
    return request.rows.map((choice, axis) => {
      const by: Sortable = { by: 'key', index: axis, column: null };
      return (
        <th
          // biome-ignore lint/suspicious/noArrayIndexKey: an axis may be chosen twice; its position is what it is
          key={axis}
          scope="col"
          rowSpan={depth}
          className="row-axis-name"
          style={{ left: lefts[axis] }}
          aria-sort={ariaSort(directionOf(request.sort, by))}
        >
          {sortButton(by, axisWords(texts, choice))}
        </th>
      );
    });
  }

  function words({ keys }: PivotColumn) {
    return keys
      ? keys.map((key, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a key belongs to the column axis at its position
          <span key={position}>
            {position > 0 && ' / '}
            <KeyLabel value={key} choice={request.columns[position]} />
          </span>
        ))
      : texts.counts.total;
  }

  function sortButton(by: Sortable, children: ReactNode) {
    return (
      <SortButton dir={directionOf(request.sort, by)} onClick={() => onSort(nextSort(request.sort, by))}>
        {children}
      </SortButton>
    );
  }
}

function sortable({ measureIndex, column }: PivotColumn): Sortable {
  return { by: 'measure', index: measureIndex, column };
}

/** Neighbouring columns under one key. */
function keyRuns(columns: readonly PivotColumn[]): { first: PivotColumn; length: number }[] {
  const runs: { first: PivotColumn; length: number }[] = [];
  for (const column of columns) {
    const last = runs.at(-1);
    if (last?.first.place === column.place) last.length += 1;
    else runs.push({ first: column, length: 1 });
  }
  return runs;
}
