import type { Texts } from '../language/english.ts';
import { axisWords } from './axis-words.ts';
import type { CountResult } from './count-answer.ts';
import { keysWords, keyWords } from './key-words.ts';
import { measureWords } from './measure-words.ts';
import { pivotColumns, valueIn } from './pivot-columns.ts';

/** A whole answer as lines of cells parted by tabs, for spreadsheets: numbers plain, subtotals as they stand. */
export function pivotTsv({ request, answer }: CountResult, texts: Texts): string {
  const columns = pivotColumns(request, answer);
  const head = [
    ...request.rows.map((choice) => axisWords(texts, choice)),
    ...columns.map(({ keys, measure }) => {
      const key = keys ? keysWords(texts, request.columns, keys) : request.columns.length > 0 ? texts.counts.total : '';
      const words = measureWords(texts, measure);
      if (key === '') return words;
      return request.measures.length > 1 ? `${key} / ${words}` : key;
    }),
  ];
  const lines = answer.result_rows.map((row) => [
    ...request.rows.map((choice, axis) => {
      const key = row.key[axis];
      if (key) return keyWords(texts, choice, key);
      return axis === row.level ? (row.level === 0 ? texts.counts.grandTotal : texts.counts.total) : '';
    }),
    ...columns.map((column) => valueIn(row, column) ?? ''),
  ]);
  return [head, ...lines].map((cells) => cells.map(cellText).join('\t')).join('\n');
}

/** A text must neither break the line nor be run as a formula by the program it is pasted into. */
function cellText(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const text = cell.replace(/[\t\r\n]+/g, ' ');
  return /^[=+\-@]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
}
