import { join } from 'node:path';
import { readConfig } from '../../shared/config/config.ts';
import { type Database, openDatabase } from '../../shared/database/database.ts';
import { privateServerUrl } from '../../shared/database/private-server.ts';
import { LEDGERS } from '../../shared/ledgers/catalogue.ts';
import { openObjectStore } from '../../shared/object-store/open.ts';
import { openQueue } from '../../shared/queue/open.ts';
import type { Queue } from '../../shared/queue/queue.ts';
import { Client, poll } from './client.ts';
import { environmentOf, processRunning } from './process-table.ts';
import { ADMIN, startStack } from './stack.ts';

/** A running stack seen from outside and from below: through HTTP, and through its own database, store and queue. */
export interface ImportWorld {
  readonly client: Client;
  readonly database: Database;
  readonly queue: Queue;
  readonly environment: Record<string, string>;
  /** Waits for the process that runs a program, which may just be starting again. */
  pid(program: string): Promise<number>;
  kill(program: string, signal?: NodeJS.Signals): Promise<number>;
  /** What is wrong with what is left once everything has come to rest: nothing, if all is well. */
  leftOver(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openImportWorld(settings: Record<string, string>, args: string[]): Promise<ImportWorld> {
  const stack = await startStack(settings, args);
  const client = new Client(stack.url);
  await client.signIn(ADMIN);
  const pid = (program: string) => poll(async () => processRunning(stack.dataDirectory, program));
  const databaseUrl = await privateServerUrl(join(stack.dataDirectory, 'mysql'), 'tallyport');
  const environment = environmentOf(await pid('hosts/api.ts'));
  Object.assign(process.env, pick(environment, ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']));
  const config = readConfig(environment);
  const database = openDatabase(databaseUrl, 4);
  const store = await openObjectStore(config);
  const queue = await openQueue(config, database);
  return {
    client,
    database,
    queue,
    environment,
    pid,
    async kill(program, signal = 'SIGKILL') {
      const victim = await pid(program);
      process.kill(victim, signal);
      return victim;
    },
    async leftOver() {
      const faults: string[] = [];
      for (const row of await database.query(`SELECT id, state FROM imports WHERE state IN (${OPEN})`))
        faults.push(`import ${row.id} is ${row.state}`);
      for (const row of await database.query(`SELECT kind, payload FROM jobs WHERE state IN ('queued', 'running')`))
        faults.push(`job ${row.kind} ${row.payload} is open`);
      for (const ledger of LEDGERS.keys()) {
        const [staged] = await database.query(`SELECT COUNT(*) AS count FROM ${ledger}_staging`);
        if (Number(staged?.count) > 0) faults.push(`${staged?.count} rows are staged for ${ledger}`);
      }
      // What a killed consumer of SQS had in its hands comes back much later, and finds its import ended.
      const { visible, delayed, dead } = await queue.depth();
      if (visible + delayed + dead > 0) faults.push(`messages: ${visible} visible, ${delayed} delayed, ${dead} dead`);
      for await (const { key } of store.list('imports/')) {
        const [, id = ''] = key.split('/');
        const [row] = await database.query(`SELECT state FROM imports WHERE id = ?`, [id]);
        if (!['done', 'rejected', 'failed'].includes(String(row?.state)))
          faults.push(`object ${key} of a ${row?.state} import`);
      }
      return faults;
    },
    async close() {
      await queue.close();
      await database.close();
      await stack.stop();
    },
  };
}

const OPEN = `'receiving', 'awaiting_upload', 'stored', 'queued', 'processing'`;

function pick(from: Record<string, string>, names: string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])));
}
