import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import type { TestDatabase } from './database.ts';
import { eventually } from './eventually.ts';
import { ADMIN } from './export-app.ts';
import { answerOf, type openExportLine } from './export-line.ts';

export type Line = Awaited<ReturnType<typeof openExportLine>>;

export const statusOf = async (line: Line, token: string, caller = ADMIN) =>
  answerOf(line.request(`/jobs/${token}`, caller));

/** Waits until an export is in this state, or (a failed one) has failed for this reason. */
export const ended = (line: Line, token: string, end: string, caller = ADMIN) =>
  eventually(`the export is ${end}`, async () => {
    const { state, error } = await statusOf(line, token, caller);
    return state === end || error?.code === end;
  });

/** Registers an export and waits until its generator is within a count that does not end (`holdPosts`). */
export async function aggregating(line: Line, caller = ADMIN): Promise<string> {
  const { token } = await answerOf(line.register(caller));
  await eventually('the generator counts', async () => {
    const { phase, snapshot_at } = await statusOf(line, token, caller);
    return phase === 'aggregating' && snapshot_at !== null && (await waitingCounts(line.database)) > 0;
  });
  return token;
}

/** Nothing of an export that has ended without a file is left, neither here nor in the database. */
export async function expectNothingLeft(line: Line, database: TestDatabase): Promise<void> {
  await eventually('nothing is left', async () => (await line.names(/^(part|file|temp)/)).length === 0);
  expect(await waitingCounts(database)).toBe(0);
}

/** The statements of counts that wait for `holdPosts`, as the database sees them. */
export async function waitingCounts(database: TestDatabase): Promise<number> {
  const found = await database.query(
    `SELECT id FROM information_schema.processlist WHERE state LIKE '%metadata lock%' AND db = DATABASE()`,
  );
  return found.length;
}

/** Ids of the generator processes of a line's workers. */
export async function generatorsIn(line: Line): Promise<number[]> {
  const children = await Promise.all(
    line.workers.map(({ pid }) => readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')),
  );
  return children.flatMap((pids) => pids.split(' ').filter(Boolean).map(Number));
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
