import { readConfig } from '../../shared/config/config.ts';
import { withSecretSettings } from '../../shared/config/secret-settings.ts';
import { createLog } from '../../shared/log.ts';
import { xrayTracing } from '../../shared/tracing.ts';
import type { HostedProcess } from './hosted-process.ts';

type LambdaProcess = Pick<HostedProcess, 'config' | 'log' | 'closing' | 'tracing'>;

/**
 * Opens what a Lambda function stands on, at its first event; it stays for the next ones, until Lambda throws the
 * process away. What an attempt that failed has opened is closed, and the next event tries again.
 */
export function openOnce<T>(name: string, open: (process: LambdaProcess) => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined;
  return () => {
    opened ??= attempt(name, open).catch((error) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}

async function attempt<T>(name: string, open: (process: LambdaProcess) => Promise<T>): Promise<T> {
  const closers: (() => Promise<unknown> | unknown)[] = [];
  const config = readConfig(await withSecretSettings(process.env));
  const log = createLog(config.LOG || 'json', { process: name });
  try {
    return await open({ config, log, tracing: xrayTracing(process.env), closing: (close) => closers.unshift(close) });
  } catch (error) {
    for (const close of closers) await close();
    throw error;
  }
}
