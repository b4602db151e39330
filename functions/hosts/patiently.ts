import { setTimeout as sleep } from 'node:timers/promises';
import { ExportDirectoryRefused } from '../../shared/export-queue/prepare-directory.ts';
import { errorFields } from '../../shared/log.ts';
import type { HostedProcess } from './hosted-process.ts';

const LONGEST_PAUSE_MS = 15_000;

/**
 * Opens what a container stands on, and waits for it when it is away: a container that ended would only be started
 * again, sooner than a database is back. What cannot become right by waiting is thrown.
 * @throws ExportDirectoryRefused, or the signal's reason
 */
export async function patiently<T>(
  { log, stopping }: Pick<HostedProcess, 'log' | 'stopping'>,
  open: () => Promise<T>,
): Promise<T> {
  for (let pause = 500; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await open();
    } catch (error) {
      if (error instanceof ExportDirectoryRefused) throw error;
      log.warn('the container waits for what it stands on', errorFields(error));
      await sleep(pause, undefined, { signal: stopping });
    }
  }
}
