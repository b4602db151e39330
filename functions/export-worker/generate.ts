import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BYTE_ORDER_MARK, csvRecord } from '../../shared/csv-writer/csv-writer.ts';
import type { Database, SnapshotConnection } from '../../shared/database/database.ts';
import { changeExport } from '../../shared/export-queue/change.ts';
import { askDatabaseTime } from '../../shared/export-queue/database-clock.ts';
import type { ExportQueue } from '../../shared/export-queue/export-queue.ts';
import { partName } from '../../shared/export-queue/file-names.ts';
import { finishExport } from '../../shared/export-queue/finish.ts';
import type { ExportJob } from '../../shared/export-queue/job.ts';
import { readPolicyRevision } from '../../shared/ledgers/policy-revision.ts';
import { ExportFailure } from './failure.ts';
import { openPartFile } from './part-file.ts';
import { startProgress } from './progress.ts';
import type { ReadTable, Table } from './table.ts';

export interface GeneratorDependencies {
  queue: ExportQueue;
  database: Pick<Database, 'snapshot'>;
  readTable: ReadTable;
  progressMs: number;
  /** Told the server's id of the connection before its first statement. */
  onConnection(threadId: number): void;
}

const CHANGED = 'What you may see has changed since this export was asked for. Export again.';

/** The owner asked to cancel; the supervisor ends the job once the generator has gone. */
export class ExportCanceled extends Error {
  override name = 'ExportCanceled';
}

/**
 * Makes the file of a running job. Its phase is `aggregating` since the claim, so before any SQL here.
 * @throws ExportFailure, ExportCanceled, ExportLost, or an error of the database or the disk; no file is left then
 */
export async function generateExport(deps: GeneratorDependencies, job: ExportJob): Promise<ExportJob> {
  const { queue, database, readTable, onConnection } = deps;
  const part = join(queue.store.path, partName(job.id));
  const worker = job.claim?.worker ?? '';
  try {
    const rows = await database.snapshot(async (connection: SnapshotConnection) => {
      onConnection(connection.threadId);
      const snapshotAt = await askDatabaseTime(connection);
      await changeExport(queue, job.id, { type: 'snapshot', at: queue.clock.time(), worker, snapshotAt });
      if ((await readPolicyRevision(connection)) !== job.policy_revision)
        throw new ExportFailure('permission_changed', CHANGED);
      const table = await readTable(connection, job);
      await changeExport(queue, job.id, { type: 'write', at: queue.clock.time(), worker, total: table.total });
      return writeTable(deps, job, table, part);
    });
    return await finishExport(queue, job.id, part, { type: 'finish', at: queue.clock.time(), worker, ...rows });
  } finally {
    await rm(part, { force: true });
  }
}

async function writeTable(
  { queue, progressMs }: GeneratorDependencies,
  job: ExportJob,
  table: Table,
  path: string,
): Promise<{ processed: number; size: number }> {
  const file = await openPartFile(path, queue.settings.EXPORT_MAX_BYTES);
  const progress = startProgress((processed) => saveProgress(queue, job, processed), progressMs);
  try {
    await file.write(`${job.options.bom ? BYTE_ORDER_MARK : ''}${csvRecord(table.header, job.options)}`);
    for (const record of table.records) {
      const written = file.write(csvRecord(record, job.options));
      if (written) await written;
      progress.processed++;
      progress.check();
    }
    if (progress.processed !== table.expected)
      throw new ExportFailure('internal', `${progress.processed} rows came instead of ${table.expected}.`);
    await progress.end();
    await file.complete();
    return { processed: progress.processed, size: file.size };
  } finally {
    await progress.stop();
    await file.close();
  }
}

async function saveProgress(queue: ExportQueue, job: ExportJob, processed: number): Promise<void> {
  const event = { type: 'progress', at: queue.clock.time(), worker: job.claim?.worker ?? '', processed } as const;
  const { cancel_requested } = await changeExport(queue, job.id, event);
  if (cancel_requested) throw new ExportCanceled('The export was canceled.');
}
