import { resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { createDatabaseClock, type DatabaseClock } from './database-clock.ts';
import { type JobStore, openJobStore } from './job-store.ts';
import { prepareExportDirectory } from './prepare-directory.ts';

export type ExportSettings = Pick<
  Config,
  | 'COUNTS_EXPORT_DIRECTORY'
  | 'EXPORT_MAX_BYTES'
  | 'EXPORT_STORAGE_BYTES'
  | 'EXPORT_EXPIRY'
  | 'EXPORT_QUEUE_LIMIT'
  | 'EXPORT_HEARTBEAT_STALE'
  | 'EXPORT_OPEN_PER_USER'
  | 'EXPORT_SLOTS'
  | 'EXPORT_START_LIMIT'
  | 'EXPORT_DIRECTORY_HANG'
>;

/** The file queue of exports: what the functions of this folder work on. */
export interface ExportQueue {
  readonly store: JobStore;
  readonly clock: DatabaseClock;
  readonly settings: ExportSettings;
}

/**
 * Opens the export directory of a web or worker process, which is made when absent.
 * @param askTime asks the database for its time, as `2026-11-30T00:00:00.123456Z`
 * @throws ExportDirectoryRefused
 */
export async function openExportQueue(settings: ExportSettings, askTime: () => Promise<string>): Promise<ExportQueue> {
  await prepareExportDirectory(resolve(settings.COUNTS_EXPORT_DIRECTORY));
  const clock = createDatabaseClock(askTime);
  await clock.measure();
  return attachExportQueue(settings, clock);
}

/** Opens a directory that the process that started this one has opened. */
export function attachExportQueue(settings: ExportSettings, clock: DatabaseClock): ExportQueue {
  const path = resolve(settings.COUNTS_EXPORT_DIRECTORY);
  return { store: openJobStore(path, settings.EXPORT_DIRECTORY_HANG), clock, settings };
}
