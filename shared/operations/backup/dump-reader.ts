import { createHash, type Hash } from 'node:crypto';

/** What a table holds, as a dump tells it. The checksum is over its rows, whatever the statements they came in. */
export interface TableContent {
  name: string;
  rows: number;
  sha256: string;
}

export interface DumpReader {
  push(chunk: Buffer): void;
  /** To be asked at the end, once. */
  tables(): TableContent[];
}

interface Table {
  rows: number;
  hash: Hash;
}

const BACKSLASH = 0x5c;
const QUOTE = 0x27;
const OPEN = 0x28;
const CLOSE = 0x29;
const SEMICOLON = 0x3b;
const NEWLINE = 0x0a;

const INSERT = 'INSERT INTO `';
/** The column list is there when some column is generated, and on one server only. */
const INSERT_HEAD = /^INSERT INTO `((?:[^`]|``)+)` (?:\((?:[^`)]|`(?:[^`]|``)*`)*\) )?VALUES/;
const CREATE_HEAD = /^CREATE TABLE `((?:[^`]|``)+)` \($/;
/** Of a line; what is longer is no line that says something to us. */
const LINE_MAX = 4096;
const HEAD_MAX = 1 << 20;

/*
 * Reads the text of mysqldump or mariadb-dump as it flows by.
 *
 * line: at the start of a line and in all that are no INSERT. Its first bytes tell what it is.
 * head: in an INSERT before its rows.   between: outside of any row, to the `;` that ends the statement.
 * row: in a row, `(...)`.   text: in a quoted text in a row, where a backslash takes the next byte's meaning away.
 */
type State = 'line' | 'head' | 'between' | 'row' | 'text';

/** @param onLine gets every line outside of rows, cut at 4096 bytes */
export function createDumpReader(onLine: (line: string) => void): DumpReader {
  const tables = new Map<string, Table>();
  let state: State = 'line';
  let kept: Buffer[] = [];
  let keptBytes = 0;
  let table: Table = tableNamed('');
  let depth = 0;
  let escaped = false;

  function tableNamed(name: string): Table {
    const known = tables.get(name) ?? { rows: 0, hash: createHash('sha256') };
    if (name) tables.set(name, known);
    return known;
  }

  function take(bytes: Buffer): Buffer {
    kept.push(bytes);
    keptBytes += bytes.length;
    return kept.length === 1 ? bytes : Buffer.concat(kept);
  }

  function forget(): void {
    kept = [];
    keptBytes = 0;
  }

  function line(chunk: Buffer, from: number): number {
    const newline = chunk.indexOf(NEWLINE, from);
    const end = newline < 0 ? chunk.length : newline;
    const wanted = Math.max(0, Math.min(end, from + LINE_MAX - keptBytes));
    const text = take(chunk.subarray(from, wanted)).toString('latin1');
    if (text.startsWith(INSERT)) {
      // The rows follow on this very line: what was taken of them is read again as rows.
      const before = text.length - (wanted - from);
      forget();
      kept = before > 0 ? [Buffer.from(text.slice(0, before), 'latin1')] : [];
      keptBytes = before;
      state = 'head';
      return from;
    }
    if (newline < 0) return chunk.length;
    forget();
    const [, created] = CREATE_HEAD.exec(text) ?? [];
    if (created) tableNamed(created);
    onLine(Buffer.from(text, 'latin1').toString('utf8'));
    return newline + 1;
  }

  function head(chunk: Buffer, from: number): number {
    const before = keptBytes;
    const text = take(chunk.subarray(from, from + HEAD_MAX)).toString('latin1');
    const found = INSERT_HEAD.exec(text);
    if (!found) {
      if (text.length > HEAD_MAX) throw new Error('The dump holds an INSERT statement that cannot be read.');
      return Math.min(chunk.length, from + HEAD_MAX);
    }
    forget();
    table = tableNamed(found[1] ?? '');
    state = 'between';
    return from + found[0].length - before;
  }

  function between(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === OPEN) {
        state = 'row';
        depth = 0;
        return at;
      }
      if (byte === SEMICOLON) {
        state = 'line';
        return at + 1;
      }
    }
    return chunk.length;
  }

  /** @returns where the row ends in this chunk */
  function row(chunk: Buffer, from: number): number {
    let at = from;
    for (; at < chunk.length; at++) {
      const byte = chunk[at];
      if (state === 'text') {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) state = 'row';
      } else if (byte === QUOTE) state = 'text';
      else if (byte === OPEN) depth++;
      else if (byte === CLOSE && --depth === 0) {
        state = 'between';
        table.rows++;
        at++;
        break;
      }
    }
    table.hash.update(chunk.subarray(from, at));
    return at;
  }

  const steps: Record<State, (chunk: Buffer, from: number) => number> = { line, head, between, row, text: row };
  return {
    push(chunk) {
      for (let at = 0; at < chunk.length; ) at = steps[state](chunk, at);
    },
    tables: () =>
      [...tables]
        .map(([name, { rows, hash }]) => ({ name: name.replaceAll('``', '`'), rows, sha256: hash.digest('hex') }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}
