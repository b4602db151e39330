import type { SnapshotConnection } from '../../shared/database/database.ts';
import type { ExportJob } from '../../shared/export-queue/job.ts';

/** What a file holds, as texts that follow one another. */
export interface ExportContent {
  /** Before the first record; no part of what is counted. */
  readonly head: string;
  /** A text for each record, in batches. */
  readonly records: Iterable<readonly string[]> | AsyncIterable<readonly string[]>;
  readonly tail: string;
  /** Records that must come, no more and no less. */
  readonly expected: number;
  /** What may be told as the total before the file is ready; null: not known, nothing is invented. */
  readonly total: number | null;
}

/** Reads the content of a job; every statement on the one snapshot. */
export type ReadContent = (connection: SnapshotConnection, job: ExportJob) => Promise<ExportContent>;
