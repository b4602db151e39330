import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../shared/config/config.ts';
import { openQueue } from '../../shared/queue/open.ts';
import type { Queue } from '../../shared/queue/queue.ts';
import { createTableQueue } from '../../shared/queue/table.ts';
import { createWake, type Wake } from '../../shared/queue/wake.ts';
import { queueContract } from '../contract/queue.ts';
import { openTestAws } from '../harness/aws.ts';
import { openTestDatabase } from '../harness/database.ts';
import { openSqsQueue } from '../harness/sqs-queue.ts';

const database = await openTestDatabase();
const aws = await openTestAws();
const path = await mkdtemp(join(tmpdir(), 'tallyport-wake-'));
afterAll(() => rm(path, { recursive: true }));

queueContract({ name: 'table', open: async (name) => openTable(name) });
queueContract({ name: 'SQS', open: (name) => openSqsQueue(aws.url, name) });

function openTable(name: string, wake = createWake(''), pollMs = 1000): Queue {
  return createTableQueue({ database, name, maxReceives: 5, wake, pollMs });
}

describe('the table queue', () => {
  /** Polls so rarely that only a ring can explain what arrives within the test's time limit. */
  const NEVER = 3_600_000;

  /** A consumer of its own and, for each of its receives, the moment from which it waits. */
  function openConsumer(name: string, file: string, pollMs: number) {
    const wake = createWake(file);
    let waits = () => {};
    const wait: Wake['wait'] = (...given) => {
      waits();
      return wake.wait(...given);
    };
    const queue = openTable(name, { ...wake, wait }, pollMs);
    const receive = async (signal?: AbortSignal) => {
      const waiting = new Promise<void>((now) => {
        waits = now;
      });
      const messages = queue.receive({ max: 1, waitSeconds: 3600, visibilitySeconds: 60, signal });
      await waiting;
      return { messages };
    };
    return { receive, close: () => queue.close() };
  }

  test('a sender wakes consumers that heard of it by the file alone, again and again', async () => {
    const file = join(path, 'not/there/yet');
    const [sender, consumer] = [openTable('wake', createWake(file)), openConsumer('wake', file, NEVER)];
    for (const body of ['a', 'b', 'c']) {
      const { messages } = await consumer.receive();
      await sender.send(body);
      expect(await messages).toMatchObject([{ body }]);
    }
    await sender.close();
    await consumer.close();
  });

  test('a message that is let go is there for a waiting consumer at once', async () => {
    const file = join(path, 'let-go');
    const [first, second] = [openTable('let-go', createWake(file)), openConsumer('let-go', file, NEVER)];
    await first.send('a');
    const [message] = await first.receive({ max: 1, waitSeconds: 0, visibilitySeconds: 60 });
    const { messages } = await second.receive();
    await first.changeVisibility(message?.receipt ?? '', 0);
    expect(await messages).toMatchObject([{ body: 'a', receiveCount: 2 }]);
    await first.close();
    await second.close();
  });

  test('a ring between the look and the wait is not lost', async () => {
    const wake = createWake('');
    const seen = await wake.rings();
    await wake.ring();
    await wake.wait(seen, NEVER);
  });

  test('an abort ends a wait that nothing else would end', async () => {
    const consumer = openConsumer('abort', '', NEVER);
    const stop = new AbortController();
    const { messages } = await consumer.receive(stop.signal);
    stop.abort();
    expect(await messages).toEqual([]);
  });

  test('without a file that can be watched consumers poll', async () => {
    await writeFile(join(path, 'file'), '');
    const unusable = createWake(join(path, 'file/wake'));
    const [sender, consumer] = [openTable('poll', unusable), openConsumer('poll', join(path, 'file/wake'), 10)];
    const { messages } = await consumer.receive();
    await sender.send('a');
    expect(await messages).toMatchObject([{ body: 'a' }]);
  });

  test('keeps every character', async () => {
    const queue = openTable('text');
    const body = '𠮷😀\0\u{FFFF}ß';
    await queue.send(body);
    expect(await queue.receive({ max: 1, waitSeconds: 0, visibilitySeconds: 60 })).toMatchObject([{ body }]);
  });

  test('queues of one table do not see each other', async () => {
    const [one, other] = [openTable('one'), openTable('other')];
    await one.send('a');
    expect(await other.receive({ max: 10, waitSeconds: 0, visibilitySeconds: 60 })).toEqual([]);
    expect(await other.depth()).toMatchObject({ visible: 0 });
    const [message] = await one.receive({ max: 10, waitSeconds: 0, visibilitySeconds: 60 });
    await other.delete(message?.receipt ?? '');
    expect(await one.depth()).toMatchObject({ inFlight: 1 });
  });
});

describe('the settings choose', () => {
  test('the table', async () => {
    const queue = await openQueue(readConfig({}), database);
    const id = await queue.send('a');
    expect(await queue.receive({ max: 1, waitSeconds: 0, visibilitySeconds: 60 })).toMatchObject([{ id }]);
    await queue.close();
  });

  test('an SQS queue at an endpoint', async () => {
    const config = { QUEUE: aws.queueUrl, QUEUE_DEAD_LETTER: aws.deadLetterUrl, AWS_ENDPOINT_URL: aws.url };
    const queue = await openQueue(readConfig(config), database);
    const id = await queue.send('a');
    const received = await queue.receive({ max: 1, waitSeconds: 5, visibilitySeconds: 60 });
    expect(received).toMatchObject([{ id }]);
    await queue.delete(received[0]?.receipt ?? '');
    await queue.close();
  });

  test('no SQS queue without its dead-letter queue', async () => {
    await expect(openQueue(readConfig({ QUEUE: aws.queueUrl }), database)).rejects.toThrow('QUEUE_DEAD_LETTER');
  });
});
