import { expect, test } from 'vitest';
import { consume } from '../../functions/ingest/consume.ts';
import { createLog } from '../../shared/log.ts';
import { createTableQueue } from '../../shared/queue/table.ts';
import { createWake } from '../../shared/queue/wake.ts';
import { openTestDatabase } from '../harness/database.ts';

const database = await openTestDatabase();

test('a message waits after a failed receive, and not at all after its last one: it is a dead letter then', async () => {
  const stop = new AbortController();
  const lines: string[] = [];
  const log = createLog('json', {}, { write: (line: string) => lines.push(line) });
  const queue = createTableQueue({ database, name: 'given-up', maxReceives: 5, wake: createWake(''), pollMs: 20 });
  await queue.send('x');
  let receives = 0;
  const ingest = async () => {
    receives += 1;
    throw new Error('no');
  };
  const consuming = consume({ queue, ingest, visibilitySeconds: 60, log }, stop.signal);
  const told = () => lines.map((line) => JSON.parse(line)).map(({ event, seconds }) => [event, seconds]);
  // The clock of the waits is the database's: what would take them is moved there instead.
  while ((await queue.depth()).dead === 0)
    await database.execute(
      `UPDATE queue_messages SET visible_at = UTC_TIMESTAMP(6)
       WHERE queue = 'given-up' AND dead_at IS NULL AND receive_count = ? AND receive_count < 5`,
      [told().length],
    );
  stop.abort();
  await consuming;
  await queue.close();
  expect(receives).toBe(5);
  expect(told()).toEqual([
    ...[5, 30, 120, 600].map((seconds) => ['a message will come again', seconds]),
    ['a message is given up', 0],
  ]);
});
