import type { Connection } from '../../database/database.ts';
import { listTasks } from '../../jobs/scheduled-tasks.ts';
import { type Check, fault, ok, warning } from './finding.ts';

type Asked = Pick<Connection, 'query'>;

/** Longer than the sweep and every retry need while all is well. */
const WAITING_MINUTES = 120;

/** What waits for a person. */
export function workChecks(database: Asked): Check[] {
  return [
    { name: 'imports', look: () => imports(database) },
    { name: 'jobs', look: () => jobs(database) },
    { name: 'scheduled tasks', look: () => tasks(database) },
  ];
}

async function imports(database: Asked) {
  const failed = await idsOf(database, `SELECT id FROM imports WHERE state = 'failed' ORDER BY id DESC LIMIT 20`);
  const waiting = await idsOf(
    database,
    `SELECT id FROM imports WHERE state IN ('stored', 'queued', 'processing')
       AND created_at < UTC_TIMESTAMP(6) - INTERVAL ${WAITING_MINUTES} MINUTE ORDER BY id DESC LIMIT 20`,
  );
  const findings = [
    ...(failed.length
      ? [
          fault(
            `Imports have failed: ${failed.join(', ')}.`,
            'tallyport imports show ID; then tallyport imports redispatch ID.',
          ),
        ]
      : []),
    ...(waiting.length
      ? [
          fault(
            `Imports have been on their way for more than ${WAITING_MINUTES / 60} h: ${waiting.join(', ')}.`,
            'docs/runbook.md, "imports-waiting".',
          ),
        ]
      : []),
  ];
  return findings.length ? findings : ok('None failed, none is stuck.');
}

async function jobs(database: Asked) {
  const failed = await idsOf(database, `SELECT id FROM jobs WHERE state = 'failed' ORDER BY id DESC LIMIT 20`);
  if (failed.length === 0) return ok('None has failed.');
  return fault(
    `Jobs have failed: ${failed.join(', ')}.`,
    'tallyport jobs show ID says why; mend that, then tallyport jobs retry ID.',
  );
}

async function tasks(database: Asked) {
  const failing = (await listTasks(database)).filter(({ lastError }) => lastError !== null);
  if (failing.length === 0) return ok('The last run of each went well.');
  return failing.map(({ name, lastError }) =>
    warning(`The last run of "${name}" failed: ${lastError}`, 'It is tried again by itself; look whether that helps.'),
  );
}

async function idsOf(database: Asked, sql: string): Promise<string[]> {
  return (await database.query<{ id: string }>(sql)).map(({ id }) => id);
}
