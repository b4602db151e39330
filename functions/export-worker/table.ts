import type { CsvCell } from '../../shared/csv-writer/csv-writer.ts';
import type { SnapshotConnection } from '../../shared/database/database.ts';
import type { ExportJob } from '../../shared/export-queue/job.ts';

/** What an export writes: a flat table. */
export interface Table {
  header: readonly string[];
  records: Iterable<readonly CsvCell[]>;
  /** Records that must come, no more and no less. */
  expected: number;
  /** What may be told as the total before the file is ready; null: not known, nothing is invented. */
  total: number | null;
}

/** Reads the table of a job; every statement on the one snapshot. */
export type ReadTable = (connection: SnapshotConnection, job: ExportJob) => Promise<Table>;
