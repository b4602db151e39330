import { errorFields, type Log } from '../../shared/log.ts';

interface Beating {
  heartbeatSeconds: number;
  hangSeconds: number;
  log: Log;
  giveUp(why: string): void;
}

/**
 * Calls `beat` again and again, one at a time, by a timer of its own: no work of this process holds it up but a busy
 * event loop. Gives up when none succeeds for `hangSeconds`, also when one never returns.
 */
export function startBeating(beat: () => Promise<void>, options: Beating): { stop(): Promise<void> } {
  const { heartbeatSeconds, hangSeconds, log, giveUp } = options;
  let last = performance.now();
  let current: Promise<void> | undefined;
  const once = async () => {
    try {
      await beat();
      last = performance.now();
    } catch (error) {
      log.warn('a heartbeat of the export worker failed', errorFields(error));
    }
    current = undefined;
  };
  const timer = setInterval(() => {
    if (performance.now() - last > (hangSeconds + heartbeatSeconds) * 1000)
      giveUp(`The export directory has not answered for ${hangSeconds} s.`);
    current ??= once();
  }, heartbeatSeconds * 1000);
  return {
    async stop() {
      clearInterval(timer);
      await current;
    },
  };
}
