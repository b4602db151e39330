import { Problem } from './problem.ts';

export interface TurnLimits {
  /** Turns at once, of everybody and of one user. */
  readonly total: number;
  readonly perUser: number;
  /** How many of one user may wait, and for how long. */
  readonly waitingPerUser: number;
  readonly waitSeconds: number;
}

export interface Turns {
  /**
   * Waits for a turn. @returns what ends it
   * @throws Problem 429 when too many wait or the wait was too long; the signal's reason when it fires before
   */
  take(userId: string, signal: AbortSignal): Promise<() => void>;
}

interface Turn {
  readonly userId: string;
}
interface Waiting extends Turn {
  begin(): void;
}

/**
 * Lets requests of this process take turns: the one that waited longest goes first, unless its user has as many turns
 * as one user may have. So nobody waits behind somebody else's many requests.
 */
export function createTurns({ total, perUser, waitingPerUser, waitSeconds }: TurnLimits): Turns {
  const running: Turn[] = [];
  const queue: Waiting[] = [];
  const count = (of: readonly Turn[], userId: string) => of.filter((one) => one.userId === userId).length;
  const fits = ({ userId }: Turn) => running.length < total && count(running, userId) < perUser;

  const begin = (userId: string) => {
    const turn = { userId };
    running.push(turn);
    return () => {
      if (!running.includes(turn)) return;
      running.splice(running.indexOf(turn), 1);
      const next = queue.findIndex(fits);
      if (next >= 0) queue.splice(next, 1)[0]?.begin();
    };
  };

  return {
    take(userId, signal) {
      if (fits({ userId })) return Promise.resolve(begin(userId));
      if (count(queue, userId) >= waitingPerUser) return Promise.reject(tooBusy());
      return new Promise((resolve, reject) => {
        const late = AbortSignal.timeout(waitSeconds * 1000);
        const stop = AbortSignal.any([signal, late]);
        const leave = () => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(signal.aborted ? signal.reason : tooBusy());
        };
        const waiting: Waiting = {
          userId,
          begin() {
            stop.removeEventListener('abort', leave);
            resolve(begin(userId));
          },
        };
        if (stop.aborted) return reject(stop.reason);
        stop.addEventListener('abort', leave, { once: true });
        queue.push(waiting);
      });
    },
  };
}

function tooBusy(): Problem {
  return new Problem(429, 'busy', 'Too many of your counts are running or waiting. Try again in some seconds.', {
    headers: { 'Retry-After': '5' },
  });
}
