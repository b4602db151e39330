import { expect, test } from 'vitest';
import { createLog } from '../../shared/log.ts';

function written(format: 'json' | 'pretty', event: string, fields: object): string {
  let text = '';
  createLog(format, {}, { write: (part) => (text += part) }).info(event, { ...fields });
  return text;
}

/** Found 2026-11-30: a path with %0a and %1b in it wrote a line of its own to the operator's terminal. */
test('what a client sends cannot break out of its line', () => {
  const path = '/\n\u001b[31mready http://evil\u202e\u0000\u0085\u2028';
  const pretty = written('pretty', 'request', { path });
  expect(pretty.trimEnd().split('\n')).toHaveLength(1);
  expect(pretty).toContain('/\\u{a}\\u{1b}[31mready http://evil\\u{202e}\\u{0}\\u{85}\\u{2028}');
  expect(JSON.parse(written('json', 'request', { path })).path).toBe(path);
});

test('names and texts of every language stay as they are', () => {
  expect(written('pretty', 'file received', { name: '𠮷野家 🌸 データ' })).toContain('name=𠮷野家 🌸 データ');
});
