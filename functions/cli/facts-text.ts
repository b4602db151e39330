import { styleText } from 'node:util';
import { printable } from '../../shared/printable.ts';

/** One fact a line, for a person: names to the left, nothing for what is not known. */
export function factsText(facts: object): string {
  const known = Object.entries(facts).filter(([, value]) => value !== null && value !== undefined && value !== '');
  const width = Math.max(0, ...known.map(([name]) => wordsOf(name).length));
  return known
    .map(([name, value]) => `${styleText('dim', wordsOf(name).padEnd(width))}  ${printable(textOf(value))}`)
    .join('\n');
}

/** `lastError` and `last_error` are read as `last error`. */
function wordsOf(name: string): string {
  return name.replace(/_/g, ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
