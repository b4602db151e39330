import type { Connection } from '../database/database.ts';
import type { Claim } from './staging.ts';

/** Longest JSON text that is kept of each. */
const MAX_LENGTH = 16_000;

/** Writes down what the file turned out to be, as soon as it is known. Warnings that are too many are left out. */
export async function saveFindings(
  connection: Pick<Connection, 'execute'>,
  { importId, attempt }: Claim,
  { detected, warnings }: { detected: object; warnings: readonly string[] },
): Promise<void> {
  const kept = [...warnings];
  while (JSON.stringify(kept).length > MAX_LENGTH) kept.pop();
  const found = JSON.stringify(detected);
  await connection.execute(
    `UPDATE imports SET detected = ?, warnings = ? WHERE id = ? AND attempt = ? AND state = 'processing'`,
    [found.length > MAX_LENGTH ? null : found, JSON.stringify(kept), importId, attempt],
  );
}
