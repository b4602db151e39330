import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, SnapshotConnection } from '../../shared/database/database.ts';
import { limitStatements } from '../../shared/database/statement-limit.ts';
import { changeExport, ExportLost } from '../../shared/export-queue/change.ts';
import { askDatabaseTime } from '../../shared/export-queue/database-clock.ts';
import type { ExportQueue } from '../../shared/export-queue/export-queue.ts';
import { partName } from '../../shared/export-queue/file-names.ts';
import { finishExport } from '../../shared/export-queue/finish.ts';
import type { ExportJob } from '../../shared/export-queue/job.ts';
import { readPolicyRevision } from '../../shared/ledgers/policy-revision.ts';
import type { ExportContent, ReadContent } from './content.ts';
import { ExportFailure, tooLong } from './failure.ts';
import { openPartFile } from './part-file.ts';
import { type Progress, startProgress } from './progress.ts';
import { writeContent } from './write-content.ts';

export interface GeneratorDependencies {
  queue: ExportQueue;
  database: Pick<Database, 'snapshot'>;
  readContent: ReadContent;
  progressMs: number;
  timeLimitSeconds: number;
  /** Told the server's id of the connection before its first long statement. */
  onConnection(threadId: number): void;
  /** Stops what that connection is doing. */
  stopStatement(threadId: number): Promise<void>;
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
  const { queue, database } = deps;
  const worker = job.claim?.worker ?? '';
  const part = join(queue.store.path, partName(job.id));
  let threadId: number | undefined;
  const progress = watchedProgress(deps, job, async () => {
    if (threadId !== undefined) await deps.stopStatement(threadId);
  });
  try {
    const rows = await database.snapshot(async (connection) => {
      threadId = connection.threadId;
      const content = await readSnapshot(deps, job, connection);
      progress.check();
      return writePart(deps, job, content, part, progress);
    });
    return await finishExport(queue, job.id, part, { type: 'finish', at: queue.clock.time(), worker, ...rows });
  } catch (error) {
    // What ended it, rather than what came of being ended.
    await progress.stop();
    progress.check();
    throw error;
  } finally {
    await progress.stop();
    await rm(part, { force: true });
  }
}

async function readSnapshot(
  { queue, readContent, timeLimitSeconds, onConnection }: GeneratorDependencies,
  job: ExportJob,
  connection: SnapshotConnection,
): Promise<ExportContent> {
  const worker = job.claim?.worker ?? '';
  onConnection(connection.threadId);
  // Should everybody who could stop it be killed, the server does.
  await limitStatements(connection, timeLimitSeconds);
  const snapshotAt = await askDatabaseTime(connection);
  await changeExport(queue, job.id, { type: 'snapshot', at: queue.clock.time(), worker, snapshotAt });
  if ((await readPolicyRevision(connection)) !== job.policy_revision)
    throw new ExportFailure('permission_changed', CHANGED);
  const content = await readContent(connection, job);
  await changeExport(queue, job.id, { type: 'write', at: queue.clock.time(), worker, total: content.total });
  return content;
}

async function writePart(
  { queue }: GeneratorDependencies,
  job: ExportJob,
  content: ExportContent,
  path: string,
  progress: Progress,
): Promise<{ processed: number; size: number }> {
  const file = await openPartFile(path, queue.settings.EXPORT_MAX_BYTES);
  try {
    await writeContent(content, job.options.encoding, file, (records) => {
      progress.processed = records;
      progress.check();
    });
    await progress.end();
    await file.complete();
    return { processed: progress.processed, size: file.size };
  } finally {
    await file.close();
  }
}

function watchedProgress(
  { queue, progressMs, timeLimitSeconds }: GeneratorDependencies,
  job: ExportJob,
  onFailure: () => Promise<void>,
): Progress {
  const worker = job.claim?.worker ?? '';
  const started = performance.now();
  const judge = (current: ExportJob | undefined) => {
    if (current?.cancel_requested) throw new ExportCanceled('The export was canceled.');
    if (current?.state !== 'running') throw new ExportLost(job.id, 'progress');
    if (performance.now() - started > timeLimitSeconds * 1000) throw tooLong(timeLimitSeconds);
  };
  return startProgress({
    intervalMs: progressMs,
    onFailure,
    look: async () => judge(await queue.store.read(job.id)),
    save: async (processed) =>
      judge(await changeExport(queue, job.id, { type: 'progress', at: queue.clock.time(), worker, processed })),
  });
}
