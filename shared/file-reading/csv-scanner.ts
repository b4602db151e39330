import { ofByteText, ofPlainByteText } from './byte-text.ts';
import type { Dialect } from './dialect.ts';
import { FileFault } from './file-fault.ts';
import { CELL_MAX, type FileRecord, RECORD_MAX, type RecordFault, type RecordScanner } from './file-record.ts';
import { afterLineEnd, countWholeLineEnds, nextLineEnd } from './line-ends.ts';

const NUL = 0;
const LF = 10;
const CR = 13;
const SPACE = 32;
const BACKSLASH = 92;

/** Where the text that is there ends before the record does. */
const INCOMPLETE = -1;

/**
 * Most characters that are read again because a stray quote had swallowed the lines behind it. Beyond it the file is
 * refused, so that no file takes more than linear time.
 */
const RESCAN_MAX = 2 * RECORD_MAX;

export interface CsvScanner extends RecordScanner {
  /** What the text so far was like, for choosing a dialect. */
  traits(): CsvTraits;
}

export interface CsvTraits {
  /** Cells that were properly quoted. */
  readonly quotedCells: number;
  /** Of them, in the first record. */
  readonly quotedInFirst: number;
  /** In a spaced dialect: delimiters that no space follows. */
  readonly tightDelimiters: number;
  /** Characters of the record whose end has not been seen. */
  readonly pending: number;
}

/**
 * Reads CSV in a dialect. LF, CRLF and CR end a record, mixed as they come; empty lines are left out and counted. A
 * quote in the middle of an unquoted cell is text, unless a second such cell makes it doubtful where cells end. A closing quote with anything but a delimiter or a line end behind it
 * is a fault of its record, and reading goes on with the line behind the record's FIRST line: a stray quote costs its own
 * line, never the lines that it seems to enclose. A quote that nothing closes is a fault of the file.
 * @param isByteText what is pushed is byte text (`byte-text.ts`); the cells are decoded
 */
export function csvScanner(dialect: Dialect, isByteText = false): CsvScanner {
  const delimiter = dialect.delimiter.charCodeAt(0);
  const quote = dialect.quote.charCodeAt(0);
  const { spaced } = dialect;
  const escapes = dialect.escape === 'backslash';
  // No character above these matters, which is one comparison for most of a text.
  const highestInCell = Math.max(delimiter, quote, CR);
  const highestInQuotes = escapes ? BACKSLASH : quote;

  let text = '';
  let at = 0;
  let line = 1;
  let retryFrom = 0;
  let rescanned = 0;
  let quotedCells = 0;
  let quotedInFirst = 0;
  let tightDelimiters = 0;
  let strayQuotes = 0;
  let firstStray = 0;

  // Of the record being read.
  let cells: string[] = [];
  let fault: RecordFault | null = null;
  let lineEnds = 0;
  let inQuotes = false;
  let stray = false;
  let openCells = 0;

  /** @param seen all its characters, or-ed */
  function addCell(source: string, seen: number): void {
    const cell = isByteText && seen > 127 ? ofByteText(source) : source;
    if (cell.length > CELL_MAX) fault ??= CELL_TOO_LONG;
    cells.push(cell);
  }

  /** Reads a quoted cell. @returns the place behind its closing quote; its text is in `cells` */
  function readQuoted(from: number): number {
    const end = text.length;
    let position = from + 1;
    let piece = position;
    let cell = '';
    let seen = 0;
    for (; position < end; position++) {
      const code = text.charCodeAt(position);
      if (code > highestInQuotes) {
        seen |= code;
        continue;
      }
      if (code === quote) {
        if (text.charCodeAt(position + 1) !== quote) break;
        cell += text.slice(piece, ++position);
        piece = position + 1;
      } else if (code === LF) lineEnds++;
      else if (code === CR) {
        if (text.charCodeAt(position + 1) !== LF) lineEnds++;
      } else if (code === BACKSLASH && escapes) {
        const next = text.charCodeAt(position + 1);
        if (next !== quote && next !== BACKSLASH) continue;
        cell += text.slice(piece, position);
        piece = ++position;
      } else if (code === NUL) fault ??= HOLDS_NUL;
    }
    if (position >= end) {
      inQuotes = true;
      return INCOMPLETE;
    }
    cell = piece === from + 1 ? text.slice(piece, position) : cell + text.slice(piece, position);
    addCell(cell, seen);
    quotedCells++;
    return position + 1;
  }

  /** Reads an unquoted cell. @returns the place of the delimiter or line end behind it, or the text's end */
  function readPlain(from: number): number {
    const end = text.length;
    let position = from;
    let quotes = 0;
    let seen = 0;
    for (; position < end; position++) {
      const code = text.charCodeAt(position);
      if (code > highestInCell) {
        seen |= code;
        continue;
      }
      if (code === delimiter || code === LF || code === CR) break;
      if (code === quote) quotes++;
      else if (code === NUL) fault ??= HOLDS_NUL;
    }
    addCell(text.slice(from, position), seen);
    if (quotes > 0) {
      stray = true;
      if (quotes % 2 === 1 && ++openCells > 1) fault ??= TORN_CELL;
    }
    return position;
  }

  /** Reads one record. @returns the place behind it, or INCOMPLETE; a fault of its quotes leaves the place of the fault */
  function readRecord(last: boolean): number {
    const end = text.length;
    let position = at;
    for (;;) {
      const quoted = text.charCodeAt(position) === quote;
      position = quoted ? readQuoted(position) : readPlain(position);
      if (position === INCOMPLETE) return INCOMPLETE;
      if (position >= end) return last ? end : INCOMPLETE;
      const code = text.charCodeAt(position);
      if (code === delimiter) {
        position++;
        if (spaced) {
          if (text.charCodeAt(position) === SPACE) position++;
          else tightDelimiters++;
        }
      } else if (code === LF) {
        lineEnds++;
        return position + 1;
      } else if (code === CR) {
        if (position + 1 >= end && !last) return INCOMPLETE;
        lineEnds++;
        return afterLineEnd(text, position);
      } else {
        fault = BAD_QUOTE;
        return position;
      }
    }
  }

  /** After a bad quote: the record is its first line, and the next one begins behind it. */
  function asFirstLine(reached: number, last: boolean): number {
    const end = nextLineEnd(text, at);
    // A CR at the end may be the first half of a line end.
    if (end + 1 >= text.length && !last) return INCOMPLETE;
    const source = text.slice(at, end);
    cells = [(isByteText ? ofPlainByteText(source) : source).slice(0, CELL_MAX)];
    lineEnds = end < text.length ? 1 : 0;
    const next = end < text.length ? afterLineEnd(text, end) : end;
    rescanned += Math.max(0, reached - next);
    if (rescanned > RESCAN_MAX)
      throw new FileFault('quote', `Too many quotes are out of place, the last one on line ${line}.`);
    return next;
  }

  function push(more: string, last: boolean): FileRecord[] {
    text = at >= text.length ? more : text.slice(at) + more;
    at = 0;
    const records: FileRecord[] = [];
    // Trying again only when twice as much is there keeps long records linear, whatever the pieces' size.
    if (text.length < retryFrom && !last) return records;
    while (at < text.length) {
      cells = [];
      fault = null;
      lineEnds = 0;
      inQuotes = false;
      stray = false;
      openCells = 0;
      let next = readRecord(last);
      if (fault === BAD_QUOTE) next = asFirstLine(next, last);
      if (next === INCOMPLETE) {
        if (last || text.length - at > RECORD_MAX) throw endless(last);
        break;
      }
      if (next - at > RECORD_MAX) fault ??= RECORD_TOO_LONG;
      if (stray && fault === null && strayQuotes++ === 0) firstStray = line;
      const isEmptyLine = next - at <= 2 && cells.length === 1 && cells[0] === '' && !isQuote(at);
      if (!isEmptyLine) records.push({ line, cells, names: null, fault });
      if (line === 1) quotedInFirst = quotedCells;
      line += lineEnds;
      at = next;
    }
    retryFrom = 2 * (text.length - at);
    return records;
  }

  function isQuote(position: number): boolean {
    return text.charCodeAt(position) === quote;
  }

  function endless(last: boolean): FileFault {
    if (!inQuotes)
      return new FileFault('too_long', `The record on line ${line} is longer than ${RECORD_MAX} characters.`);
    const where = last ? 'to the end of the file' : `within ${RECORD_MAX} characters`;
    return new FileFault('quote', `A quote in the record that begins on line ${line} is not closed ${where}.`);
  }

  return {
    push,
    linesSeen: (beforeFeed) => line - 1 + countWholeLineEnds(text, at, beforeFeed),
    traits: () => ({ quotedCells, quotedInFirst, tightDelimiters, pending: text.length - at }),
    warnings: () =>
      strayQuotes === 0
        ? []
        : [
            `A ${dialect.quote} inside a cell that does not begin with one was read as text, in rows: ${strayQuotes}, first on line ${firstStray}.`,
          ],
  };
}

const BAD_QUOTE: RecordFault = {
  code: 'quote',
  message: 'A quote is out of place: behind a closing quote only a delimiter or a line end may stand.',
};

/** `Kit"Our lightest, most compact"` is two cells or one: whoever wrote it meant something else than it says. */
const TORN_CELL: RecordFault = {
  code: 'quote',
  message: 'Quotes stand inside two cells that do not begin with one: what lies between them may be one cell.',
};

const HOLDS_NUL: RecordFault = { code: 'nul', message: 'This row holds a NUL character.' };

const CELL_TOO_LONG: RecordFault = {
  code: 'too_long',
  message: `This row has a cell of more than ${CELL_MAX} characters.`,
};

const RECORD_TOO_LONG: RecordFault = {
  code: 'too_long',
  message: `This row is longer than ${RECORD_MAX} characters.`,
};
