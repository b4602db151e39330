import type { Texts } from '../language/english.ts';
import type { Formats } from '../language/formats.ts';
import { axisWords } from './axis-words.ts';
import { cellWords } from './cell-words.ts';
import type { CountResult } from './count-answer.ts';
import { keysWords, keyWords } from './key-words.ts';
import { measureWords } from './measure-words.ts';
import { type PivotColumn, valueIn } from './pivot-columns.ts';

const PADDING = 22;
const SORT_SIGN = 16;
const NARROWEST = 56;
const WIDEST_HEAD = 280;
/** On a telephone the numbers must have a place beside them: of one axis of rows, of several. */
const WIDEST_HEADS_OF_NARROW = [208, 112] as const;
const WIDEST_COLUMN = 200;

/** Width of a text in pixels, in the font of the table. */
export type Measuring = (text: string) => number;

/** Widths of the heads of rows and of the columns of numbers, so that no column changes its width while one scrolls. */
export function pivotSizes(
  { request, answer }: CountResult,
  columns: readonly PivotColumn[],
  { texts, formats }: { texts: Texts; formats: Formats },
  measure: Measuring,
  narrow: boolean,
): { heads: number[]; columns: number[] } {
  const widest = (words: Iterable<string>, least: number, most: number) => {
    let width = least;
    for (const text of words) width = Math.max(width, measure(text));
    return Math.min(most, Math.ceil(width + PADDING));
  };
  const widestHead = narrow ? WIDEST_HEADS_OF_NARROW[request.rows.length > 1 ? 1 : 0] : WIDEST_HEAD;
  const heads = request.rows.map((choice, axis) => {
    const words = new Set(
      answer.result_rows.map(({ key }) => key[axis]).map((key) => (key ? keyWords(texts, choice, key) : '')),
    );
    const label = measure(axisWords(texts, choice)) + SORT_SIGN;
    return widest(words, Math.max(label, NARROWEST, axis === 0 ? measure(texts.counts.grandTotal) : 0), widestHead);
  });
  const numbers = columns.map((column) => {
    const names = [
      ...(request.columns.length > 0
        ? [column.keys ? keysWords(texts, request.columns, column.keys) : texts.counts.total]
        : []),
      ...(request.columns.length === 0 || request.measures.length > 1 ? [measureWords(texts, column.measure)] : []),
    ];
    const named = Math.max(NARROWEST - PADDING, ...names.map(measure)) + SORT_SIGN;
    return widest(longest(column), Math.min(named, WIDEST_COLUMN), WIDEST_COLUMN);
  });
  return { heads, columns: numbers };

  /** Of numbers the one farthest from 0 takes the most room; of times any one. */
  function longest(column: PivotColumn): string[] {
    let most: number | string | null = null;
    for (const row of answer.result_rows) {
      const value = valueIn(row, column);
      if (typeof value === 'string') {
        most = value;
        break;
      }
      if (value !== null && (most === null || value > most)) most = value;
    }
    return [cellWords(formats, column.measure, most, answer.time_zone)];
  }
}
