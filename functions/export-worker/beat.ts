import { errorFields, type Log } from '../../shared/log.ts';

interface Beating {
  heartbeatSeconds: number;
  hangSeconds: number;
  log: Log;
  giveUp(why: string): void;
}

/**
 * Calls `beat` again and again, one at a time, by a timer of its own: no work of this process holds it up but a busy
 * event loop. Gives up when none succeeds for `hangSeconds`, also when one never returns. Time in which this process stood
 * still does not count, since nothing was tried in it.
 */
export function startBeating(beat: () => Promise<void>, options: Beating): { stop(): Promise<void> } {
  const { heartbeatSeconds, hangSeconds, log, giveUp } = options;
  let inVain = 0;
  let current: Promise<void> | undefined;
  const once = async () => {
    try {
      await beat();
      inVain = 0;
    } catch (error) {
      log.warn('a heartbeat of the export worker failed', errorFields(error));
    }
    current = undefined;
  };
  const timer = setInterval(() => {
    if (inVain * heartbeatSeconds > hangSeconds) giveUp(`The export directory has not answered for ${hangSeconds} s.`);
    inVain++;
    current ??= once();
  }, heartbeatSeconds * 1000);
  return {
    async stop() {
      clearInterval(timer);
      await current;
    },
  };
}
