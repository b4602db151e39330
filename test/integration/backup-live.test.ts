import { join } from 'node:path';
import { expect, test } from 'vitest';
import { revertImport } from '../../shared/imports/revert.ts';
import { LEDGERS } from '../../shared/ledgers/catalogue.ts';
import type { Ledger } from '../../shared/ledgers/ledger.ts';
import { lockLedger } from '../../shared/ledgers/lock-ledger.ts';
import { emptyDatabase, fillAudit, temporaryPlace } from '../harness/backup-world.ts';
import { pathWithClients } from '../harness/client-programs.ts';
import { tallyport } from '../harness/command.ts';
import { openImportLine } from '../harness/import-line.ts';
import { everythingIn } from '../harness/ledger-content.ts';

const line = await openImportLine('directory and table');
const PATH = await pathWithClients(line.database);
const place = await temporaryPlace();
// `audit` comes first in a dump: while it is written, imports go on.
await fillAudit(line.database, 16_384);

const POSTS = LEDGERS.get('posts') as Ledger;
const HEADER = 'post_id,version_no,event_type,created_at,created_by,title,url,tag_ids,parent_post_ids';

/** The n-th file: new versions of posts that every file touches, with all that a text may hold. */
function file(n: number): string {
  const rows = Array.from({ length: 20 }, (_, post) => {
    const event = n === 1 ? 'create' : ['update', 'discard', 'restore'][(n + post) % 3];
    return `${post + 1},${n},${event},2026-01-01T00:00:${String(n).padStart(2, '0')}Z,mika,😀 '𠮷' ${n},,"[${n}, ${post}]",[]`;
  });
  return [HEADER, ...rows, ''].join('\n');
}

test.skipIf(!PATH)(
  'a backup taken while imports and counts go on is the database as it was at one instant',
  async () => {
    const taken = { running: true };
    const environment = { DATABASE_URL: line.database.url, PATH: PATH ?? '', DATA_DIR: place };
    const path = join(place, 'live.sql.gz');
    await importFile(1);
    const backup = tallyport(['db', 'backup', path, '--json'], environment).finally(() => {
      taken.running = false;
    });
    let imported = 1;
    while (taken.running) await importFile(++imported);
    await importFile(++imported);
    expect(await backup).toMatchObject({ code: 0 });

    const target = await emptyDatabase();
    const restored = await tallyport(['db', 'restore', path], { ...environment, DATABASE_URL: target.url });
    expect(restored).toMatchObject({ code: 0 });
    const strays = `SELECT DISTINCT v.import_id FROM posts AS v LEFT JOIN imports AS i ON i.id = v.import_id AND i.state = 'done'
    WHERE i.id IS NULL`;
    expect(await target.query(strays)).toEqual([]);
    const done = `SELECT id FROM imports WHERE state = 'done' ORDER BY id`;
    const before = (await target.query<{ id: string }>(done)).map(({ id }) => id);
    const all = (await line.database.query<{ id: string }>(done)).map(({ id }) => id);
    expect(before).toEqual(all.slice(0, before.length));
    expect(before.length).toBeGreaterThan(0);
    expect(before.length).toBeLessThan(all.length);

    // The source, taken back to that instant, holds the same: rows and all that is derived from them.
    for (const id of all.slice(before.length).reverse())
      await line.database.transaction(async (tx) => {
        await lockLedger(tx, POSTS);
        await revertImport(tx, POSTS, id);
      });
    const [ours, theirs] = [await everythingIn(target, POSTS), await everythingIn(line.database, POSTS)];
    expect(ours.rows).toHaveLength(20 * before.length);
    expect(ours).toEqual(theirs);
  },
);

async function importFile(n: number): Promise<void> {
  await line.receive(file(n), { ledger: 'posts', filename: `posts-${n}.csv` });
  expect(await line.consumeAll()).toBe(1);
  await line.database.snapshot((tx) => tx.query('SELECT COUNT(*) FROM posts'));
}
