import { csvScanner } from './csv-scanner.ts';
import type { Dialect } from './dialect.ts';
import type { FileRecord } from './file-record.ts';

/** In the order in which they are preferred when they fit equally. */
const DELIMITERS = [',', '\t', ';', '|'];

/** Characters of a file that are looked at. */
export const DIALECT_HEAD = 131_072;

/**
 * How a table is written, from its first characters: the reading in which most records have the same number of cells,
 * the first record among them. Unusual ways (single quotes, backslashes, a space behind each delimiter) are taken only
 * when the file plainly uses them: they must read better than the usual way, not equally well.
 * @param whole nothing follows
 */
export function detectDialect(head: string, whole: boolean, delimiter?: string): Dialect {
  const text = head.startsWith('\uFEFF') ? head.slice(1) : head;
  let best: { dialect: Dialect; score: number } | undefined;
  for (const dialect of candidates(text, delimiter)) {
    const score = merit(text, dialect, whole);
    if (!best || score > best.score) best = { dialect, score };
  }
  return best?.dialect ?? usual(delimiter ?? ',');
}

function usual(delimiter: string): Dialect {
  return { delimiter, quote: '"', escape: 'doubled', spaced: false };
}

function candidates(text: string, delimiter: string | undefined): Dialect[] {
  const delimiters = delimiter
    ? [delimiter]
    : [',', ...DELIMITERS.filter((each) => each !== ',' && text.includes(each))];
  return delimiters.flatMap((each) => {
    const plain = usual(each);
    const spaced = isSpaced(text, each) ? [{ ...plain, spaced: true }] : [];
    const bySpace = [plain, ...spaced];
    const byEscape = /\\["']/.test(text) ? [...bySpace, ...bySpace.map(escaped)] : bySpace;
    return usesSingleQuotes(text, each) ? [...byEscape, ...byEscape.map(singleQuoted)] : byEscape;
  });
}

const escaped = (dialect: Dialect): Dialect => ({ ...dialect, escape: 'backslash' });
const singleQuoted = (dialect: Dialect): Dialect => ({ ...dialect, quote: "'" });

/** Most delimiters have a space behind them; inside texts they have one too, hence no stricter. */
function isSpaced(text: string, delimiter: string): boolean {
  if (delimiter === ' ' || delimiter === '\t') return false;
  const all = text.split(delimiter).length - 1;
  return all >= 2 && text.split(`${delimiter} `).length - 1 >= all * 0.9;
}

function usesSingleQuotes(text: string, delimiter: string): boolean {
  return text.includes(`${delimiter}'`) && text.includes(`'${delimiter}`);
}

/** Better readings are greater. One column fits everything and says little; ties go to the usual way, then to more columns. */
function merit(text: string, dialect: Dialect, whole: boolean): number {
  const scanner = csvScanner(dialect);
  const records = scanner.push(whole ? `${text}\n` : text, false);
  const { quotedCells, quotedInFirst, tightDelimiters, pending } = scanner.traits();
  const all = records.length + (whole && pending > 0 ? 1 : 0);
  if (records.length === 0) return 0;
  const width = commonWidth(records);
  const good = records.filter(({ cells, fault }) => fault === null && cells.length === width).length;
  const header = records[0]?.cells.length === width ? 1 : 0.8;
  const covered = pending > text.length / 10 ? 0.5 : 1;
  const fits = (good / all) * header * covered * (width > 1 ? 1 : 0.5);
  const plainlySpaced = dialect.spaced && tightDelimiters === 0 && good > 1 && width > 1;
  const plainlySingle = dialect.quote === "'" && quotedInFirst > 0 && quotedCells >= good && !text.includes('"');
  const unusual =
    (dialect.spaced && !plainlySpaced ? 1 : 0) +
    (dialect.quote === "'" && !plainlySingle ? 1 : 0) +
    (dialect.escape === 'backslash' ? 1 : 0);
  const plainly = (plainlySpaced ? 1 : 0) + (plainlySingle ? 1 : 0);
  return fits + (plainly - unusual) * 1e-4 + Math.min(width, 100) * 1e-7;
}

/** The number of cells that most records have. */
function commonWidth(records: readonly FileRecord[]): number {
  const counts = new Map<number, number>();
  for (const { cells, fault } of records) if (!fault) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  let [common, most] = [1, 0];
  for (const [width, count] of counts) if (count > most) [common, most] = [width, count];
  return common;
}
