import type { Database } from '../database/database.ts';
import type { Queue, ReceivedMessage } from './queue.ts';
import { claimMessages, countMessages, deleteMessage, insertMessage, moveVisibility } from './table-statements.ts';
import type { Wake } from './wake.ts';

export interface TableQueueOptions {
  database: Database;
  /** Messages of several queues share the table. */
  name: string;
  /** Receives after which a message becomes a dead letter. */
  maxReceives: number;
  wake: Wake;
  /** A waiting receive looks this often by itself: for delays that pass, and for rings that nobody heard. */
  pollMs?: number;
}

type ReceiveOptions = Parameters<Queue['receive']>[0];

/** The queue of one machine. Time is the database's; consumers may be many, in several processes. */
export function createTableQueue({ database, name, maxReceives, wake, pollMs = 1000 }: TableQueueOptions): Queue {
  const claim = (
    letters: 'live' | 'dead',
    { max, visibilitySeconds }: Pick<ReceiveOptions, 'max' | 'visibilitySeconds'>,
  ) => claimMessages(database, { queue: name, letters, max, visibilitySeconds }, maxReceives);

  /** Looks until nothing is found that only became a dead letter. */
  async function look(options: ReceiveOptions): Promise<ReceivedMessage[]> {
    for (;;) {
      const { messages, buried } = await claim('live', options);
      if (messages.length > 0 || buried === 0) return messages;
    }
  }

  async function receive(options: ReceiveOptions): Promise<ReceivedMessage[]> {
    const { waitSeconds, signal } = options;
    const end = performance.now() + waitSeconds * 1000;
    while (!signal?.aborted) {
      const rings = await wake.rings();
      const messages = await look(options);
      const left = end - performance.now();
      if (messages.length > 0 || left <= 0) return messages;
      await wake.wait(rings, Math.min(left, pollMs), signal);
    }
    return [];
  }

  return {
    async send(body, { delaySeconds = 0 } = {}) {
      const id = await insertMessage(database, name, body, delaySeconds);
      // The message is committed: who wakes up now finds it.
      await wake.ring();
      return id;
    },
    receive,
    delete: (receipt) => deleteMessage(database, name, 'live', receipt),
    async changeVisibility(receipt, seconds) {
      await moveVisibility(database, name, receipt, seconds);
      if (seconds === 0) await wake.ring();
    },
    depth: () => countMessages(database, name),
    receiveDead: async (options) => (await claim('dead', options)).messages,
    deleteDead: (receipt) => deleteMessage(database, name, 'dead', receipt),
    close: async () => wake.close(),
  };
}
