import { expect, test } from 'vitest';
import { FAULT_CODES } from '../../../functions/api/fault-codes.ts';
import { PROBLEM_CODES } from '../../../functions/api/problem-codes.ts';
import { IMPORT_PROBLEM_CODES, ROW_ERROR_CODES } from '../../../shared/imports/problem-code.ts';
import { today } from '../../../web/src/counts/local-instant.ts';
import { english } from '../../../web/src/language/english.ts';
import { japanese } from '../../../web/src/language/japanese.ts';
import { toldWords } from '../../../web/src/language/told-words.ts';

const CODES = { problems: PROBLEM_CODES, faults: FAULT_CODES, imports: IMPORT_PROBLEM_CODES, rows: ROW_ERROR_CODES };
const TOLD = 'As the server tells it.';

test.each(Object.entries(CODES))(
  '%s: every code of the API is told in Japanese, and in English at least as told',
  (part, codes) => {
    const known = part as keyof typeof CODES;
    const spoken = codes.map((code) => toldWords(japanese.told[known], code, TOLD));
    expect(codes.filter((_, place) => !/[ぁ-ん]/.test(spoken[place] ?? ''))).toEqual([]);
    expect(Object.keys(japanese.told[known]).sort()).toEqual([...codes].sort());
    expect(codes.filter((code) => !/[a-z].*\.$/.test(toldWords(english.told[known], code, TOLD)))).toEqual([]);
  },
);

test('a code that is new to the page is told in the words of the server', () => {
  expect(toldWords(japanese.told.problems, 'of-next-year', TOLD)).toBe(TOLD);
  expect(toldWords(japanese.told.problems, 'constructor', TOLD)).toBe(TOLD);
});

test('a link may name a zone that this browser does not know: the refusal of the server is shown, not a broken page', () => {
  expect(today('Nowhere/Land', Date.parse('2025-01-31T23:59Z'))).toBe('2025-01-31');
});
