import { resolve } from 'node:path';
import { createAuth } from '../../shared/accounts/auth.ts';
import { ensureFirstAdmin } from '../../shared/accounts/first-admin.ts';
import { type Config, publicUrl, readConfig } from '../../shared/config/config.ts';
import { openDatabase } from '../../shared/database/database.ts';
import { migrateDatabase } from '../../shared/database/migrate.ts';
import { errorFields, type Log } from '../../shared/log.ts';
import { LOCAL_BUCKET } from '../../shared/names.ts';
import { holdDataDirectory, keptSecret } from './data-directory.ts';
import { keepDatabaseServer } from './database-server.ts';
import { claimablePort } from './port.ts';
import { importSamples } from './samples.ts';
import { type SupervisedProcess, superviseProcess } from './supervised-process.ts';

export interface Stack {
  readonly url: string;
  /** The first administrator's password, when it was made now. */
  readonly newPassword: string | undefined;
  readonly email: string;
  stop(): Promise<void>;
  /** Ends every process at once, without asking. */
  kill(): void;
}

export interface StackOptions {
  environment: Record<string, string | undefined>;
  /** Run the drivers of the cloud against a stand-in on this machine. */
  awsLocal: boolean;
  log: Log;
}

const EXPORT_WORKERS = 2;
/** Time beyond STOP_GRACE after which a process is killed. */
const KILL_AFTER_MS = 8_000;

const host = (name: string) => new URL(`../hosts/${name}.ts`, import.meta.url);

/**
 * Starts everything one machine needs, in the order of what needs what; stopping goes the other way. When something
 * cannot be started, what was started before it is stopped again.
 */
export async function startStack({ environment, awsLocal, log }: StackOptions): Promise<Stack> {
  const given = readConfig(environment);
  const port = await claimablePort(given.HOST, given.PORT);
  const url = publicUrl({ ...given, PORT: port });
  const closers: (() => Promise<unknown>)[] = [];
  const processes: SupervisedProcess[] = [];
  const stop = async () => {
    for (const close of closers.splice(0)) await close().catch((error) => log.warn('stopping', errorFields(error)));
  };
  try {
    const dataDirectory = resolve(given.DATA_DIR);
    const lock = await holdDataDirectory(dataDirectory, url);
    closers.unshift(() => lock.release());
    const databaseUrl = given.DATABASE_URL || (await ownDatabase(`${dataDirectory}/mysql`, environment, closers, log));
    const applied = await migrateDatabase(databaseUrl);
    if (applied.length > 0) log.info('database migrated', { migrations: applied });

    const child: Record<string, string> = {
      ...definedOnly(environment),
      DATA_DIR: dataDirectory,
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      SECRET: given.SECRET || (await keptSecret(dataDirectory)),
      LOG: given.LOG || (process.stderr.isTTY ? 'pretty' : 'json'),
    };
    const supervise = (name: string, entry: string) => {
      const supervised = superviseProcess({ name, entry: host(entry), environment: child, log });
      processes.push(supervised);
      return supervised;
    };
    if (awsLocal) {
      const standIn = supervise('aws', 'aws-stand-in');
      closers.unshift(() => standIn.stop(KILL_AFTER_MS));
      Object.assign(child, standInEnvironment(await standIn.ready));
    }
    const config = readConfig(child);
    const newPassword = await firstAdmin(config, url);

    const workers = Array.from({ length: EXPORT_WORKERS }, (_, index) =>
      supervise(`export ${index + 1}`, 'export-worker'),
    );
    const served = [
      supervise('ingest', awsLocal ? 'event-source' : 'ingest'),
      supervise('tick', 'tick'),
      ...workers,
      supervise('api', 'api'),
    ];
    closers.unshift(() => Promise.all(served.map((one) => one.stop(config.STOP_GRACE * 1000 + KILL_AFTER_MS))));
    await Promise.all(served.map((one) => one.ready));
    if (config.SAMPLES === '1') await samples(config, log);
    return {
      url,
      newPassword,
      email: config.ADMIN_EMAIL,
      stop,
      kill: () => processes.forEach((one) => void one.kill()),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function ownDatabase(
  directory: string,
  environment: StackOptions['environment'],
  closers: (() => Promise<unknown>)[],
  log: Log,
): Promise<string> {
  const server = await keepDatabaseServer(directory, environment.PATH ?? '', log);
  closers.unshift(() => server.stop());
  return server.url;
}

function definedOnly(environment: StackOptions['environment']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Any keys do: the stand-in checks none. */
function standInEnvironment(ready: Record<string, unknown>): Record<string, string> {
  return {
    OBJECT_STORE: `s3://${LOCAL_BUCKET}`,
    QUEUE: String(ready.queueUrl),
    QUEUE_DEAD_LETTER: String(ready.deadLetterUrl),
    AWS_ENDPOINT_URL: String(ready.url),
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  };
}

async function firstAdmin(config: Config, url: string): Promise<string | undefined> {
  const database = openDatabase(config.DATABASE_URL, 1);
  const settings = { databaseUrl: config.DATABASE_URL, connections: 1, secret: config.SECRET, publicUrl: url };
  const auth = createAuth({ ...settings, trustedOrigins: [] });
  try {
    return await ensureFirstAdmin(auth, database, { email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD });
  } finally {
    await auth.close();
    await database.close();
  }
}

async function samples(config: Config, log: Log): Promise<void> {
  const database = openDatabase(config.DATABASE_URL, 2);
  try {
    await importSamples(config, database, log);
  } finally {
    await database.close();
  }
}
