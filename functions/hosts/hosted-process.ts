import { type Config, ConfigError, readConfig } from '../../shared/config/config.ts';
import { withSecretSettings } from '../../shared/config/secret-settings.ts';
import { createLog, errorFields, type Log } from '../../shared/log.ts';
import { SecretUnavailable } from '../../shared/secrets/read-secret.ts';
import { noTracing, type Tracing } from '../../shared/tracing.ts';
import './node-version.ts';

/** What a process of ours gets to live with. */
export interface HostedProcess {
  readonly config: Config;
  readonly log: Log;
  readonly tracing: Tracing;
  /** Fires when the process is to end: SIGTERM, Ctrl-C (when nobody above handles it), or its starter is gone. */
  readonly stopping: AbortSignal;
  /** Registers something to be closed at the end; the last one opened is closed first. */
  closing(close: () => Promise<unknown> | unknown): void;
  /** Tells the starter that this process serves. */
  ready(): void;
}

/** What the parts of a process are wired from. */
export type WiredProcess = Pick<HostedProcess, 'config' | 'log' | 'closing'> & Partial<Pick<HostedProcess, 'tracing'>>;

/** Time beyond STOP_GRACE for closing what was opened. */
const CLOSING_MS = 5_000;
/** A starter that is gone was killed: its next start must not meet what this one left. */
const ORPHAN_MS = 1_000;

/**
 * Runs one process: settings, log, signals, orderly end. `run` returns when its work has ended, at the latest some
 * time after `stopping` fired. Under a starter (an IPC channel) Ctrl-C is the starter's to handle.
 */
export async function hostProcess(name: string, run: (process: HostedProcess) => Promise<void>): Promise<void> {
  const config = await configOrExit();
  const log = createLog(config.LOG || (process.stderr.isTTY ? 'pretty' : 'json'), { process: name });
  const stop = new AbortController();
  const closers: (() => Promise<unknown> | unknown)[] = [];
  const end = (graceMs: number) => {
    stop.abort();
    setTimeout(() => {
      log.error('the process did not end in time');
      process.exit(1);
    }, graceMs).unref();
  };
  const endInOrder = () => end(config.STOP_GRACE * 1000 + CLOSING_MS);
  process.on('SIGTERM', endInOrder);
  process.on('SIGINT', process.connected ? () => {} : endInOrder);
  process.on('disconnect', () => end(ORPHAN_MS));
  try {
    await run({
      config,
      log,
      tracing: noTracing,
      stopping: stop.signal,
      closing: (close) => closers.unshift(close),
      ready: () => process.send?.({ ready: true }),
    });
  } catch (error) {
    log.error('the process ends on an error', { ...errorFields(error), stack: (error as Error).stack });
    process.exitCode = 1;
  }
  for (const close of closers)
    await (async () => close())().catch((error) => log.warn('something could not be closed', errorFields(error)));
  process.exit();
}

async function configOrExit(): Promise<Config> {
  try {
    return readConfig(await withSecretSettings(process.env));
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof SecretUnavailable)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(2);
  }
}

/** Resolves when the signal fires. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
