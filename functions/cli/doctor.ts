import { styleText } from 'node:util';
import { Command } from 'commander';
import type { Config } from '../../shared/config/config.ts';
import { type Database, openDatabase } from '../../shared/database/database.ts';
import { databaseTrouble } from '../../shared/database/trouble.ts';
import { withinDeadline } from '../../shared/database/within-deadline.ts';
import { openObjectStore } from '../../shared/object-store/open.ts';
import { backupCheck } from '../../shared/operations/doctor/backup-check.ts';
import { databaseChecks } from '../../shared/operations/doctor/database-checks.ts';
import {
  type Check,
  type Finding,
  type FindingState,
  fault,
  runChecks,
} from '../../shared/operations/doctor/finding.ts';
import { lifeChecks } from '../../shared/operations/doctor/life-checks.ts';
import { keptSecret, machineChecks } from '../../shared/operations/doctor/machine-checks.ts';
import { originalsCheck } from '../../shared/operations/doctor/originals-check.ts';
import { storageChecks } from '../../shared/operations/doctor/storage-checks.ts';
import { workChecks } from '../../shared/operations/doctor/work-checks.ts';
import { printable } from '../../shared/printable.ts';
import { openQueue } from '../../shared/queue/open.ts';
import { answering, type Cli } from './cli.ts';
import { type Site, withSite } from './connect.ts';
import { EXIT } from './exit-codes.ts';

const DATABASE_MS = 5_000;

/** `tallyport doctor` */
export function doctorCommand(cli: Cli): Command {
  return new Command('doctor')
    .description('looks at everything that Tallyport stands on, and says what is wrong and what to do')
    .addHelpText('after', '\nIt changes nothing. It ends with 6 when something is wrong; warnings alone end with 0.')
    .action(answering(cli, () => withSite(cli, (site) => examine(cli, site))));
}

async function examine(cli: Cli, site: Site) {
  const config = { ...site.config, SECRET: site.config.SECRET || (await keptSecret(site.config)) };
  const database = openDatabase(site.databaseUrl, 2);
  try {
    const checks = [...machineChecks(config), ...(await databaseSide(cli, config, site, database))];
    const findings = await runChecks(checks);
    const wrong = findings.some(({ state }) => state === 'fault');
    return { json: { findings }, text: findingsText(findings), exitCode: wrong ? EXIT.attention : EXIT.done };
  } finally {
    await database.close();
  }
}

/** What asks the database, or cannot be understood without it. */
async function databaseSide(cli: Cli, config: Config, site: Site, database: Database): Promise<Check[]> {
  try {
    await withinDeadline(site.databaseUrl, DATABASE_MS, (connection) => connection.query('SELECT 1'));
  } catch (error) {
    const { found, advice } = databaseTrouble(error);
    return [{ name: 'database', look: async () => fault(`It ${found}`, advice) }];
  }
  const databaseNow = async () => {
    const [row] = await database.query<{ now: string }>('SELECT UTC_TIMESTAMP(6) AS now');
    return Date.parse(`${row?.now.replace(' ', 'T')}Z`);
  };
  const store = () => openObjectStore(config);
  const queue = () => openQueue(config, database);
  return [
    ...databaseChecks(database, Date.now),
    ...storageChecks({ settings: config, store, queue }),
    originalsCheck(database, store),
    ...lifeChecks(database, config, databaseNow),
    ...workChecks(database),
    backupCheck(database, config, cli.environment.PATH ?? ''),
  ];
}

const SIGNS: Record<FindingState, () => string> = {
  ok: () => styleText('green', '✓'),
  warning: () => styleText('yellow', '!'),
  fault: () => styleText('red', '✗'),
  skipped: () => styleText('dim', '–'),
};
const NAME_CELLS = 18;

function findingsText(findings: readonly Finding[]): string {
  const lines = findings.map(({ check, state, found, advice }) => {
    const line = `${SIGNS[state]()} ${check.padEnd(NAME_CELLS)} ${printable(found)}`;
    return advice ? `${line}\n${' '.repeat(NAME_CELLS + 3)}→ ${printable(advice)}` : line;
  });
  const faults = findings.filter(({ state }) => state === 'fault').length;
  const told = faults === 0 ? 'Nothing is wrong.' : `Wrong: ${faults}.`;
  return `${lines.join('\n')}\n\n${told}`;
}
