import { planCounts } from '../../shared/counts/plan.ts';
import { countsRequestSchema } from '../../shared/counts/request.ts';
import type { ReadContent } from './content.ts';
import { detailsContent } from './details-content.ts';
import { summaryContent } from './summary-content.ts';

/** What a job asks for, as its owner may see it. */
export const readContent: ReadContent = async (connection, job) => {
  const request = countsRequestSchema.parse(job.request);
  const plan = planCounts(request, { role: job.owner.role }, { timeZone: job.time_zone, asOf: job.as_of });
  return plan.mode === 'details' ? detailsContent(connection, plan, job) : summaryContent(connection, plan, job);
};
