import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { wireTime } from '../../shared/database/time.ts';
import { encodeMessage } from '../../shared/imports/message.ts';
import { poll } from '../harness/client.ts';
import { type ImportWorld, openImportWorld } from '../harness/import-world.ts';
import { hasProcessTable } from '../harness/process-table.ts';

/** The real limits, shortened: CI must not wait for them. `npm run faults` runs with the defaults. */
const SHORT_LIMITS = {
  IMPORT_LEASE: '3',
  IMPORT_DISPATCH_DELAY: '2',
  IMPORT_RECEIVING_GRACE: '2',
  IMPORT_QUEUED_GRACE: '3',
  IMPORT_SWEEP_INTERVAL: '1',
  IMPORT_DEAD_LETTER_INTERVAL: '1',
  JOB_POLL_INTERVAL: '1',
};
const SETTINGS: Record<string, string> = process.env.FAULT_LIMITS === 'real' ? {} : SHORT_LIMITS;

const HEADER = 'tag_id,version_no,event_type,created_at,created_by,name,category';
const ROWS = 3_000;
let nextTag = 1;

/** A file of tags that no other file has. */
function tagsFile(rows = ROWS): string {
  const lines = Array.from({ length: rows }, () => {
    const id = nextTag++;
    return `${id},1,create,2025-01-01T00:00:00Z,mika,"tag ${id}, 🌸",topic`;
  });
  return `${[HEADER, ...lines].join('\n')}\n`;
}

describe.runIf(hasProcessTable).each([
  ['directory and table', [], 'hosts/ingest.ts'],
  ['S3 and SQS', ['--aws-local'], 'hosts/event-source.ts'],
])('imports, with %s', (_, args, consumer) => {
  let world: ImportWorld;
  beforeAll(async () => {
    world = await openImportWorld(SETTINGS, args);
  });
  afterAll(() => world?.close());

  /** After every fault: nothing is left open, staged, queued or orphaned. */
  afterEach(async () => {
    let last: string[] = [];
    await poll(async () => {
      last = await world.leftOver();
      return last.length === 0 ? true : undefined;
    }).catch(() => expect(last).toEqual([]));
  });

  async function expectOneEffect(importId: number, rows = ROWS) {
    expect(await world.client.finished(importId)).toMatchObject({ state: 'done', rows_inserted: rows });
    const [stored] = await world.database.query('SELECT COUNT(*) AS count FROM tags WHERE import_id = ?', [importId]);
    expect(Number(stored?.count)).toBe(rows);
  }

  /** Keeps every consumer in front of its committing transaction until `release`. */
  async function holdLedger() {
    const release = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const transaction = world.database.transaction(async (tx) => {
      await tx.query(`SELECT name FROM ledgers WHERE name = 'tags' FOR UPDATE`);
      held.resolve();
      await release.promise;
    });
    await held.promise;
    return async () => {
      release.resolve();
      await transaction;
    };
  }

  const inState = (importId: number, state: string) =>
    poll(async () => {
      const [row] = await world.database.query('SELECT state FROM imports WHERE id = ?', [importId]);
      return row?.state === state ? true : undefined;
    });

  const staged = (importId: number, rows = ROWS) =>
    poll(async () => {
      const [row] = await world.database.query('SELECT COUNT(*) AS count FROM tags_staging WHERE import_id = ?', [
        importId,
      ]);
      return Number(row?.count) >= rows ? true : undefined;
    });

  async function messageOf(importId: number): Promise<string> {
    const [row] = await world.database.query('SELECT * FROM imports WHERE id = ?', [importId]);
    return encodeMessage({
      version: 1,
      import_id: String(importId),
      bucket: String(row?.bucket),
      key: String(row?.object_key),
      size: Number(row?.bytes),
      sha256: String(row?.sha256),
      request_id: String(row?.request_id),
      received_at: wireTime(String(row?.created_at)),
    });
  }

  test('the consumer is killed in front of its commit: the import arrives all the same, once', async () => {
    const release = await holdLedger();
    const { id } = await world.client.upload('tags', tagsFile());
    await staged(id);
    await world.kill(consumer);
    await release();
    await expectOneEffect(id);
  });

  test('the consumer is killed at growing delays', async () => {
    for (const delay of [0, 20, 60, 150, 400]) {
      const { id } = await world.client.upload('tags', tagsFile(500));
      await sleep(delay);
      await world.kill(consumer);
      await expectOneEffect(id, 500);
    }
  });

  test('the consumer stands still beyond its lease: another takes over, and the late one changes nothing', async () => {
    const release = await holdLedger();
    const { id } = await world.client.upload('tags', tagsFile());
    await staged(id);
    const frozen = await world.kill(consumer, 'SIGSTOP');
    await release();
    try {
      await poll(async () => {
        const [row] = await world.database.query(
          'SELECT lease_until < UTC_TIMESTAMP(6) AS ended FROM imports WHERE id = ?',
          [id],
        );
        return Number(row?.ended ?? 1) === 1 ? true : undefined;
      });
    } finally {
      process.kill(frozen, 'SIGCONT');
    }
    await expectOneEffect(id);
  });

  test('the database is killed in mid-import', async () => {
    const { id } = await world.client.upload('tags', tagsFile());
    await world.kill(
      (await world.database.query('SELECT VERSION() AS v'))[0]?.v?.toString().includes('Maria') ? 'mariadbd' : 'mysqld',
    );
    await poll(async () => world.database.query('SELECT 1').catch(() => undefined));
    await expectOneEffect(id);
  });

  test('the message is lost: it is sent again', async () => {
    const frozen = await world.kill(consumer, 'SIGSTOP');
    const { id } = await world.client.upload('tags', tagsFile());
    await inState(id, 'queued');
    // The table's message is deleted; SQS has handed it to the frozen consumer, or hands it to us, who forget it.
    await world.queue.receive({ max: 10, waitSeconds: 1, visibilitySeconds: 600 });
    await world.database.execute('DELETE FROM queue_messages');
    process.kill(frozen, 'SIGKILL');
    await expectOneEffect(id);
  });

  test('the message comes many times at once', async () => {
    const frozen = await world.kill(consumer, 'SIGSTOP');
    const { id } = await world.client.upload('tags', tagsFile());
    await inState(id, 'queued');
    const message = await messageOf(id);
    await Promise.all(Array.from({ length: 9 }, () => world.queue.send(message)));
    process.kill(frozen, 'SIGCONT');
    await expectOneEffect(id);
    const [row] = await world.database.query('SELECT attempt FROM imports WHERE id = ?', [id]);
    expect(row?.attempt).toBe(1);
  });

  test('the API is killed at growing delays: what it had taken arrives, what it had not is no import', async () => {
    for (const delay of [0, 5, 15, 40, 100]) {
      const file = tagsFile(500);
      const upload = world.client.upload('tags', file).catch(() => undefined);
      await sleep(delay);
      await world.kill('hosts/api.ts');
      const answered = await upload;
      await poll(async () => ((await world.client.fetch('/live').catch(() => undefined))?.ok ? true : undefined));
      if (answered) await expectOneEffect(answered.id, 500);
    }
  });

  test('the client breaks off in mid-upload', async () => {
    const { hostname, port } = new URL(world.client.url);
    const [before] = await world.database.query('SELECT COALESCE(MAX(id), 0) AS id FROM imports');
    const socket = connect(Number(port), hostname);
    const cookie = world.client.cookie;
    socket.write(
      `POST /api/imports?ledger=tags HTTP/1.1\r\nHost: ${hostname}:${port}\r\nOrigin: ${world.client.url}\r\nCookie: ${cookie}\r\nContent-Type: text/csv\r\nContent-Length: 100000\r\n\r\n${HEADER}\n`,
    );
    const [row] = await poll(async () => {
      const found = await world.database.query('SELECT id FROM imports WHERE id > ?', [String(before?.id)]);
      return found.length > 0 ? found : undefined;
    });
    socket.destroy();
    await inState(Number(row?.id), 'upload_missing');
  });

  test('the process of the background work is killed while messages wait for it', async () => {
    await world.kill('hosts/tick.ts');
    const { id } = await world.client.upload('tags', tagsFile(500));
    await expectOneEffect(id, 500);
  });
});
