import { CancelRequested, ClaimLost } from './claim.ts';

/** A claim that is kept alive while its import is worked on. */
export interface Lease {
  /** Aborts, with the reason, when the claim is lost or somebody cancels the import. */
  readonly signal: AbortSignal;
  end(): void;
}

/**
 * Renews at a third of the lease. A renewal that fails otherwise is tried again at the next third: the lease ends by
 * itself when none succeeds, and the commit then finds out.
 */
export function keepLease(renew: () => Promise<void>, leaseSeconds: number): Lease {
  const controller = new AbortController();
  const attempt = () =>
    renew().catch((error) => {
      if (error instanceof ClaimLost || error instanceof CancelRequested) controller.abort(error);
    });
  const timer = setInterval(attempt, (leaseSeconds * 1000) / 3);
  return { signal: controller.signal, end: () => clearInterval(timer) };
}
