import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CsvCell, csvRecord } from '../../shared/csv-writer/csv-writer.ts';
import { sharedData } from '../harness/shared-data.ts';

const folder = sharedData('csv-cases');

interface WriteCase {
  id: string;
  note: string;
  data: unknown;
  options: Readonly<Record<string, unknown>>;
  expected: string;
}

/** Cases beyond what an export writes, and why. */
const BEYOND: Readonly<Record<string, string>> = {
  9: 'its data is no table',
  11: 'delimiters are the comma and the tab',
  13: 'delimiters are the comma and the tab',
  14: 'delimiters are the comma and the tab',
  15: 'delimiters are the comma and the tab',
  17: 'a record ends with CR LF',
  18: 'a record ends with CR LF',
  19: 'a record ends with CR LF',
  20: 'quotes are set where they are needed',
  21: 'quotes are set where they are needed',
  22: 'quotes are set where they are needed',
  23: 'quotes are set where they are needed',
  27: 'all records of an export have the same columns',
  29: 'the quote is "',
  32: 'a record has cells; spaces around a text need no quotes',
  33: 'a record has cells; spaces around a text need no quotes',
  35: 'a record has cells; spaces around a text need no quotes',
  36: 'a record has cells; spaces around a text need no quotes',
  37: 'a record has cells; spaces around a text need no quotes',
  38: 'an empty record is written with its empty cells',
  39: 'an empty record is written with its empty cells',
  40: 'a quote is doubled',
  42: 'the quote is "',
  43: 'the quote is "',
  44: 'a guarded text is quoted only when it needs to be',
  46: 'quotes are set where they are needed',
  47: 'the quote is "',
  48: 'the quote is "',
  49: 'a guarded text is quoted only when it needs to be',
  50: 'quotes are set where they are needed',
  51: 'the quote is "',
  52: 'the quote is "',
};

const cases = folder
  ? readFileSync(join(folder, 'write.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as WriteCase)
  : [];
const numberOf = ({ id }: WriteCase) => id.split('/').at(-1) ?? '';

describe.runIf(folder)('cases for writing CSV', () => {
  test.each(cases.filter((one) => !(numberOf(one) in BEYOND)).map((one) => [one.id, one.note, one] as const))(
    '%s: %s',
    (_, __, { data, options, expected }) => {
      const written = tableOf(data, options)
        .map((record) => csvRecord(record, optionsOf(options)))
        .join('');
      // The last record of a file of ours ends like the others.
      expect(written.replace(/\r\n$/, '')).toBe(expected);
    },
  );

  test('the others are listed with a reason', () => {
    expect(cases.map(numberOf)).toEqual(expect.arrayContaining(Object.keys(BEYOND)));
    expect(cases.length - Object.keys(BEYOND).length).toBeGreaterThanOrEqual(18);
  });
});

function optionsOf({ delimiter, escapeFormulae }: WriteCase['options']) {
  return { delimiter: delimiter === '\t' ? '\t' : ',', raw: escapeFormulae !== true } as const;
}

function tableOf(data: unknown, { header }: WriteCase['options']): CsvCell[][] {
  if (!Array.isArray(data)) {
    const { fields, data: records = [] } = data as { fields?: string[]; data?: CsvCell[][] };
    return [...(fields ? [fields] : []), ...records];
  }
  if (data.length === 0 || Array.isArray(data[0])) return data as CsvCell[][];
  const fields = Object.keys(data[0] as object);
  const records = data.map((record: Record<string, CsvCell>) => fields.map((field) => record[field] ?? null));
  return header === false ? records : [fields, ...records];
}
