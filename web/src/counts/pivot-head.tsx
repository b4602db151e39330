import { useLanguage } from '../language/language.ts';
import { axisWords } from './axis-words.ts';
import type { Key } from './count-answer.ts';
import type { AxisChoice, CountRequest } from './count-request.ts';
import { KeyLabel } from './key-label.tsx';

/** Names of the row axes, then one head per column key; without a column axis, the one column of counts. */
export function PivotHead({ request, columnKeys }: { request: CountRequest; columnKeys: readonly Key[][] }) {
  const { texts } = useLanguage();
  const words = (choice: AxisChoice) => axisWords(texts, choice);
  const withColumns = request.columns.length > 0;
  const rowHeads = request.rows.map((choice, position) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: an axis may be chosen twice; its position is what it is
    <th key={position} scope="col" rowSpan={withColumns ? 2 : 1}>
      {words(choice)}
    </th>
  ));
  if (!withColumns) {
    return (
      <thead>
        <tr>
          {rowHeads}
          <th scope="col" className="number">
            {texts.counts.count}
          </th>
        </tr>
      </thead>
    );
  }
  return (
    <thead>
      <tr>
        {rowHeads}
        <th scope="colgroup" colSpan={columnKeys.length} className="column-axis">
          {request.columns.map(words).join(' / ')}
        </th>
        <th scope="col" rowSpan={2} className="number total">
          {texts.counts.total}
        </th>
      </tr>
      <tr>
        {columnKeys.map((keys) => (
          <th key={JSON.stringify(keys)} scope="col" className="number">
            {keys.map((key, position) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a key belongs to the column axis at its position
              <span key={position}>
                {position > 0 && ' / '}
                <KeyLabel value={key} />
              </span>
            ))}
          </th>
        ))}
      </tr>
    </thead>
  );
}
