import { errorReportKey, importObjectKey } from '../names.ts';
import type { ObjectStore } from '../object-store/object-store.ts';

/** Deletes everything that the store may hold of an import. */
export async function deleteObjects(store: Pick<ObjectStore, 'delete'>, importId: string): Promise<void> {
  await store.delete(errorReportKey(importId));
  await store.delete(importObjectKey(importId));
}
