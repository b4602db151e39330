import type { Connection } from '../database/database.ts';

const MEBIBYTE = 1024 * 1024;
const TABLE_BYTES = 256 * MEBIBYTE;
const SORT_BYTES = 16 * MEBIBYTE;

/**
 * Lets this session sort and match a large file's rows in memory. With the servers' defaults (16 MiB and less) what a
 * merge sorts goes to the disk from some 500,000 rows on, and each row then costs the server three times the processor
 * time. It is taken only as far as it is needed, by one merge of a consumer at a time; the session keeps the settings.
 */
export async function allowMergeMemory(tx: Pick<Connection, 'execute'>): Promise<void> {
  await tx.execute(
    `SET SESSION tmp_table_size = ${TABLE_BYTES}, max_heap_table_size = ${TABLE_BYTES}, sort_buffer_size = ${SORT_BYTES}`,
  );
}
