import { FileFault } from './file-fault.ts';

/** How a file writes its table. */
export interface Dialect {
  /** One UTF-16 unit. */
  readonly delimiter: string;
  readonly quote: '"' | "'";
  /** How a quote inside a quoted cell is written: twice, or with a backslash before it (twice works then too). */
  readonly escape: 'doubled' | 'backslash';
  /** One space behind each delimiter belongs to the delimiter, not to the cell. */
  readonly spaced: boolean;
}

const NAMES: Readonly<Record<string, string>> = {
  tab: '\t',
  '\\t': '\t',
  comma: ',',
  semicolon: ';',
  pipe: '|',
  space: ' ',
};

/** @returns the delimiter that a person calls so: itself, or `tab`, `comma`, `semicolon`, `pipe`, `space`; or undefined */
export function delimiterNamed(label: string): string | undefined {
  const delimiter = NAMES[label.trim().toLowerCase()] ?? label;
  return delimiter.length === 1 && !/["'\r\n\0\\\p{L}\p{N}\p{Cs}]/u.test(delimiter) ? delimiter : undefined;
}

/** @throws FileFault for what cannot be a delimiter */
export function delimiterOf(label: string): string {
  const delimiter = delimiterNamed(label);
  if (delimiter !== undefined) return delimiter;
  throw new FileFault('delimiter', `${label} cannot separate cells. Use one sign, or tab, comma, semicolon or pipe.`);
}
