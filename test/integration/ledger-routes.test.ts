import { expect, test } from 'vitest';
import { LEDGERS } from '../../shared/ledgers/catalogue.ts';
import { importColumns } from '../../shared/ledgers/ledger.ts';
import { openTestApi } from '../harness/api.ts';
import { openTestDatabase } from '../harness/database.ts';

const database = await openTestDatabase();
const api = await openTestApi(database.url, { IMPORT_MAX_BYTES: '1000' });
const viewer = await api.signIn('viewer');

interface Column {
  name: string;
  type: string;
  required: boolean;
  max_length?: number;
  aliases: string[];
}

test('everybody who is signed in learns what every ledger holds', async () => {
  const { ledgers, limits } = (await (await viewer('/api/ledgers')).json()) as {
    ledgers: { name: string; columns: Column[]; axes: object[] }[];
    limits: object;
  };
  expect(ledgers.map(({ name }) => name)).toEqual([...LEDGERS.keys()]);
  expect(limits).toEqual({ import_max_bytes: 1000, counts: { rows: 10_000, column_keys: 1_000, cells: 200_000 } });
  const posts = ledgers.find(({ name }) => name === 'posts');
  const column = (name: string) => posts?.columns.find((one) => one.name === name);
  expect(column('post_id')).toMatchObject({ type: 'id', required: true });
  expect(column('version_no')).toMatchObject({ type: 'version', required: true });
  expect(column('event_type')).toMatchObject({
    type: 'event',
    required: true,
    values: ['create', 'update', 'discard', 'restore'],
  });
  expect(column('created_at')?.aliases).toContain('操作日時');
  expect(column('created_by')).toMatchObject({ type: 'text', required: false, max_length: 64 });
  expect(column('title')).toMatchObject({
    type: 'text',
    required: false,
    max_length: 1000,
    aliases: ['タイトル', '題名'],
  });
  expect(column('tag_ids')).toMatchObject({ type: 'ids', required: false });
  expect(posts?.axes[0]).toMatchObject({ axis: 'created_at', kind: 'time', guarded: false });
});

test.each([...LEDGERS.values()])('the template of $name is its header alone', async (ledger) => {
  const response = await viewer(`/api/ledgers/${ledger.name}/template.csv`);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toContain(`filename="${ledger.name}.csv"`);
  expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).toBe(`${importColumns(ledger).join(',')}\r\n`);
});
