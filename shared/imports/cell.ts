import { EVENT_TYPES } from '../ledgers/ledger.ts';
import type { RowErrorCode } from './problem-code.ts';

/** Why a cell cannot be what its column holds. `message` goes on behind the column's name. */
export class CellFault {
  readonly code: RowErrorCode;
  readonly message: string;

  constructor(code: RowErrorCode, message: string) {
    this.code = code;
    this.message = message;
  }
}

/** What a cell says, as the database takes it. A fault is returned, not thrown: a file may hold a million of them. */
export type CellReader = (text: string) => string | null | CellFault;

/** 2^63-1, the largest id the database keeps. */
const ID_MAX = '9223372036854775807';
const DECIMAL = /^(?:0|[1-9]\d{0,18})$/;

const NOT_AN_ID = new CellFault('not_an_id', `must be a whole number without leading zeros, at most ${ID_MAX}`);
const NOT_A_VERSION = new CellFault('not_a_version', 'must be 1 or more');
const NOT_AN_EVENT = new CellFault('not_an_event', `must be one of ${EVENT_TYPES.join(', ')}`);
const NOT_IDS = new CellFault('not_ids', `must be ids separated by | ; , or space, or a JSON list of ids`);
const EMPTY_KEY = new CellFault('empty', 'must not be empty');

/** A canonical decimal: no sign, no leading zero (`0010` is somebody's code, never 10). */
export function readId(text: string): string | CellFault {
  return isId(text) ? text : NOT_AN_ID;
}

export function readVersion(text: string): string | CellFault {
  return text === '0' ? NOT_A_VERSION : readId(text);
}

export function readEvent(text: string): string | CellFault {
  return (EVENT_TYPES as readonly string[]).includes(text) ? text : NOT_AN_EVENT;
}

/** Empty is null. @param maxLength in characters (code points) */
export function textReader(maxLength: number): CellReader {
  const tooLong = new CellFault('too_long', `is longer than ${maxLength} characters`);
  return (text) => {
    if (text === '') return null;
    return text.length > maxLength && (text.length > 2 * maxLength || Array.from(text).length > maxLength)
      ? tooLong
      : text;
  };
}

/** As a text, and never empty. */
export function keyTextReader(maxLength: number): CellReader {
  const read = textReader(maxLength);
  return (text) => read(text) ?? EMPTY_KEY;
}

/**
 * A set of ids from a JSON array, or from ids separated by `|`, `;`, `,` or space: ascending, without repeats, written
 * `[1, 2]`. Empty is the empty set.
 */
export function readIds(text: string): string | CellFault {
  const trimmed = text.trim();
  const inner = trimmed.startsWith('[') && trimmed.endsWith(']') ? trimmed.slice(1, -1).trim() : trimmed;
  if (inner === '') return '[]';
  if (isId(inner)) return `[${inner}]`;
  const isJson = inner.length < trimmed.length;
  const parts = isJson ? inner.split(',').map((part) => unquoted(part.trim())) : split(inner);
  if (!parts.every(isId)) return NOT_IDS;
  const isAscending = parts.every((part, index) => index === 0 || byNumber(parts[index - 1] as string, part) < 0);
  return `[${(isAscending ? parts : [...new Set(parts)].sort(byNumber)).join(', ')}]`;
}

function split(text: string): string[] {
  // By far the commonest, and a plain separator is several times as fast as an expression.
  for (const separator of [' ', '|', ';', ','])
    if (text.includes(separator)) {
      const parts = text.split(separator);
      if (parts.every(isId)) return parts;
    }
  return text.split(/\s*[|;,]\s*|\s+/);
}

/** A program that knows that 2^53 is the end of exact numbers writes ids as strings. */
function unquoted(text: string): string {
  return text.length > 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}

function isId(text: string): boolean {
  return DECIMAL.test(text) && (text.length < ID_MAX.length || text <= ID_MAX);
}

/** Canonical decimals: the longer one is greater. */
function byNumber(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}
