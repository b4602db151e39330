import { entityColumns, type Ledger, versionColumns } from './ledger.ts';

// Pieces of SQL over a ledger's keys. The names come from declarations, never from a request.

/** `v.post_id = s.post_id` */
export function sameEntity(ledger: Ledger, a: string, b: string): string {
  return same(entityColumns(ledger), a, b);
}

/** `v.post_id = s.post_id AND v.version_no = s.version_no` */
export function sameVersion(ledger: Ledger, a: string, b: string): string {
  return same(versionColumns(ledger), a, b);
}

/** `v.post_id, v.version_no` */
export function listed(columns: readonly string[], of: string): string {
  return columns.map((column) => `${of}.${column}`).join(', ');
}

function same(columns: readonly string[], a: string, b: string): string {
  return columns.map((column) => `${a}.${column} = ${b}.${column}`).join(' AND ');
}
