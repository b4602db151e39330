/**
 * The states of an import, as people see them.
 *
 *   receiving     the row exists, the file is on its way into the store
 *   stored        the file is durable, its dispatch is promised (a job exists)
 *   queued        its message was accepted by the queue
 *   processing    a consumer holds the lease
 *   done          every row is in the ledger
 *   rejected      the file's fault; nothing was written
 *   failed        ours, after every retry
 *   store_failed  the store did not take the file; nothing was queued
 *   upload_missing the file never arrived whole
 *   canceled      by a person, or because the same file is here already (`duplicate_of`)
 *
 * receiving -> stored | store_failed | upload_missing | rejected | canceled; stored -> queued | processing;
 * queued -> processing; processing -> done | rejected | queued (given back after a trouble that may pass).
 * A crash after the message was sent and before it was marked leaves `stored`; the claim takes it from there as well.
 */
export const OPEN_STATES = ['receiving', 'stored', 'queued', 'processing'] as const;
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

export function isEndState(state: ImportState): boolean {
  return (END_STATES as readonly string[]).includes(state);
}
