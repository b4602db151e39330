import type { Connection } from '../../database/database.ts';
import { migrationStatus } from '../../database/migration-status.ts';
import { serverKind } from '../../database/server-kind.ts';
import { type Check, fault, ok, warning } from './finding.ts';

type Asked = Pick<Connection, 'query'>;

/** Our clock and the database's may differ by the way of an answer. */
const CLOCK_SECONDS = 5;
const PACKET_BYTES = 16 * 1024 * 1024;
/** What one machine's processes may hold open at once, with some room. */
const CONNECTIONS = 60;

/** @param now milliseconds since 1970, by this machine's clock */
export function databaseChecks(database: Asked, now: () => number): Check[] {
  return [
    { name: 'database', look: () => version(database) },
    { name: 'database settings', look: () => serverSettings(database) },
    { name: 'schema', look: () => schema(database) },
    { name: 'clock', look: () => clock(database, now) },
  ];
}

async function version(database: Asked) {
  const [row] = await database.query<{ version: string }>('SELECT VERSION() AS version');
  await serverKind(database);
  return ok(`It answers and is ${row?.version}.`);
}

async function serverSettings(database: Asked) {
  const [row] = await database.query<Record<'local_files' | 'packet' | 'connections' | 'flush' | 'refusing', string>>(
    `SELECT @@local_infile AS local_files, @@max_allowed_packet AS packet, @@max_connections AS connections,
       @@innodb_flush_log_at_trx_commit AS flush, @@read_only AS refusing`,
  );
  const findings = [
    ...(Number(row?.refusing)
      ? [fault('It takes no writes (read_only).', 'Connect to the writer, or SET GLOBAL read_only = OFF.')]
      : []),
    ...(Number(row?.packet) < PACKET_BYTES
      ? [fault(`max_allowed_packet is ${row?.packet} bytes: long rows fail.`, 'Set max_allowed_packet to 64M.')]
      : []),
    ...(Number(row?.connections) < CONNECTIONS
      ? [fault(`max_connections is ${row?.connections}.`, `Set max_connections to ${CONNECTIONS} or more.`)]
      : []),
    ...(Number(row?.local_files)
      ? []
      : [warning('local_infile is off: imports take the slow way.', 'Set local_infile to ON.')]),
    ...(Number(row?.flush) === 1
      ? []
      : [
          warning(
            `innodb_flush_log_at_trx_commit is ${row?.flush}: a power cut loses what was acknowledged.`,
            'Set innodb_flush_log_at_trx_commit to 1.',
          ),
        ]),
  ];
  return findings.length ? findings : ok('They are as Tallyport needs them.');
}

async function schema(database: Asked) {
  const migrations = await migrationStatus(database);
  const of = (state: string) => migrations.filter((one) => one.state === state).map(({ name }) => name);
  const behind = [...of('missing'), ...of('unfinished')];
  const strange = [...of('changed'), ...of('unknown')];
  if (strange.length)
    return fault(
      `The schema is of another version of Tallyport (${strange.join(', ')}).`,
      'Run the version that made it, or restore a backup of this one.',
    );
  if (behind.length)
    return fault(`The schema is older than the code: ${behind.join(', ')} missing.`, 'tallyport db migrate');
  return ok(`All ${migrations.length} migrations are applied.`);
}

async function clock(database: Asked, now: () => number) {
  const before = now();
  const [row] = await database.query<{ now: string }>('SELECT UTC_TIMESTAMP(6) AS now');
  const theirs = Date.parse(`${row?.now.replace(' ', 'T')}Z`);
  const off = Math.abs(theirs - (before + now()) / 2) / 1000;
  if (off <= CLOCK_SECONDS) return ok('This machine and the database agree on the time.');
  return fault(
    `This machine's clock and the database's differ by ${Math.round(off)} s.`,
    'Switch time synchronisation on (timedatectl set-ntp true) on both.',
  );
}
