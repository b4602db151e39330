import { errorFields, type Log } from '../log.ts';

/**
 * Repairs one import after the other; one that cannot be repaired now is logged and looked at again next time.
 * @returns how many were repaired
 */
export async function eachImport<T extends { id: string }>(
  rows: readonly T[],
  repair: (row: T) => Promise<boolean>,
  { log, signal }: { log: Log; signal?: AbortSignal | undefined },
): Promise<number> {
  let repaired = 0;
  for (const row of rows) {
    signal?.throwIfAborted();
    try {
      if (await repair(row)) repaired++;
    } catch (error) {
      log.error('sweep: an import could not be repaired', { import_id: row.id, ...errorFields(error) });
    }
  }
  return repaired;
}
