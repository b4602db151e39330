import { ofPlainByteText } from './byte-text.ts';
import { FileFault } from './file-fault.ts';
import { type FileRecord, RECORD_MAX, type RecordScanner } from './file-record.ts';
import { readFlatObject } from './flat-json.ts';
import { afterLineEnd, countWholeLineEnds, nextLineEnd } from './line-ends.ts';

/** More different names than this are no table. */
const NAMES_MAX = 1_000;

/**
 * Reads JSON Lines: an object per line. Blank lines (white space included) are left out and counted. A name that a line
 * lacks is an empty cell; a line that is no flat object is a fault of that record alone.
 * @param isByteText what is pushed is byte text (`byte-text.ts`)
 */
export function jsonLinesScanner(isByteText = false): RecordScanner {
  let text = '';
  let at = 0;
  let line = 1;
  let searched = 0;
  let names: readonly string[] = [];
  let places = new Map<string, number>();

  function learn(found: readonly string[]): void {
    const fresh = found.filter((name) => !places.has(name));
    if (fresh.length === 0) return;
    names = [...names, ...fresh];
    places = new Map(names.map((name, index) => [name, index]));
    if (names.length > NAMES_MAX)
      throw new FileFault('json', `The lines up to ${line} hold more than ${NAMES_MAX} different names.`);
  }

  function readLine(source: string): FileRecord {
    if (source.length > RECORD_MAX) throw tooLong(line);
    const object = readFlatObject(source);
    if ('fault' in object) return { line, cells: [source], names, fault: object.fault };
    learn(object.names);
    const cells: string[] = Array(names.length).fill('');
    for (const [index, name] of object.names.entries())
      cells[places.get(name) as number] = object.cells[index] as string;
    return { line, cells, names, fault: null };
  }

  function push(more: string, last: boolean): FileRecord[] {
    text = at >= text.length ? more : text.slice(at) + more;
    searched -= at;
    at = 0;
    const records: FileRecord[] = [];
    while (at < text.length) {
      const end = nextLineEnd(text, Math.max(at, searched));
      searched = end;
      if (!last && end + 1 >= text.length) {
        if (text.length - at > RECORD_MAX) throw tooLong(line);
        break;
      }
      const raw = text.slice(at, end);
      const source = isByteText ? ofPlainByteText(raw) : raw;
      if (source.trim() !== '') records.push(readLine(source));
      if (end < text.length) line++;
      at = end < text.length ? afterLineEnd(text, end) : end;
    }
    return records;
  }

  return { push, linesSeen: (beforeFeed) => line - 1 + countWholeLineEnds(text, at, beforeFeed), warnings: () => [] };
}

function tooLong(line: number): FileFault {
  return new FileFault('too_long', `Line ${line} is longer than ${RECORD_MAX} characters.`);
}
