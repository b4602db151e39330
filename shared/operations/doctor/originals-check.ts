import type { Connection } from '../../database/database.ts';
import type { ObjectStore } from '../../object-store/object-store.ts';
import { type Check, fault, ok } from './finding.ts';

/** So many of the newest: enough to see that a restored database and its objects do not go together. */
const LOOKED_AT = 50;

/** Whether the files that imports name are in the store. */
export function originalsCheck(
  database: Pick<Connection, 'query'>,
  store: () => Promise<Pick<ObjectStore, 'bucket' | 'head'>>,
): Check {
  return { name: 'originals', look: async () => lookAtOriginals(database, await store()) };
}

async function lookAtOriginals(database: Pick<Connection, 'query'>, store: Pick<ObjectStore, 'bucket' | 'head'>) {
  const rows = await database.query<{ id: string; object_key: string }>(
    `SELECT id, object_key FROM imports
     WHERE state IN ('stored', 'queued', 'processing', 'done', 'failed') AND objects_deleted_at IS NULL AND bucket = ?
     ORDER BY id DESC LIMIT ${LOOKED_AT}`,
    [store.bucket],
  );
  const absent: string[] = [];
  for (const { id, object_key: key } of rows) if (!(await store.head(key))) absent.push(id);
  if (absent.length === 0) return ok(`The files of the newest ${rows.length} imports are in the store.`);
  return fault(
    `Of the newest ${rows.length} imports the store lacks the files of ${absent.join(', ')}.`,
    'Put the copy of the objects back: docs/runbook.md, "restore".',
  );
}
