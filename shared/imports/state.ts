/**
 * The states of an import, as people see them.
 *
 *   receiving        the row exists, the file is on its way through us into the store. Left by the request that made
 *                    it; when that died, by the sweep: to `stored` when the whole object is there, else `upload_missing`
 *   awaiting_upload  announced; its sender puts the file into the store by a signed URL and then completes the import.
 *                    Left by that, by the store's own notice, or by the sweep. Wrong bytes: `rejected`
 *   stored           the file is durable, its dispatch is promised (a job exists, or a failed one awaits somebody)
 *   queued           its message was accepted by the queue; also given back by a consumer after a trouble that may pass
 *   processing       a consumer holds the lease; when the lease ends, anybody may claim it and the sweep sends it again
 *   done             every row is in the ledger (of a dry run: was checked)
 *   rejected         the file's fault; nothing was written
 *   failed           ours, after every retry; a redispatch makes it `stored` again
 *   store_failed     the store did not take the file; nothing was queued
 *   upload_missing   the file never arrived whole
 *   canceled         by a person, or because the same file is here already (`duplicate_of`)
 *   reverted         was done; its rows were taken out of the ledger again
 *
 * Every transition is one conditional UPDATE, so of two that meet one wins and the other learns the state. Traded
 * away: a message may come twice or for an import that has ended (the claim makes it a no-op), because the message is
 * sent before it is marked; and `stored` may be processed already, when the mark was lost.
 */
export const OPEN_STATES = ['receiving', 'awaiting_upload', 'stored', 'queued', 'processing'] as const;
export const END_STATES = [
  'done',
  'rejected',
  'failed',
  'canceled',
  'store_failed',
  'upload_missing',
  'reverted',
] as const;

export type ImportState = (typeof OPEN_STATES)[number] | (typeof END_STATES)[number];

export const IMPORT_STATES: readonly ImportState[] = [...OPEN_STATES, ...END_STATES];

/** From here a person may have the message sent again. */
export const REDISPATCHED_STATES: readonly ImportState[] = ['stored', 'queued', 'failed'];

/** Ends after which the file serves nobody: it is deleted at the next sweep. */
export const WORTHLESS_STATES: readonly ImportState[] = ['canceled', 'store_failed', 'upload_missing'];

/** Ends after which the original and the error report are kept for a while. */
export const KEPT_STATES: readonly ImportState[] = ['done', 'rejected', 'failed', 'reverted'];

export function isEndState(state: ImportState): boolean {
  return (END_STATES as readonly string[]).includes(state);
}
