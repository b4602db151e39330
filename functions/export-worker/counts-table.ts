import { EXPORT_LIMITS } from '../../shared/counts/answer-limits.ts';
import { planCounts } from '../../shared/counts/plan.ts';
import { countsRequestSchema } from '../../shared/counts/request.ts';
import { runCounts } from '../../shared/counts/run.ts';
import { summaryHeader, summaryRecordCount, summaryRecords } from '../../shared/counts/summary-table.ts';
import type { ReadTable } from './table.ts';

/** The count that a job asks for, as its owner may see it. */
export const readCountsTable: ReadTable = async (connection, job) => {
  const request = countsRequestSchema.parse(job.request);
  const plan = planCounts(request, { role: job.owner.role }, { timeZone: job.time_zone, asOf: job.as_of });
  if (plan.mode === 'details') throw new Error('Exports of details are refused when they are asked for.');
  const answer = await runCounts(connection, plan, EXPORT_LIMITS);
  return {
    header: summaryHeader(answer, plan),
    records: summaryRecords(answer, plan),
    expected: summaryRecordCount(answer),
    total: null,
  };
};
