import { resolve } from 'node:path';
import { type Config, publicUrl, readConfig } from '../../shared/config/config.ts';
import { errorFields, type Log } from '../../shared/log.ts';
import { LOCAL_BUCKET } from '../../shared/names.ts';
import { INGEST_NODE_OPTIONS } from '../ingest/node-options.ts';
import { holdDataDirectory, keptSecret } from './data-directory.ts';
import { prepareDatabase, prepareFirstAdmin } from './database.ts';
import { claimablePort } from './port.ts';
import { importSamples } from './samples.ts';
import { type SupervisedProcess, superviseProcess } from './supervised-process.ts';

export interface Stack {
  readonly url: string;
  stop(): Promise<void>;
}

export interface StackOptions {
  environment: Record<string, string | undefined>;
  /** Run the drivers of the cloud against a stand-in on this machine. */
  awsLocal: boolean;
  log: Log;
  /** Breaks the start off between two steps. */
  stopping: AbortSignal;
  /** Told at once: the password is kept nowhere. */
  onNewPassword(email: string, password: string): void;
  /** Gets what ends every process at once, without asking. */
  onProcess(kill: () => void): void;
}

const EXPORT_WORKERS = 2;
/** Time beyond STOP_GRACE after which a process is killed. */
const KILL_AFTER_MS = 8_000;

const host = (name: string) => new URL(`../hosts/${name}.ts`, import.meta.url);

/**
 * Starts everything one machine needs, in the order of what needs what; stopping goes the other way. When something
 * cannot be started, or the start is broken off, what was started before is stopped again.
 * @throws StartFailed, ConfigError, or the signal's reason
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { environment, log, stopping } = options;
  const closers: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of closers.splice(0)) await close().catch((error) => log.warn('stopping', errorFields(error)));
  };
  try {
    const given = readConfig(environment);
    const dataDirectory = resolve(given.DATA_DIR);
    const held = await holdDataDirectory(dataDirectory);
    closers.unshift(() => held.release());
    const port = await claimablePort(given.HOST, given.PORT);
    const url = publicUrl({ ...given, PORT: port });
    const closing = (close: () => Promise<unknown>) => closers.unshift(close);
    const places = { config: { ...given, DATA_DIR: dataDirectory }, dataDirectory };
    const path = environment.PATH ?? '';
    const databaseUrl = await prepareDatabase({ ...places, path, closing, stopping, log });
    stopping.throwIfAborted();
    const child: Record<string, string> = {
      ...definedOnly(environment),
      DATA_DIR: dataDirectory,
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      SECRET: given.SECRET || (await keptSecret(dataDirectory)),
      LOG: given.LOG || (process.stderr.isTTY ? 'pretty' : 'json'),
    };
    const config = await serve(options, child, closers);
    await held.announce(url);
    if (config.SAMPLES === '1') await importSamples(config, log);
    stopping.throwIfAborted();
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts the processes and waits until each of them serves. */
async function serve(
  { awsLocal, log, stopping, onNewPassword, onProcess }: StackOptions,
  child: Record<string, string>,
  closers: (() => Promise<unknown>)[],
): Promise<Config> {
  const supervise = (name: string, entry: string, nodeOptions: readonly string[] = []) => {
    const supervised = superviseProcess({ name, entry: host(entry), environment: child, nodeOptions, log });
    onProcess(supervised.kill);
    return supervised;
  };
  if (awsLocal) {
    const standIn = supervise('aws', 'aws-stand-in');
    closers.unshift(() => standIn.stop(KILL_AFTER_MS));
    Object.assign(child, standInEnvironment(await unlessAborted(standIn.ready, stopping)));
  }
  const config = readConfig(child);
  const password = await prepareFirstAdmin(config);
  if (password) onNewPassword(config.ADMIN_EMAIL, password);
  stopping.throwIfAborted();
  const served: SupervisedProcess[] = [
    supervise('ingest', awsLocal ? 'event-source' : 'ingest', INGEST_NODE_OPTIONS),
    ...(config.WORKER === '1' ? [supervise('tick', 'tick')] : []),
    ...Array.from({ length: EXPORT_WORKERS }, (_, index) => supervise(`export ${index + 1}`, 'export-worker')),
    supervise('api', 'api'),
  ];
  closers.unshift(() => Promise.all(served.map((one) => one.stop(config.STOP_GRACE * 1000 + KILL_AFTER_MS))));
  await unlessAborted(Promise.all(served.map((one) => one.ready)), stopping);
  return config;
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  return Promise.race([work, aborted]);
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
