import { type Database, openConnection } from '../database/database.ts';
import type { Ledger } from '../ledgers/ledger.ts';
import type { Log } from '../log.ts';
import { stageByInsert } from './insert-stager.ts';
import { stageByLoad } from './load-stager.ts';
import type { Claim, Stager } from './staging.ts';

/** The fast way needs `local_infile`, which MySQL has off by default. */
export async function openStager(
  database: Pick<Database, 'address' | 'query'>,
  ledger: Ledger,
  claim: Claim,
  log?: Pick<Log, 'warn'>,
): Promise<Stager> {
  const [row] = await database.query<{ allowed: string }>('SELECT @@GLOBAL.local_infile AS allowed');
  const connection = await openConnection(database.address);
  // Nobody is there to hear it between two statements; the next one fails.
  connection.on('error', () => {});
  if (Number(row?.allowed) === 1) return stageByLoad(connection, ledger, claim);
  log?.warn('the database server has local_infile off, so rows are staged by INSERT; set local_infile=1 to be faster');
  return stageByInsert(connection, ledger, claim);
}
