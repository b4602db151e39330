const END_STATES: ReadonlySet<string> = new Set([
  'done',
  'rejected',
  'failed',
  'canceled',
  'store_failed',
  'upload_missing',
  'reverted',
]);

/** Whether an import stays in this state. A state the page does not know is not final. */
export function isFinal(state: string): boolean {
  return END_STATES.has(state);
}

/** How a state is drawn: on its way, ended well, ended badly, or ended by somebody's will. */
export function toneOf(state: string): 'open' | 'good' | 'bad' | 'off' {
  if (!isFinal(state)) return 'open';
  if (state === 'done') return 'good';
  return state === 'canceled' || state === 'reverted' ? 'off' : 'bad';
}
