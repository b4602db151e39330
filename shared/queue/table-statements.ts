import { randomUUID } from 'node:crypto';
import type { Connection, Database } from '../database/database.ts';
import { wireTime } from '../database/time.ts';
import type { QueueDepth, ReceivedMessage } from './queue.ts';

interface Due {
  id: string;
  body: string;
  sent_at: string;
  receive_count: number;
}

/** A message and one receive of it, as a receipt says it: `ID:TOKEN`. The row keeps the token of the last receive. */
function parseReceipt(receipt: string): [id: string, token: string] {
  const [id = '', token = ''] = receipt.split(':');
  return [id, token];
}

export async function insertMessage(
  on: Connection,
  queue: string,
  body: string,
  delaySeconds: number,
): Promise<string> {
  const { insertId } = await on.execute(
    `INSERT INTO queue_messages (queue, body, sent_at, visible_at)
     VALUES (?, ?, UTC_TIMESTAMP(6), UTC_TIMESTAMP(6) + INTERVAL ? SECOND)`,
    [queue, body, delaySeconds],
  );
  return insertId;
}

export interface Claim {
  queue: string;
  letters: 'live' | 'dead';
  max: number;
  visibilitySeconds: number;
}

/**
 * Hides up to `max` visible messages under a new receipt and hands them out. Those that were received `maxReceives`
 * times before become dead letters instead, as SQS does it: when somebody would receive them once more.
 * @returns `buried` is how many became dead letters: with only such found, there may be more to look at
 */
export async function claimMessages(
  database: Pick<Database, 'transaction'>,
  claim: Claim,
  maxReceives: number,
): Promise<{ messages: ReceivedMessage[]; buried: number }> {
  const token = randomUUID();
  return database.transaction(async (tx) => {
    const due = await tx.query<Due>(
      `SELECT id, body, sent_at, receive_count FROM queue_messages
       WHERE queue = ? AND dead_at IS ${claim.letters === 'dead' ? 'NOT NULL' : 'NULL'} AND visible_at <= UTC_TIMESTAMP(6)
       ORDER BY visible_at, id LIMIT ? FOR UPDATE SKIP LOCKED`,
      [claim.queue, claim.max],
    );
    const spent = claim.letters === 'live' ? due.filter((row) => row.receive_count >= maxReceives) : [];
    const taken = due.filter((row) => !spent.includes(row));
    await bury(tx, spent);
    await hide(tx, taken, token, claim.visibilitySeconds);
    return { messages: taken.map((row) => received(row, token)), buried: spent.length };
  });
}

async function bury(tx: Connection, rows: readonly Due[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(
    `UPDATE queue_messages SET dead_at = UTC_TIMESTAMP(6), visible_at = UTC_TIMESTAMP(6), receipt = NULL WHERE id IN (?)`,
    [rows.map((row) => row.id)],
  );
}

async function hide(tx: Connection, rows: readonly Due[], token: string, seconds: number): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(
    `UPDATE queue_messages SET receipt = ?, receive_count = receive_count + 1,
       visible_at = UTC_TIMESTAMP(6) + INTERVAL ? SECOND
     WHERE id IN (?)`,
    [token, seconds, rows.map((row) => row.id)],
  );
}

function received(row: Due, token: string): ReceivedMessage {
  return {
    id: row.id,
    body: row.body,
    receipt: `${row.id}:${token}`,
    receiveCount: row.receive_count + 1,
    sentAt: new Date(wireTime(row.sent_at)),
  };
}

export async function deleteMessage(
  on: Connection,
  queue: string,
  letters: Claim['letters'],
  receipt: string,
): Promise<void> {
  await on.execute(
    `DELETE FROM queue_messages
     WHERE id = ? AND receipt = ? AND queue = ? AND dead_at IS ${letters === 'dead' ? 'NOT NULL' : 'NULL'}`,
    [...parseReceipt(receipt), queue],
  );
}

/** Only a message that is hidden by this very receive: one that is visible again is nobody's. */
export async function moveVisibility(on: Connection, queue: string, receipt: string, seconds: number): Promise<void> {
  await on.execute(
    `UPDATE queue_messages SET visible_at = UTC_TIMESTAMP(6) + INTERVAL ? SECOND
     WHERE id = ? AND receipt = ? AND queue = ? AND dead_at IS NULL AND visible_at > UTC_TIMESTAMP(6)`,
    [seconds, ...parseReceipt(receipt), queue],
  );
}

export async function countMessages(on: Connection, queue: string): Promise<QueueDepth> {
  const [row] = await on.query<Record<keyof QueueDepth, string>>(
    `SELECT COUNT(CASE WHEN dead_at IS NULL AND visible_at <= UTC_TIMESTAMP(6) THEN 1 END) AS visible,
            COUNT(CASE WHEN dead_at IS NULL AND visible_at > UTC_TIMESTAMP(6) AND receipt IS NOT NULL THEN 1 END) AS inFlight,
            COUNT(CASE WHEN dead_at IS NULL AND visible_at > UTC_TIMESTAMP(6) AND receipt IS NULL THEN 1 END) AS \`delayed\`,
            COUNT(dead_at) AS dead
     FROM queue_messages WHERE queue = ?`,
    [queue],
  );
  const { visible = 0, inFlight = 0, delayed = 0, dead = 0 } = row ?? {};
  return { visible: Number(visible), inFlight: Number(inFlight), delayed: Number(delayed), dead: Number(dead) };
}
