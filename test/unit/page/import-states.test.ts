import { expect, test } from 'vitest';
import { isFinal } from '../../../web/src/imports/import-states.ts';
import { english } from '../../../web/src/language/english.ts';
import { japanese } from '../../../web/src/language/japanese.ts';

const OPEN = ['receiving', 'awaiting_upload', 'stored', 'queued', 'processing'];
const FINAL = ['done', 'rejected', 'failed', 'canceled', 'store_failed', 'upload_missing', 'reverted'];

test('the end states of an import are final, every other state is not, known or unknown', () => {
  expect(FINAL.filter((state) => !isFinal(state))).toEqual([]);
  expect([...OPEN, 'some_later_state', ''].filter(isFinal)).toEqual([]);
});

test('both languages have a word for every state, and the same tables', () => {
  for (const texts of [english, japanese]) {
    expect(Object.keys(texts.imports.states).sort()).toEqual([...OPEN, ...FINAL].sort());
  }
  for (const part of ['ledgers', 'axes', 'units', 'events', 'measures'] as const) {
    expect(Object.keys(japanese[part])).toEqual(Object.keys(english[part]));
  }
  expect(Object.keys(japanese.exports.errors)).toEqual(Object.keys(english.exports.errors));
});

test('nothing on the page claims that a file was saved', () => {
  const texts = JSON.stringify([english, japanese], (_, value) =>
    typeof value === 'function' ? String(value) : value,
  );
  expect(texts).not.toMatch(/\bsaved?\b|保存/i);
});
