import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Queue, ReceivedMessage } from '../../shared/queue/queue.ts';

export interface QueueVariant {
  name: string;
  /** A queue of its own, empty, whose messages are dead letters after 5 receives. */
  open(queueName: string): Promise<Queue>;
  /** A stand-in for which any receipt of a message is as good as its last. */
  lax?: boolean;
}

const MAX_RECEIVES = 5;
/** Where something has to arrive it takes less; where nothing may arrive there is no waiting. */
const PATIENCE = 10;

/** What every driver of the queue does. Each test has a queue of its own. */
export function queueContract({ name, open, lax = false }: QueueVariant): void {
  describe(`queue: ${name}`, () => {
    let queue: Queue;
    beforeEach(async () => {
      queue = await open(`contract-${randomUUID()}`);
      return () => queue.close();
    });

    const receive = (options: Partial<Parameters<Queue['receive']>[0]> = {}) =>
      queue.receive({ max: 10, waitSeconds: 0, visibilitySeconds: 60, ...options });

    async function receiveOne(options: Parameters<typeof receive>[0] = {}): Promise<ReceivedMessage> {
      const [message, ...more] = await receive({ waitSeconds: PATIENCE, ...options });
      expect(more).toEqual([]);
      if (!message) throw new Error('No message arrived.');
      return message;
    }

    /** Receives the only message and lets it go as often as it can be without dying. */
    async function wearOut(): Promise<void> {
      for (let count = 1; count <= MAX_RECEIVES; count++) {
        const message = await receiveOne();
        expect(message.receiveCount).toBe(count);
        await queue.changeVisibility(message.receipt, 0);
      }
    }

    /** Waits until there is a dead letter to receive; the test's own time limit ends it. */
    async function deadLetter(): Promise<ReceivedMessage> {
      for (;;) {
        const [letter] = await queue.receiveDead({ max: 1, visibilitySeconds: 60 });
        if (letter) return letter;
        await new Promise((later) => setTimeout(later, 50));
      }
    }

    test('hands out what was sent, whatever it holds, and no more after the delete', async () => {
      const body = JSON.stringify({ text: '題名 é "\\" \t', number: 1 });
      const id = await queue.send(body);
      const message = await receiveOne();
      expect(message).toMatchObject({ id, body, receiveCount: 1, sentAt: expect.any(Date) });
      expect(Math.abs(message.sentAt.getTime() - Date.now())).toBeLessThan(60_000);
      await queue.delete(message.receipt);
      await queue.delete(message.receipt);
      expect(await queue.depth()).toEqual({ visible: 0, inFlight: 0, delayed: 0, dead: 0 });
    });

    test('an empty queue answers with nothing', async () => {
      expect(await receive()).toEqual([]);
      expect(await receive({ waitSeconds: 1 })).toEqual([]);
    });

    test('counts what waits, is received, is delayed', async () => {
      for (const body of ['a', 'b', 'c']) await queue.send(body);
      await queue.send('later', { delaySeconds: 60 });
      await receive({ max: 1 });
      expect(await queue.depth()).toEqual({ visible: 2, inFlight: 1, delayed: 1, dead: 0 });
    });

    test('hands out at most as many as asked for', async () => {
      for (let count = 0; count < 12; count++) await queue.send(String(count));
      expect((await receive({ max: 3 })).length).toBeLessThanOrEqual(3);
      expect((await receive({ max: 10 })).length).toBeLessThanOrEqual(10);
    });

    test('a waiting consumer gets what is sent meanwhile', async () => {
      const waiting = receiveOne();
      await queue.send('now');
      expect((await waiting).body).toBe('now');
    });

    test('an abort ends the wait with nothing, also one that came before', async () => {
      const stop = new AbortController();
      const waiting = receive({ waitSeconds: 20, signal: stop.signal });
      // Most likely it waits by then; that it had waited anyway is no fault.
      setTimeout(() => stop.abort(), 100);
      expect(await waiting).toEqual([]);
      await queue.send('a');
      expect(await receive({ waitSeconds: 20, signal: stop.signal })).toEqual([]);
    }, 5_000);

    test('a delayed message is not there before its time', async () => {
      await queue.send('later', { delaySeconds: 1 });
      expect(await receive()).toEqual([]);
      expect((await receiveOne()).receiveCount).toBe(1);
    });

    test('a received message is hidden, and back after its timeout with a new receipt', async () => {
      await queue.send('a');
      const first = await receiveOne({ visibilitySeconds: 1 });
      expect(await receive()).toEqual([]);
      const second = await receiveOne();
      expect(second).toMatchObject({ id: first.id, body: 'a', receiveCount: 2 });
      expect(second.receipt).not.toBe(first.receipt);
    });

    test.skipIf(lax)('an outdated receipt does nothing', async () => {
      await queue.send('a');
      const first = await receiveOne();
      await queue.changeVisibility(first.receipt, 0);
      // Visible again: nobody's, so nobody can hide it.
      await queue.changeVisibility(first.receipt, 60);
      const second = await receiveOne();
      await queue.changeVisibility(first.receipt, 0);
      expect(await receive()).toEqual([]);
      await queue.delete(first.receipt);
      expect(await queue.depth()).toMatchObject({ inFlight: 1 });
      await queue.delete(second.receipt);
      await queue.changeVisibility(second.receipt, 0);
      expect(await queue.depth()).toEqual({ visible: 0, inFlight: 0, delayed: 0, dead: 0 });
    });

    test('a consumer keeps a message hidden longer', async () => {
      await queue.send('a');
      const message = await receiveOne({ visibilitySeconds: 1 });
      await queue.changeVisibility(message.receipt, 60);
      expect(await receive({ waitSeconds: 2 })).toEqual([]);
      await queue.delete(message.receipt);
      expect(await queue.depth()).toMatchObject({ inFlight: 0, visible: 0 });
    });

    test('after too many receives a message is a dead letter, and stays until it is deleted', async () => {
      const id = await queue.send('poison');
      await wearOut();
      expect(await receive()).toEqual([]);
      expect(await queue.depth()).toEqual({ visible: 0, inFlight: 0, delayed: 0, dead: 1 });
      const [first] = await queue.receiveDead({ max: 10, visibilitySeconds: 1 });
      expect(first).toMatchObject({ id, body: 'poison' });
      expect(await queue.receiveDead({ max: 10, visibilitySeconds: 60 })).toEqual([]);
      expect(await queue.depth()).toMatchObject({ dead: 1 });
      const second = await deadLetter();
      expect(second.receipt).not.toBe(first?.receipt);
      await queue.deleteDead(second.receipt);
      expect(await queue.depth()).toEqual({ visible: 0, inFlight: 0, delayed: 0, dead: 0 });
    });

    test.skipIf(lax)('an outdated receipt does not delete a dead letter', async () => {
      await queue.send('poison');
      await wearOut();
      expect(await receive()).toEqual([]);
      const [first] = await queue.receiveDead({ max: 1, visibilitySeconds: 1 });
      await deadLetter();
      await queue.deleteDead(first?.receipt ?? '');
      expect(await queue.depth()).toMatchObject({ dead: 1 });
    });

    test('a dead letter does not hold up those behind it', async () => {
      await queue.send('poison');
      await wearOut();
      await queue.send('good');
      expect((await receiveOne({ max: 1 })).body).toBe('good');
    });

    test('the receipt of a message is nothing for its dead letter', async () => {
      await queue.send('poison');
      await wearOut();
      expect(await receive()).toEqual([]);
      const [dead] = await queue.receiveDead({ max: 1, visibilitySeconds: 60 });
      await queue.delete(dead?.receipt ?? '');
      expect(await queue.depth()).toMatchObject({ dead: 1 });
    });

    test('consumers side by side never have one message at the same time', async () => {
      const sent = await Promise.all(Array.from({ length: 60 }, (_, index) => queue.send(String(index))));
      const got: string[] = [];
      const consumer = async () => {
        while (got.length < sent.length) {
          for (const message of await receive({ max: 3 })) {
            got.push(message.id);
            await queue.delete(message.receipt);
          }
        }
      };
      await Promise.all([consumer(), consumer(), consumer(), consumer()]);
      expect(got.sort()).toEqual(sent.sort());
    });
  });
}
