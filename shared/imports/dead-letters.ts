import type { Connection, Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import type { Queue, ReceivedMessage } from '../queue/queue.ts';
import { decodeMessage, ForeignMessage } from './message.ts';
import { type ImportState, isEndState } from './state.ts';

export interface DeadLetterDependencies {
  readonly database: Database;
  readonly queue: Pick<Queue, 'receiveDead' | 'deleteDead'>;
  /** Of the store whose imports these are. */
  readonly bucket: string;
  readonly log: Log;
}

const BATCH = 10;
/** A look ends after so many batches; the next one goes on. */
const BATCHES = 20;

/**
 * Looks through the dead letters. An import whose own message died has failed and keeps that message; the letter goes.
 * A letter of an import that has ended, or that was sent again since, only goes. One that nobody can explain stays,
 * and each look raises the alarm.
 * @param visibilitySeconds how long a letter that stays is hidden from the next look
 */
export async function watchDeadLetters(
  dependencies: DeadLetterDependencies,
  visibilitySeconds: number,
  signal?: AbortSignal,
): Promise<void> {
  const seen = new Set<string>();
  for (let batch = 1; batch <= BATCHES; batch++) {
    const letters = await dependencies.queue.receiveDead({ max: BATCH, visibilitySeconds });
    const fresh = letters.filter(({ id }) => !seen.has(id));
    if (fresh.length === 0) return;
    for (const letter of fresh) {
      signal?.throwIfAborted();
      seen.add(letter.id);
      await settle(dependencies, letter);
    }
  }
}

async function settle({ database, queue, bucket, log }: DeadLetterDependencies, letter: ReceivedMessage) {
  const importId = importOf(letter, bucket);
  const fate = importId ? await database.transaction((tx) => decide(tx, importId, letter)) : 'unknown';
  const fields = { import_id: importId, message_id: letter.id, fate };
  if (fate === 'unknown') log.error('dead letter of no import of ours; it stays', fields);
  else if (fate === 'failed') log.error('an import has failed: its message is a dead letter', fields);
  else log.info('dead letter', fields);
  if (fate !== 'unknown' && fate !== 'in hands') await queue.deleteDead(letter.receipt);
}

function importOf(letter: ReceivedMessage, bucket: string): string | undefined {
  try {
    return decodeMessage(letter.body, bucket).import_id;
  } catch (error) {
    if (error instanceof ForeignMessage) return undefined;
    throw error;
  }
}

interface LetterRow {
  state: ImportState;
  leased: string | number | null;
  cancel_requested: number;
  message_id: string | null;
  attempt: number;
  problem_message: string | null;
}

type Fate = 'failed' | 'canceled' | 'ended before' | 'sent again' | 'in hands' | 'unknown';

async function decide(tx: Connection, importId: string, letter: ReceivedMessage): Promise<Fate> {
  const [row] = await tx.query<LetterRow>(
    `SELECT state, lease_until >= UTC_TIMESTAMP(6) AS leased, cancel_requested, message_id, attempt, problem_message
     FROM imports WHERE id = ? FOR UPDATE`,
    [importId],
  );
  if (!row) return 'unknown';
  if (isEndState(row.state)) return 'ended before';
  if (row.state === 'processing' && Number(row.leased) === 1) return 'in hands';
  // Not sent yet, or sent again after this one: the later message decides.
  if (row.state === 'stored') return 'sent again';
  if (row.message_id !== null && row.message_id !== letter.id) return 'sent again';
  if (row.state !== 'queued' && row.state !== 'processing') return 'unknown';
  const state = row.cancel_requested ? 'canceled' : 'failed';
  const told = row.problem_message ? ` The last trouble: ${row.problem_message}` : '';
  const message = `After ${row.attempt} attempts the queue gave the message up.${told}`.slice(0, 1000);
  await tx.execute(
    `UPDATE imports SET state = ?, lease_until = NULL, finished_at = UTC_TIMESTAMP(6), dead_letter = ?,
            problem_code = ?, problem_message = ? WHERE id = ?`,
    [state, letter.body, state === 'failed' ? 'dead_letter' : null, state === 'failed' ? message : null, importId],
  );
  return state;
}
