import { stripVTControlCharacters } from 'node:util';
import { printable } from './printable.ts';

export type Level = 'info' | 'warn' | 'error';
export type Fields = Readonly<Record<string, unknown>>;

/** Writes one line per event: ids and sizes, never payloads or secrets. */
export interface Log {
  info(event: string, fields?: Fields): void;
  warn(event: string, fields?: Fields): void;
  error(event: string, fields?: Fields): void;
  /** A log that adds these fields to every line. */
  with(fields: Fields): Log;
}

interface Sink {
  write(text: string): unknown;
}

/** @param format `json`: one object a line; `pretty`: for a person at a terminal */
export function createLog(format: 'json' | 'pretty', fields: Fields = {}, sink: Sink = process.stderr): Log {
  const line = format === 'json' ? jsonLine : prettyLine;
  const at = (level: Level) => (event: string, more?: Fields) => {
    sink.write(`${line(level, event, { ...fields, ...more })}\n`);
  };
  return {
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    with: (more) => createLog(format, { ...fields, ...more }, sink),
  };
}

/** What an error says of itself in a log: its class, message and (for causes unknown to us) its code and its cause. */
export function errorFields(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: String(error) };
  const code = 'code' in error ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: String(error.cause).slice(0, 1000) };
  return { error: `${error.name}: ${error.message}`.slice(0, 1000), ...code, ...cause };
}

function jsonLine(level: Level, event: string, fields: Fields): string {
  return JSON.stringify({ time: new Date().toISOString(), level, event, ...fields });
}

const COLOURS: Record<Level, string> = { info: '\x1b[32m', warn: '\x1b[33m', error: '\x1b[31m' };

function prettyLine(level: Level, event: string, { process: source, ...fields }: Fields): string {
  const details = Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${printable(typeof value === 'string' ? value : JSON.stringify(value))}`);
  const text = [
    `\x1b[2m${new Date().toISOString().slice(11, 23)}\x1b[0m`,
    `\x1b[36m${String(source ?? '').padEnd(9)}\x1b[0m`,
    `${COLOURS[level]}${level === 'info' ? '' : `${level} `}\x1b[0m${printable(event)}`,
    `\x1b[2m${details.join(' ')}\x1b[0m`,
  ].join(' ');
  return process.stderr.isTTY ? text : stripVTControlCharacters(text);
}
