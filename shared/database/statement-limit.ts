import type { Connection } from './database.ts';
import { serverKind } from './server-kind.ts';

/** Has the server itself end statements of this connection that take longer; on MySQL only those that read. */
export async function limitStatements(connection: Connection, seconds: number): Promise<void> {
  if ((await serverKind(connection)) === 'mariadb')
    await connection.execute('SET SESSION max_statement_time = ?', [seconds]);
  else await connection.execute('SET SESSION max_execution_time = ?', [seconds * 1000]);
}

const LIMIT_CODES = new Set(['ER_STATEMENT_TIMEOUT', 'ER_QUERY_TIMEOUT']);

/** Whether an error says that the server ended a statement at its limit. */
export function isStatementLimit(error: unknown): boolean {
  return LIMIT_CODES.has(String((error as { code?: unknown } | undefined)?.code));
}
