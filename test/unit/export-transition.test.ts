import { describe, expect, test } from 'vitest';
import type { DownloadEvent } from '../../shared/export-queue/download-transition.ts';
import {
  DOWNLOAD_STATES,
  type DownloadState,
  EXPORT_STATES,
  type ExportJob,
  type ExportState,
} from '../../shared/export-queue/job.ts';
import { type ExportEvent, transition } from '../../shared/export-queue/transition.ts';
import { QUEUED_JOB } from '../harness/export-job.ts';

const at = '2026-11-30T00:00:01.000000Z';
const worker = 'w1';
const claimed: Partial<ExportJob> = { phase: 'writing', processed: 7, claim: { worker, slot: 1 } };

const jobs: Record<string, ExportJob> = {
  queued: QUEUED_JOB,
  running: { ...QUEUED_JOB, ...claimed, state: 'running' },
  'running, cancel asked': { ...QUEUED_JOB, ...claimed, state: 'running', cancel_requested: true },
  ready: { ...QUEUED_JOB, ...claimed, phase: null, state: 'ready' },
  failed: { ...QUEUED_JOB, ...claimed, phase: null, state: 'failed' },
  canceled: { ...QUEUED_JOB, ...claimed, phase: null, state: 'canceled' },
  expired: { ...QUEUED_JOB, ...claimed, phase: null, state: 'expired' },
};

type JobEvent = Exclude<ExportEvent, DownloadEvent>;
const events: Record<JobEvent['type'] | 'fail by the worker', JobEvent> = {
  claim: { type: 'claim', at, worker, slot: 2 },
  heartbeat: { type: 'heartbeat', at, worker },
  snapshot: { type: 'snapshot', at, worker, snapshotAt: at },
  write: { type: 'write', at, worker, total: null },
  progress: { type: 'progress', at, worker, processed: 8 },
  finish: { type: 'finish', at, worker, processed: 9, size: 100 },
  fail: { type: 'fail', code: 'internal', message: 'x' },
  'fail by the worker': { type: 'fail', worker, code: 'internal', message: 'x' },
  'ask-cancel': { type: 'ask-cancel' },
  cancel: { type: 'cancel', worker },
  expire: { type: 'expire' },
};

/** The state after each event; what is not listed is refused. */
const table: Record<string, Partial<Record<keyof typeof events, ExportState>>> = {
  queued: { claim: 'running', fail: 'failed', 'ask-cancel': 'canceled', expire: 'expired' },
  running: {
    heartbeat: 'running',
    snapshot: 'running',
    write: 'running',
    progress: 'running',
    finish: 'ready',
    fail: 'failed',
    'fail by the worker': 'failed',
    'ask-cancel': 'running',
  },
  'running, cancel asked': {
    heartbeat: 'running',
    snapshot: 'running',
    write: 'running',
    progress: 'running',
    fail: 'failed',
    'ask-cancel': 'running',
    cancel: 'canceled',
  },
  ready: { 'ask-cancel': 'canceled', expire: 'expired' },
  failed: {},
  canceled: {},
  expired: {},
};

describe.each(Object.entries(jobs))('%s', (name, job) => {
  test.each(Object.entries(events))('%s', (event, content) => {
    expect(transition(job, content)?.state).toBe(table[name]?.[event as keyof typeof events]);
  });

  const byWorker = Object.entries(events).filter(([, event]) => 'worker' in event && event.type !== 'claim');
  test.each(byWorker)('%s by another worker is refused', (_, event) => {
    expect(transition(job, { ...event, worker: 'w2' } as ExportEvent)).toBeUndefined();
  });
});

test('every state is in the table', () => {
  expect(new Set(Object.values(jobs).map(({ state }) => state))).toEqual(new Set(EXPORT_STATES));
});

const running = jobs.running as ExportJob;

test('a claim records who, where, and the phase that comes before the first SQL', () => {
  const job = transition(QUEUED_JOB, events.claim);
  expect(job).toMatchObject({ phase: 'aggregating', claim: { worker, slot: 2 }, heartbeat_at: at, updated_at: null });
});

test('a heartbeat moves neither the count nor the generator’s time', () => {
  expect(transition(running, events.heartbeat)).toEqual({ ...running, heartbeat_at: at });
});

test('progress never goes back', () => {
  expect(transition(running, { type: 'progress', at, worker, processed: 6 })).toBeUndefined();
});

test('a finished job knows its rows and its size', () => {
  const expected = { phase: null, processed: 9, total: 9, file: { size: 100, finished_at: at } };
  expect(transition(running, events.finish)).toMatchObject(expected);
});

test('asking to cancel a running job is remembered, the work goes on until it is stopped', () => {
  expect(transition(running, events['ask-cancel'])).toEqual({ ...running, cancel_requested: true });
});

const attempt = 'a1';
const withDownload = (state: DownloadState): ExportJob => ({
  ...(jobs.ready as ExportJob),
  download: { attempt, state, expires_at: at },
});
const downloadEvents: Record<DownloadEvent['type'], DownloadEvent> = {
  'download-ask': { type: 'download-ask', attempt: 'a2', expiresAt: at },
  'download-take': { type: 'download-take', attempt },
  'download-start': { type: 'download-start', attempt },
  'download-finish': { type: 'download-finish', attempt },
  'download-fail': { type: 'download-fail', attempt },
  'download-expire': { type: 'download-expire', attempt },
};
/** The attempt's state after each event; what is not listed is refused. */
const downloadTable: Record<DownloadState, Partial<Record<DownloadEvent['type'], DownloadState>>> = {
  pending: { 'download-take': 'streaming', 'download-expire': 'expired' },
  streaming: { 'download-start': 'started', 'download-fail': 'failed', 'download-expire': 'expired' },
  started: { 'download-finish': 'finished', 'download-fail': 'failed' },
  finished: {},
  failed: {},
  expired: {},
};

describe.each(DOWNLOAD_STATES)('a download that is %s', (state) => {
  test.each(Object.entries(downloadEvents))('%s', (name, event) => {
    const after = transition(withDownload(state), event)?.download?.state;
    expect(after).toBe(downloadTable[state][name as DownloadEvent['type']]);
  });

  test('is broken off by a cancel while it is under way, else stays as it ended', () => {
    const under = ['pending', 'streaming', 'started'].includes(state);
    expect(transition(withDownload(state), { type: 'ask-cancel' })?.download?.state).toBe(under ? 'failed' : state);
  });
});

test('a ready job has one download attempt, and only a ready job has one', () => {
  const ask = downloadEvents['download-ask'];
  expect(transition(jobs.ready as ExportJob, ask)?.download).toEqual({
    attempt: 'a2',
    state: 'pending',
    expires_at: at,
  });
  for (const [name, job] of Object.entries(jobs)) if (name !== 'ready') expect(transition(job, ask)).toBeUndefined();
});

test('another attempt than the registered one is refused', () => {
  for (const event of Object.values(downloadEvents).slice(1))
    expect(transition(withDownload('pending'), { ...event, attempt: 'a2' } as DownloadEvent)).toBeUndefined();
});
