import { setTimeout as sleep } from 'node:timers/promises';
import { errorFields, type Log } from '../../shared/log.ts';
import { IMPORT_MAX_RECEIVES } from '../../shared/names.ts';
import type { Queue, ReceivedMessage } from '../../shared/queue/queue.ts';

export interface Consumer {
  queue: Queue;
  /** Carries one message through; when it throws, the message comes again. */
  ingest(body: string): Promise<void>;
  /** Seconds a message stays hidden from others while it is worked on. */
  visibilitySeconds: number;
  log: Log;
}

/** A receive waits this long for a message when nobody rings. */
const WAIT_SECONDS = 20;
const TROUBLE_PAUSE_MS = 1000;
/** How long a message stays away after its first, second, ... failed receive. */
const RETRY_SECONDS = [5, 30, 120, 600] as const;

/** Takes messages off the queue, one at a time, until the signal; then returns when the running one is done. */
export async function consume(consumer: Consumer, signal: AbortSignal): Promise<void> {
  const { queue, visibilitySeconds, log } = consumer;
  while (!signal.aborted) {
    try {
      const messages = await queue.receive({ max: 1, waitSeconds: WAIT_SECONDS, visibilitySeconds, signal });
      for (const message of messages) await carry(consumer, message);
    } catch (error) {
      if (signal.aborted) return;
      log.warn('the queue cannot be reached', errorFields(error));
      await sleep(TROUBLE_PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  }
}

async function carry({ queue, ingest, visibilitySeconds, log }: Consumer, message: ReceivedMessage): Promise<void> {
  // A file may take longer than the visibility timeout; it is moved ahead while the work goes on.
  const renew = () => queue.changeVisibility(message.receipt, visibilitySeconds).catch(() => {});
  const timer = setInterval(renew, (visibilitySeconds * 1000) / 3);
  try {
    await ingest(message.body);
    await queue.delete(message.receipt);
  } catch (error) {
    // Nobody gets it after its last receive: the queue makes a dead letter of it as soon as it is visible.
    const last = message.receiveCount >= IMPORT_MAX_RECEIVES;
    const seconds = last ? 0 : (RETRY_SECONDS[message.receiveCount - 1] ?? 600);
    const event = last ? 'a message is given up' : 'a message will come again';
    log.warn(event, { message_id: message.id, seconds, ...errorFields(error) });
    await queue.changeVisibility(message.receipt, seconds);
  } finally {
    clearInterval(timer);
  }
}
