import * as z from 'zod';
import { JOB_STATES } from '../../shared/jobs/job-list.ts';
import { json, type Operation } from './operation.ts';
import { pageQuery } from './page-query.ts';

const tag = 'operations';

/** What administrators see and do of the work in the background. */
export const operatorOperations: readonly Operation[] = [
  {
    id: 'listJobs',
    method: 'get',
    path: '/api/jobs',
    tag,
    summary: 'List background jobs, the newest first, and count them by state',
    access: 'admin',
    query: pageQuery.extend({ state: z.enum(JOB_STATES).optional() }),
    answers: { 200: { description: 'A page.', content: json('JobPage') } },
    problems: { 422: 'A filter cannot be used.' },
  },
  {
    id: 'retryJob',
    method: 'post',
    path: '/api/jobs/{id}/retry',
    tag,
    summary: 'Queue a failed job again, with all its attempts',
    access: 'admin',
    answers: { 200: { description: 'Queued.', content: json('Job') } },
    problems: { 404: 'There is no such job.', 409: 'It has not failed, or another open job does the same work.' },
  },
  {
    id: 'getSchedule',
    method: 'get',
    path: '/api/schedule',
    tag,
    summary: 'Tell what runs when, and how it went the last time',
    access: 'admin',
    answers: { 200: { description: 'Every task.', content: json('Schedule') } },
  },
  {
    id: 'getWorkers',
    method: 'get',
    path: '/api/workers',
    tag,
    summary: 'Tell which processes live, and the state of the export directory',
    access: 'admin',
    answers: { 200: { description: 'As it is now.', content: json('Workers') } },
  },
];
