import { randomUUID } from 'node:crypto';
import type { Database } from '../../shared/database/database.ts';
import { errorFields } from '../../shared/log.ts';
import { forgetProcesses, storeHeartbeat } from '../../shared/operations/processes.ts';
import { recordWiring, wiringOf } from '../../shared/operations/wiring.ts';
import type { HostedProcess } from './hosted-process.ts';

/**
 * Has a process show up in `GET /api/workers` for as long as it lives. Call it when the database is open: what is
 * registered here is closed before it. A heartbeat that fails is logged; the process does its work all the same.
 */
export async function showLife(
  { config, log, closing }: Pick<HostedProcess, 'config' | 'log' | 'closing'>,
  database: Pick<Database, 'execute'>,
  name: string,
): Promise<void> {
  const id = randomUUID();
  const failed = (error: unknown) => log.warn('a heartbeat could not be stored', errorFields(error));
  const beat = () => storeHeartbeat(database, id, name).catch(failed);
  await forgetProcesses(database, id).catch(failed);
  let last = beat();
  await last;
  await recordWiring(database, name, await wiringOf(config)).catch(failed);
  const timer = setInterval(() => {
    last = beat();
  }, config.PROCESS_HEARTBEAT * 1000);
  closing(async () => {
    clearInterval(timer);
    await last;
    await forgetProcesses(database, id);
  });
}
