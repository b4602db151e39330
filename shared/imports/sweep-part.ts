import type { Config } from '../config/config.ts';
import type { Log } from '../log.ts';
import type { ObjectStore } from '../object-store/object-store.ts';
import type { Dispatch } from './dispatch.ts';

export interface SweepDependencies extends Dispatch {
  readonly store: Pick<ObjectStore, 'get' | 'delete'>;
  readonly settings: Pick<
    Config,
    'IMPORT_RECEIVING_GRACE' | 'IMPORT_AWAITING_GRACE' | 'IMPORT_QUEUED_GRACE' | 'IMPORT_MAX_RESCUES'
  >;
  readonly log: Log;
}

/** When it is, by a clock that is passed; the database's by default. And the stop that ends a sweep early. */
export interface SweepTime {
  readonly now?: Date | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** One kind of leftover. @returns how many were repaired */
export type SweepPart = (dependencies: SweepDependencies, time: SweepTime) => Promise<number>;
