import { expect, test } from 'vitest';
import type { ExportJob } from '../../shared/export-queue/job.ts';
import { verdict } from '../../shared/export-queue/verdict.ts';
import { QUEUED_JOB } from '../harness/export-job.ts';

const registered = Date.parse(QUEUED_JOB.registered_at);
const running: ExportJob = { ...QUEUED_JOB, state: 'running', heartbeat_at: '2026-11-30T00:01:00.000000Z' };
const ready: ExportJob = { ...QUEUED_JOB, state: 'ready' };

/** What becomes of a job so many seconds after its registration. */
function judged(job: ExportJob, seconds: number, workerLives = true): string | undefined {
  const event = verdict(job, {
    now: registered + seconds * 1000,
    workerLives,
    queueLimitSeconds: 150,
    staleSeconds: 15,
  });
  return event?.type === 'fail' ? event.code : event?.type;
}

test('a queued job waits while a worker lives, but not for ever', () => {
  expect(judged(QUEUED_JOB, 150)).toBeUndefined();
  expect(judged(QUEUED_JOB, 150.1)).toBe('queue_timeout');
  expect(judged(QUEUED_JOB, 1, false)).toBe('worker_lost');
});

test('a running job lives as long as its supervisor’s heartbeat', () => {
  expect(judged(running, 75)).toBeUndefined();
  expect(judged(running, 75, false)).toBeUndefined();
  expect(judged(running, 75.1)).toBe('worker_lost');
});

test('a ready job expires ten minutes after its registration, with or without workers', () => {
  expect(judged(ready, 599.9, false)).toBeUndefined();
  expect(judged(ready, 600, false)).toBe('expire');
});

test.each(['failed', 'canceled', 'expired'] as const)('nothing becomes of a %s job', (state) => {
  expect(judged({ ...QUEUED_JOB, state }, 10_000, false)).toBeUndefined();
});
