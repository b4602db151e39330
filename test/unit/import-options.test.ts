import { expect, test } from 'vitest';
import {
  DEFAULT_OPTIONS,
  importQuery,
  importRequest,
  optionsOfText,
  optionsText,
} from '../../shared/imports/options.ts';

const textOf = (query: Record<string, string>) =>
  optionsText(importRequest(importQuery.parse({ ledger: 'tags', ...query })).options);

test('options that mean the same have one text, whatever their order and spelling', () => {
  expect(textOf({})).toBe('{}');
  expect(textOf({ time_zone: 'UTC', on_error: 'reject', on_conflict: 'error', dry_run: 'false', force: 'true' })).toBe(
    '{}',
  );
  expect(textOf({ map: '名前:name,分類:category', encoding: 'CP932', delimiter: 'tab' })).toBe(
    textOf({ delimiter: '\t', encoding: 'shift_jis', map: ' 分類 : category,名前:name' }),
  );
  expect(textOf({ on_error: 'skip' })).not.toBe(textOf({ on_conflict: 'replace' }));
});

test('options come back from their text as they were', () => {
  for (const query of [{}, { map: 'a:b:name', time_zone: 'asia/tokyo', on_error: 'skip', dry_run: 'true' }]) {
    const { options } = importRequest(importQuery.parse({ ledger: 'tags', ...query }));
    expect(optionsOfText(optionsText(options))).toEqual(options);
  }
  expect(optionsOfText('{}')).toEqual(DEFAULT_OPTIONS);
});
