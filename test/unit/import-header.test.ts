import { expect, test } from 'vitest';
import { readHeader } from '../../shared/imports/header.ts';
import { posts } from '../../shared/ledgers/posts.ts';

const places = (header: string[]) => Object.fromEntries(readHeader(posts, header).places);

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

test('columns that the ledger does not have are reported, not guessed', () => {
  const { unknown } = readHeader(posts, ['post_id', 'version_no', 'event_type', 'created_at', 'colour', '']);
  expect(unknown).toEqual(['colour', '']);
});

test('what must be there is named', () => {
  expect(() => readHeader(posts, ['post_id', 'title'])).toThrow(/lacks version_no, event_type, created_at/);
  expect(() => readHeader(posts, ['post_id', '投稿ID', 'version_no'])).toThrow(/post_id twice/);
});
