import { expect, test } from 'vitest';
import { fillAudit } from '../harness/backup-world.ts';
import { tallyport } from '../harness/command.ts';
import { openTestDatabase } from '../harness/database.ts';

const database = await openTestDatabase();
const vacuum = (...more: string[]) =>
  tallyport(['db', 'vacuum', '--lock-wait', '1', ...more], { DATABASE_URL: database.url });

test('rebuilds every table and tells the size on disk before and after', async () => {
  await fillAudit(database, 8192);
  await database.execute('DELETE FROM audit');
  const { code, stdout } = await vacuum('--json');
  expect(code).toBe(0);
  const { before, after, tables } = JSON.parse(stdout);
  const audit = tables.find((table: { name: string }) => table.name === 'audit');
  expect(audit.error).toBeNull();
  expect(audit.before).toBeGreaterThan(8_000_000);
  expect(audit.after).toBeLessThan(1_000_000);
  expect(before - after).toBeGreaterThan(7_000_000);
  expect(tables.map((table: { name: string }) => table.name)).toContain('imports');
});

test('a table that somebody uses is named, the others are rebuilt, and the exit code says so', async () => {
  await database.transaction(async (tx) => {
    await tx.query('SELECT COUNT(*) FROM tags');
    const { code, stdout, stderr } = await vacuum();
    expect(code).toBe(6);
    expect(stdout).toMatch(/tags .*Lock wait timeout/i);
    expect(stdout).toMatch(/On disk before: .*, after: .*\.\nNot rebuilt: tags\. Try when it is quiet\.\n$/);
    expect(stderr).toContain('users ...');
  });
});
