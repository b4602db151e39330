import type { Caller } from '../../shared/accounts/caller.ts';
import type { Log } from '../../shared/log.ts';

/** What every route finds in Hono's context. Routes below `/api` run only with a caller. */
export interface ApiEnvironment {
  Variables: {
    requestId: string;
    log: Log;
    caller: Caller;
    /** Asks again who sends this request; undefined once they may send none. */
    findCaller: () => Promise<Caller | undefined>;
    /** What our edge says of whoever sent the request; undefined where no edge stands in front of us. */
    viewer?: { origin: string; address: string };
  };
}
