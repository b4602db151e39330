const OPEN_STATES = ['receiving', 'awaiting_upload', 'stored', 'queued', 'processing'];
const TROUBLE = ['rejected', 'failed', 'store_failed', 'upload_missing'];
const ENDED = ['canceled', 'reverted'];
const END_STATES: ReadonlySet<string> = new Set(['done', ...TROUBLE, ...ENDED]);

/** From here a person may have the message sent again. */
const REDISPATCHED: ReadonlySet<string> = new Set(['stored', 'queued', 'failed']);

export type ListFilter = 'all' | 'open' | 'attention' | 'done' | 'ended';
export const LIST_FILTERS: readonly ListFilter[] = ['all', 'open', 'attention', 'done', 'ended'];

/** The states that a filter lets through; null: every one, those too that the page does not know. */
export function statesOf(filter: ListFilter): readonly string[] | null {
  if (filter === 'all') return null;
  return { open: OPEN_STATES, attention: TROUBLE, done: ['done'], ended: ENDED }[filter];
}

/** Whether an import stays in this state. A state the page does not know is not final. */
export function isFinal(state: string): boolean {
  return END_STATES.has(state);
}

export function mayBeRedispatched(state: string): boolean {
  return REDISPATCHED.has(state);
}

/** How a state is drawn: on its way, ended well, ended badly, or ended by somebody's will. */
export function toneOf(state: string): 'open' | 'good' | 'bad' | 'off' {
  if (!isFinal(state)) return 'open';
  if (state === 'done') return 'good';
  return ENDED.includes(state) ? 'off' : 'bad';
}

/**
 * How many strokes of the tally a file has come: one when it is received, then stored, queued, taken up; the stroke
 * across closes the bundle when all of it is in the ledger.
 */
export function strokesOf(record: {
  state: string;
  stored_at: string | null;
  queued_at: string | null;
  started_at: string | null;
}): number {
  if (record.started_at !== null || record.state === 'processing') return 4;
  if (record.queued_at !== null) return 3;
  return record.stored_at === null ? 1 : 2;
}
