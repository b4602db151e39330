import type { CountsAnswer } from '../../shared/counts/answer.ts';
import { EXPORT_LIMITS } from '../../shared/counts/answer-limits.ts';
import { pivotCellCount, pivotCells } from '../../shared/counts/pivot-cells.ts';
import type { SummaryPlan } from '../../shared/counts/plan.ts';
import { runCounts } from '../../shared/counts/run.ts';
import { summaryHeader, summaryRecordCount, summaryRecords } from '../../shared/counts/summary-table.ts';
import { BYTE_ORDER_MARK, csvRecord } from '../../shared/csv-writer/csv-writer.ts';
import type { SnapshotConnection } from '../../shared/database/database.ts';
import type { ExportJob } from '../../shared/export-queue/job.ts';
import type { ExportContent } from './content.ts';
import { jsonElements, jsonFrame } from './json-text.ts';

/** A pivot table: a flat table as CSV, a cross table as JSON. How much it is, is known only when all is counted. */
export async function summaryContent(
  connection: SnapshotConnection,
  plan: SummaryPlan,
  { format, options }: Pick<ExportJob, 'format' | 'options'>,
): Promise<ExportContent> {
  const answer = await runCounts(connection, plan, EXPORT_LIMITS);
  if (format === 'json') return crossTable(answer, plan);
  const mark = options.bom && options.encoding === 'utf-8' ? BYTE_ORDER_MARK : '';
  return {
    head: `${mark}${csvRecord(summaryHeader(answer, plan), options)}`,
    records: batched(summaryRecords(answer, plan), (record) => csvRecord(record, options)),
    tail: '',
    expected: summaryRecordCount(answer),
    total: null,
  };
}

function crossTable({ result_rows, ...head }: CountsAnswer, plan: SummaryPlan): ExportContent {
  const cells = { result_rows, column_keys: head.column_keys };
  return {
    ...jsonFrame(head, 'pivot_cells'),
    records: batched(pivotCells(cells, plan), jsonElements()),
    expected: pivotCellCount(cells, plan),
    total: null,
  };
}

const BATCH = 500;

function* batched<T>(values: Iterable<T>, textOf: (value: T) => string): Generator<string[]> {
  let batch: string[] = [];
  for (const value of values) {
    batch.push(textOf(value));
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
