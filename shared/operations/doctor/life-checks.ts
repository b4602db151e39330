import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import type { Config } from '../../config/config.ts';
import type { Connection } from '../../database/database.ts';
import { parseName } from '../../export-queue/file-names.ts';
import { secondsSinceTick } from '../../jobs/tick.ts';
import { RELEASE } from '../../release.ts';
import { listProcesses } from '../processes.ts';
import { listWirings, wiringOf } from '../wiring.ts';
import { type Check, fault, ok, skipped, warning } from './finding.ts';

type Settings = Pick<
  Config,
  | 'WORKER'
  | 'HEALTH_WORKER_STALE'
  | 'PROCESS_HEARTBEAT'
  | 'EXPORT_HEARTBEAT_STALE'
  | 'COUNTS_EXPORT_DIRECTORY'
  | 'SECRET'
>;

/** Those that one machine runs beside its export workers. */
const PROCESSES = ['api', 'ingest', 'tick'];

/** @param now milliseconds since 1970, by the database's clock */
export function lifeChecks(
  database: Pick<Connection, 'query'>,
  settings: Settings,
  now: () => Promise<number>,
): Check[] {
  return [
    { name: 'schedule', look: () => schedule(database, settings) },
    { name: 'processes', look: () => processes(database, settings) },
    { name: 'export workers', look: async () => exportWorkers(database, settings, await now()) },
    { name: 'one wiring', look: () => wiring(database, settings) },
  ];
}

async function schedule(database: Pick<Connection, 'query'>, { WORKER, HEALTH_WORKER_STALE }: Settings) {
  if (WORKER === '0') return skipped('WORKER=0: no schedule is expected here.');
  const age = await secondsSinceTick(database);
  if (age !== undefined && age <= HEALTH_WORKER_STALE) return ok(`It was looked after ${Math.round(age)} s ago.`);
  return fault(
    age === undefined ? 'The schedule never ran.' : `The schedule was last looked after ${Math.round(age)} s ago.`,
    'Start the service; if it runs, see docs/runbook.md, "tick-failing".',
  );
}

async function processes(database: Pick<Connection, 'query'>, { PROCESS_HEARTBEAT }: Settings) {
  const alive = (await listProcesses(database, PROCESS_HEARTBEAT)).filter((one) => one.alive);
  if (alive.length === 0) return warning('No process of the service gives a sign of life.', 'bin/start');
  const lives = (name: string) => alive.some((one) => one.name === name);
  // In the cloud functions do their work, which live for a moment.
  const absent = PROCESSES.some(lives) ? PROCESSES.filter((name) => !lives(name)) : [];
  const other = alive.filter(({ version }) => version !== RELEASE);
  const findings = [
    ...(absent.length
      ? [fault(`No sign of life from: ${absent.join(', ')}.`, 'Look into the log why they end; restart the service.')]
      : []),
    ...other.map(({ name, host, pid, version }) =>
      fault(`${name} (${host}, process ${pid}) runs version ${version}; this is ${RELEASE}.`, 'Restart that one.'),
    ),
  ];
  return findings.length ? findings : ok(`${alive.map(({ name }) => name).join(', ')} live.`);
}

const facts = z.object({ host: z.string(), pid: z.number(), release: z.string() });

/** Those that live in the export directory of these settings. */
async function exportWorkers(database: Pick<Connection, 'query'>, settings: Settings, now: number) {
  const directory = resolve(settings.COUNTS_EXPORT_DIRECTORY);
  const names = await readdir(directory).catch(() => []);
  const known = await listWirings(database);
  const findings = [];
  let alive = 0;
  for (const name of names) {
    const entry = parseName(name);
    if (entry?.kind !== 'worker' || entry.at < now - settings.EXPORT_HEARTBEAT_STALE * 1000) continue;
    alive++;
    // It may have renamed its file meanwhile: then it lives.
    const { data } = facts.safeParse(JSON.parse(await readFile(join(directory, name), 'utf8').catch(() => 'null')));
    if (!data) continue;
    if (!known.some(({ host, pid, name: role }) => host === data.host && pid === data.pid && role === 'export'))
      findings.push(
        fault(
          `The export worker on ${data.host} (process ${data.pid}) works on another database.`,
          'Give it the DATABASE_URL of the API and restart it.',
        ),
      );
    if (data.release !== RELEASE)
      findings.push(
        fault(`The export worker on ${data.host} (process ${data.pid}) is of version ${data.release}.`, 'Restart it.'),
      );
  }
  if (alive === 0)
    return fault(
      `No export worker lives in ${directory}: exports are refused.`,
      'Start the service; if workers run, give them this COUNTS_EXPORT_DIRECTORY. docs/runbook.md, "export-worker-silent".',
    );
  return findings.length ? findings : ok(`${alive} export workers live.`);
}

/** The processes that live, against each other and against these settings. */
async function wiring(database: Pick<Connection, 'query'>, settings: Settings) {
  const alive = (await listProcesses(database, settings.PROCESS_HEARTBEAT)).filter((one) => one.alive);
  const serving = (await listWirings(database)).filter(({ host, pid }) =>
    alive.some((one) => one.host === host && one.pid === pid),
  );
  if (serving.length === 0) return skipped('Nothing runs that could be compared.');
  const ours = await wiringOf(settings);
  const findings = serving.flatMap(({ name, host, pid, secret, exports }) => [
    ...(ours.secret && secret !== ours.secret
      ? [
          fault(
            `${name} on ${host} (process ${pid}) has another SECRET.`,
            'Give all processes one SECRET; restart them.',
          ),
        ]
      : []),
    ...(exports && exports !== ours.exports
      ? [
          fault(
            `${name} on ${host} (process ${pid}) uses another export directory.`,
            'Give the API and the export workers one COUNTS_EXPORT_DIRECTORY; restart them.',
          ),
        ]
      : []),
  ]);
  return findings.length ? findings : ok('All that run have one secret, one database and one export directory.');
}
