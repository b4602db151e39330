import { CancelRequested, ClaimLost } from './claim.ts';

/** A claim that is kept alive while its import is worked on. */
export interface Lease {
  /** Aborts, with the reason, when the claim is lost or somebody cancels the import. */
  readonly signal: AbortSignal;
  end(): void;
}

/**
 * Renews at a third of the lease, one renewal at a time: while the import is committed its row is locked, and what waits
 * for it must not take connections from others. A renewal that fails otherwise is tried again at the next third: the
 * lease ends by itself when none succeeds, and the commit then finds out.
 */
export function keepLease(renew: () => Promise<void>, leaseSeconds: number): Lease {
  const controller = new AbortController();
  let renewing = false;
  const attempt = async () => {
    if (renewing) return;
    renewing = true;
    try {
      await renew();
    } catch (error) {
      if (error instanceof ClaimLost || error instanceof CancelRequested) controller.abort(error);
    } finally {
      renewing = false;
    }
  };
  const timer = setInterval(attempt, (leaseSeconds * 1000) / 3);
  return { signal: controller.signal, end: () => clearInterval(timer) };
}
