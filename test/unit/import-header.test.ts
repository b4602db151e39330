import { describe, expect, test } from 'vitest';
import { readHeader } from '../../shared/imports/header.ts';
import { posts } from '../../shared/ledgers/posts.ts';

const MUST = ['post_id', 'version_no', 'event_type', 'created_at'];
const places = (header: string[], map = {}) => Object.fromEntries(readHeader(posts, header, map).places);

test('any order, case and surrounding space', () => {
  expect(places([' Created_At', 'POST_ID', 'version_no ', 'event_type'])).toEqual({
    created_at: 0,
    post_id: 1,
    version_no: 2,
    event_type: 3,
  });
});

test('Japanese names, full-width forms of them included', () => {
  expect(places(['投稿ＩＤ', '版', '異動区分', '操作日時', '題名'])).toEqual({
    post_id: 0,
    version_no: 1,
    event_type: 2,
    created_at: 3,
    title: 4,
  });
});

test('a byte order mark in front of the first name, quoted or twice, is none of it', () => {
  expect(places(['\uFEFF\uFEFFpost_id', ...MUST.slice(1)]).post_id).toBe(0);
});

test('columns that the ledger does not have are reported, not guessed', () => {
  const { columns, warnings } = readHeader(posts, [...MUST, 'colour', '']);
  expect(columns.map(({ column }) => column)).toEqual([...MUST, null, null]);
  expect(warnings).toEqual([
    'The column colour is none of posts and was left out.',
    'Column 6 of the file has no name and was left out.',
  ]);
});

test('what must be there is named', () => {
  expect(() => readHeader(posts, ['post_id', 'title'])).toThrow(/lacks version_no, event_type, created_at/);
  expect(() => readHeader(posts, ['post_id', '投稿ID', 'version_no'])).toThrow(/post_id twice/);
});

describe('the map', () => {
  test('names columns that nobody could know, whatever their case and width', () => {
    expect(
      places(['番号', ...MUST.slice(1), 'Heading'], { 番号: 'post_id', ' ＨＥＡＤＩＮＧ': 'title' }),
    ).toMatchObject({
      post_id: 0,
      title: 4,
    });
  });

  test('wins over what a name would mean, and over the column that bears the name', () => {
    const { places: found, columns } = readHeader(posts, [...MUST, 'title', '題名'], { 題名: 'url' });
    expect(Object.fromEntries(found)).toMatchObject({ title: 4, url: 5 });
    const mapped = readHeader(posts, [...MUST, 'title', 'heading'], { heading: 'title' });
    expect(mapped.places.get('title')).toBe(5);
    expect(mapped.columns[4]).toEqual({ name: 'title', column: null });
    expect(columns).toHaveLength(6);
  });

  test('says what it was wrong about', () => {
    expect(readHeader(posts, MUST, { heading: 'title' }).warnings).toEqual([
      'The map speaks of heading, which the file does not have.',
    ]);
    expect(() => readHeader(posts, [...MUST, 'a', 'b'], { a: 'title', b: 'title' })).toThrow(/title twice/);
  });
});
