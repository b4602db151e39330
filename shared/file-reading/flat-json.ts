import { CELL_MAX, type RecordFault } from './file-record.ts';

/** The fields of one JSON object in their order; numbers and lists of ids as they stand in the source, null as ''. */
export type FlatObject = { readonly names: string[]; readonly cells: string[] } | { readonly fault: RecordFault };

/**
 * Reads one line of JSON Lines: an object of strings, numbers, nulls and lists of whole numbers. It is read here and not by
 * JSON.parse, because that rounds ids beyond 2^53 and lets a repeated name win silently.
 */
export function readFlatObject(line: string): FlatObject {
  const names: string[] = [];
  const cells: string[] = [];
  let at = skipSpace(line, 0);
  const broken = (what: string) => ({
    fault: { code: 'json' as const, message: `This line is not a JSON object: ${what}.` },
  });
  if (line[at] !== '{') return broken(`it begins with ${shown(line, at)}`);
  at = skipSpace(line, at + 1);
  if (line[at] === '}') return skipSpace(line, at + 1) < line.length ? broken('text follows it') : { names, cells };
  for (;;) {
    const name = readString(line, at);
    if (!name) return broken(`a name in double quotes must stand at character ${at + 1}`);
    if (names.includes(name.text)) return { fault: repeated(name.text) };
    at = skipSpace(line, name.end);
    if (line[at] !== ':') return broken(`a colon is missing at character ${at + 1}`);
    const value = readValue(line, skipSpace(line, at + 1));
    if ('fault' in value) return { fault: value.fault(name.text) };
    if (!value.text.isWellFormed() || value.text.includes('\0')) return { fault: unstorable(name.text) };
    if (value.text.length > CELL_MAX) return { fault: tooLong(name.text) };
    names.push(name.text);
    cells.push(value.text);
    at = skipSpace(line, value.end);
    if (line[at] === ',') at = skipSpace(line, at + 1);
    else if (line[at] === '}') break;
    else return broken(`a comma or the end of the object is missing at character ${at + 1}`);
  }
  if (skipSpace(line, at + 1) < line.length) return broken('text follows it');
  return { names, cells };
}

interface Token {
  readonly text: string;
  readonly end: number;
}

type Value = Token | { readonly fault: (name: string) => RecordFault };

const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|null|true|false/y;
const LIST = /\[[ \t]*(?:(?:\d+|"\d+")[ \t]*(?:,[ \t]*(?:\d+|"\d+")[ \t]*)*)?\]/y;

function readValue(line: string, at: number): Value {
  if (line[at] === '"') return readString(line, at) ?? { fault: unreadable };
  if (line[at] === '[') {
    const list = sticky(LIST, line, at);
    return list ? { text: list.text.replaceAll('"', ''), end: list.end } : { fault: notOfIds };
  }
  const scalar = sticky(SCALAR, line, at);
  if (!scalar) return { fault: line[at] === '{' ? nested : unreadable };
  if (scalar.text === 'true' || scalar.text === 'false') return { fault: truth };
  return scalar.text === 'null' ? { text: '', end: scalar.end } : scalar;
}

function readString(line: string, at: number): Token | undefined {
  if (line[at] !== '"') return undefined;
  let end = line.indexOf('"', at + 1);
  while (end !== -1 && isEscaped(line, end)) end = line.indexOf('"', end + 1);
  if (end === -1) return undefined;
  const source = line.slice(at + 1, end);
  if (!ESCAPED_OR_CONTROL.test(source)) return { text: source, end: end + 1 };
  try {
    return { text: JSON.parse(line.slice(at, end + 1)) as string, end: end + 1 };
  } catch {
    return undefined;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON allows none inside a string
const ESCAPED_OR_CONTROL = /[\\\u0000-\u001f]/;

function isEscaped(line: string, at: number): boolean {
  let backslashes = 0;
  while (line[at - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
}

function sticky(pattern: RegExp, line: string, at: number): Token | undefined {
  pattern.lastIndex = at;
  const text = pattern.exec(line)?.[0];
  return text === undefined ? undefined : { text, end: at + text.length };
}

function skipSpace(line: string, at: number): number {
  let end = at;
  while (line[end] === ' ' || line[end] === '\t') end++;
  return end;
}

function shown(line: string, at: number): string {
  return at < line.length ? JSON.stringify(line.slice(at, at + 20)) : 'nothing';
}

const repeated = (name: string): RecordFault => ({
  code: 'repeated_name',
  message: `This line names ${JSON.stringify(name)} twice.`,
});
const unstorable = (name: string): RecordFault => ({
  code: 'character',
  message: `The value of ${JSON.stringify(name)} holds a NUL or half of a surrogate pair.`,
});
const tooLong = (name: string): RecordFault => ({
  code: 'too_long',
  message: `The value of ${JSON.stringify(name)} is longer than ${CELL_MAX} characters.`,
});
const value = (name: string, what: string): RecordFault => ({
  code: 'json',
  message: `The value of ${JSON.stringify(name)} ${what}. It may be a text, a number, a list of ids or null.`,
});
const unreadable = (name: string) => value(name, 'is not JSON');
const nested = (name: string) => value(name, 'is an object');
const truth = (name: string) => value(name, 'is true or false');
const notOfIds = (name: string) => value(name, 'is a list of something other than ids');
