import { type Actor, recordAudit } from '../audit/record.ts';
import type { Log } from '../log.ts';
import { type Dispatch, dispatchNow } from './dispatch.ts';
import { type ImportState, REDISPATCHED_STATES } from './state.ts';

export type Redispatched =
  | { kind: 'dispatched' }
  /** Its message is on its way, being worked on, or of no use any more. */
  | { kind: 'refused'; state: ImportState }
  /** The original is no longer kept. */
  | { kind: 'gone' };

/** Has an import's message sent again, by somebody's will; all that counted against it is forgotten. */
export async function redispatchImport(
  dispatch: Dispatch,
  importId: string,
  actor: Actor,
  log: Log,
): Promise<Redispatched> {
  const result = await dispatch.database.transaction(async (tx): Promise<Redispatched> => {
    const [row] = await tx.query<{ state: ImportState; objects_deleted_at: string | null }>(
      'SELECT state, objects_deleted_at FROM imports WHERE id = ? FOR UPDATE',
      [importId],
    );
    if (!row) throw new Error(`There is no import ${importId}.`);
    if (!REDISPATCHED_STATES.includes(row.state)) return { kind: 'refused', state: row.state };
    if (row.objects_deleted_at !== null) return { kind: 'gone' };
    await tx.execute(
      `UPDATE imports SET state = 'stored', message_id = NULL, rescues = 0, dead_letter = NULL, problem_code = NULL,
              problem_message = NULL, finished_at = NULL WHERE id = ?`,
      [importId],
    );
    await dispatch.jobs.promise(tx, importId);
    const subject = { kind: 'import', id: importId } as const;
    await recordAudit(tx, { ...actor, action: 'import.redispatched', subject, details: { from: row.state } });
    return { kind: 'dispatched' };
  });
  if (result.kind === 'dispatched') {
    log.info('import redispatched', { import_id: importId });
    await dispatchNow(dispatch, importId, log);
  }
  return result;
}
