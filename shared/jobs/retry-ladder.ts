/** Minutes from a failed attempt to the next one; the last step repeats. */
export const RETRY_MINUTES = [1, 5, 15, 60] as const;

/** @param attempts how many attempts have failed, from 1 @returns seconds to wait before the next one */
export function retryDelaySeconds(attempts: number): number {
  const step = Math.min(attempts, RETRY_MINUTES.length) - 1;
  return (RETRY_MINUTES[step] ?? RETRY_MINUTES[0]) * 60;
}
