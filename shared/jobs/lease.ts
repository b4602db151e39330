import { errorFields, type Log } from '../log.ts';

/** The reason of a signal: someone else may own the work now, so whatever it would still write is thrown away. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
  constructor() {
    super('The lease of this run has ended and its work may be running elsewhere.');
  }
}

export interface Lease {
  /** Length of the lease; it is renewed each third of it. */
  seconds: number;
  /** @returns false when the lease is no longer ours. An error is logged, and the next third tries again. */
  renew(): Promise<boolean>;
  log: Pick<Log, 'warn'>;
}

/**
 * Runs `work` while its lease is renewed. The signal it gets aborts when `stop` does or when the lease was lost.
 * Work whose stop has come already is not begun. A handler that blocks the event loop for the whole length loses its lease.
 */
export async function underLease<T>(
  lease: Lease,
  stop: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T> | T,
): Promise<T> {
  stop?.throwIfAborted();
  const lost = new AbortController();
  let renewal: Promise<void> = Promise.resolve();
  const renew = async () => {
    try {
      if (!(await lease.renew())) lost.abort(new LeaseLost());
    } catch (error) {
      lease.log.warn('A lease could not be renewed; it is tried again before the lease ends.', errorFields(error));
    }
  };
  const timer = setInterval(
    () => {
      // One at a time: a renewal that hangs must not pile up connections.
      renewal = renewal.then(renew);
    },
    (lease.seconds * 1000) / 3,
  );
  try {
    return await work(stop ? AbortSignal.any([stop, lost.signal]) : lost.signal);
  } finally {
    clearInterval(timer);
    await renewal;
  }
}
