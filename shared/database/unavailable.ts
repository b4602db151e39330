import { SecretUnavailable } from '../secrets/read-secret.ts';

/** Full, shutting down, or for the time being read-only: the statement is fine, the server is not. */
const CODES = new Set(['ER_CON_COUNT_ERROR', 'ER_SERVER_SHUTDOWN', 'ER_OPTION_PREVENTS_STATEMENT']);

/**
 * Whether an error, or what caused it, says that the database cannot be reached or used now, so that it is worth
 * trying again later.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof SecretUnavailable) return true;
  const { code, fatal } = error as { code?: unknown; fatal?: unknown };
  // mysql2 marks what ended a connection, and what came to a connection that had ended.
  return fatal === true || CODES.has(String(code)) || isDatabaseUnavailable(error.cause);
}
