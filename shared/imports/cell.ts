import { databaseTime, parseIso } from '../instant.ts';
import { EVENT_TYPES } from '../ledgers/ledger.ts';

/** A cell that cannot be what its column holds. */
export class CellFault extends Error {
  override name = 'CellFault';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** 2^63-1, the largest id the database keeps. */
const ID_MAX = 9_223_372_036_854_775_807n;

/** A canonical decimal: no sign, no leading zero (`0010` is somebody's code, never 10). */
export function readId(text: string): string {
  if (!/^(0|[1-9]\d{0,18})$/.test(text) || BigInt(text) > ID_MAX)
    throw new CellFault('not_an_id', 'must be a whole number without leading zeros, at most 9223372036854775807');
  return text;
}

export function readVersion(text: string): string {
  const version = readId(text);
  if (version === '0') throw new CellFault('not_a_version', 'must be 1 or more');
  return version;
}

export function readEvent(text: string): string {
  if (!(EVENT_TYPES as readonly string[]).includes(text))
    throw new CellFault('not_an_event', `must be one of ${EVENT_TYPES.join(', ')}`);
  return text;
}

/** @returns the moment as the database writes it; a time without a zone is UTC */
export function readTime(text: string): string {
  const local = parseIso(text);
  const stored =
    local && databaseTime({ seconds: local.clock - (local.offset ?? 0), microseconds: local.microseconds });
  if (!stored) throw new CellFault('not_a_time', 'must be a time like 2026-11-30T12:34:56+09:00');
  return stored;
}

/** Empty is null. @param maxLength in characters (code points) */
export function readText(text: string, maxLength: number): string | null {
  if (text === '') return null;
  if (text.includes('\0')) throw new CellFault('nul', 'holds a NUL byte');
  if (text.length > maxLength && Array.from(text).length > maxLength)
    throw new CellFault('too_long', `is longer than ${maxLength} characters`);
  return text;
}

/** A set of ids from a JSON array or from ids separated by `|`, `;`, `,` or space; ascending, without repeats. */
export function readIds(text: string): string {
  const trimmed = text.trim();
  const inner = trimmed.startsWith('[') && trimmed.endsWith(']') ? trimmed.slice(1, -1).trim() : trimmed;
  if (inner === '') return '[]';
  const parts = inner === trimmed ? inner.split(/\s*[|;,]\s*|\s+/) : inner.split(/\s*,\s*/);
  const ids = parts.map((part) => BigInt(readId(part)));
  const ascending = [...new Set(ids)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return `[${ascending.join(', ')}]`;
}
