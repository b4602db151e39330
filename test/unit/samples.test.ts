import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { generateSamples } from '../../samples/generate.ts';

type Row = Record<string, string>;

const committed = (name: string) => readFileSync(new URL(`../../samples/${name}`, import.meta.url), 'utf8');
const read = (name: string): Row[] => parse(committed(name), { columns: true });
const ids = (cell = ''): number[] => JSON.parse(cell);

const FILES = [
  { name: 'posts.csv', key: 'post_id', entities: 120, attributes: ['title', 'url', 'tag_ids', 'parent_post_ids'] },
  { name: 'tags.csv', key: 'tag_id', entities: 60, attributes: ['name', 'category'] },
] as const;

/** Event types that may follow each one; the empty text stands for the beginning. */
const NEXT: Readonly<Record<string, readonly string[]>> = {
  '': ['create'],
  create: ['update', 'discard'],
  update: ['update', 'discard'],
  discard: ['restore'],
  restore: ['update', 'discard'],
};

describe.each(FILES)('$name', ({ name, key, entities, attributes }) => {
  const rows = read(name);
  const histories = Map.groupBy(rows, (row) => row[key]);

  test('is what the generator writes', () => {
    expect(generateSamples()[name]).toBe(committed(name));
  });

  test('has the columns of its ledger, LF and no byte order mark', () => {
    expect(Object.keys(rows[0] ?? {})).toEqual([
      key,
      'version_no',
      'event_type',
      'created_at',
      'created_by',
      ...attributes,
    ]);
    expect(committed(name).match(/\r|\uFEFF/g)).toBeNull();
    expect(committed(name).slice(-2)).toMatch(/[^\n]\n/);
  });

  test('every entity lives sensibly', () => {
    expect(histories.size).toBe(entities);
    for (const [id, versions] of histories) {
      let before = { event_type: '', version: 0, time: -Infinity };
      for (const row of versions) {
        const where = `${key} ${id}, version ${row.version_no}`;
        expect(NEXT[before.event_type], where).toContain(row.event_type);
        const step = Number(row.version_no) - before.version;
        expect(step, where).toBeGreaterThanOrEqual(1);
        expect(step, where).toBeLessThanOrEqual(before.version === 0 ? 1 : 2);
        const time = Date.parse(row.created_at ?? '');
        expect(time, where).toBeGreaterThan(before.time);
        before = { event_type: row.event_type ?? '', version: Number(row.version_no), time };
      }
    }
  });

  test('shows every kind of life, actor and time', () => {
    const ends = [...histories.values()].map((versions) => versions.at(-1)?.event_type);
    expect(new Set(rows.map((row) => row.event_type))).toEqual(new Set(['create', 'update', 'discard', 'restore']));
    expect(ends.filter((end) => end === 'discard').length).toBeGreaterThanOrEqual(5);
    expect(new Set(rows.map((row) => row.created_by))).toEqual(
      new Set(['mika', 'sora', 'haruto', 'Zoë', 'bot-import', '']),
    );
    for (const row of rows) {
      expect(row.created_at).toMatch(/^202[3-6]-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?(Z|\+09:00)$/);
    }
    expect(committed(name).match(/𠮷/gu)).not.toBeNull();
    expect(committed(name).match(/\p{Emoji_Presentation}/gu)).not.toBeNull();
  });
});

test('the history runs from January 2023 to October 2026', () => {
  const months = FILES.flatMap(({ name }) => read(name).map((row) => row.created_at?.slice(0, 7) ?? '')).sort();
  expect([months.at(0), months.at(-1)]).toEqual(['2023-01', '2026-10']);
});

test('posts refer to entities that exist, in ascending lists without repeats, and to example.org only', () => {
  const known = {
    tag_ids: new Set(read('tags.csv').map((row) => Number(row.tag_id))),
    parent_post_ids: new Set(read('posts.csv').map((row) => Number(row.post_id))),
  };
  for (const row of read('posts.csv')) {
    const where = `post ${row.post_id}, version ${row.version_no}`;
    for (const column of ['tag_ids', 'parent_post_ids'] as const) {
      const list = ids(row[column]);
      const set = [...new Set(list)].sort((a, b) => a - b);
      expect(list, where).toEqual(set);
      for (const id of list) expect(known[column], where).toContain(id);
    }
    expect(row.url, where).toMatch(/^$|^https:\/\/example\.org\//);
  }
});
