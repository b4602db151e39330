import type { AnnounceDependencies } from '../../shared/imports/announce.ts';
import type { ReceiveDependencies } from '../../shared/imports/receive.ts';
import type { ObjectStore } from '../../shared/object-store/object-store.ts';

/** What the routes of imports stand on. */
export type ImportRouteDependencies = Omit<ReceiveDependencies, 'store' | 'settings'> & {
  readonly store: ObjectStore;
  readonly settings: ReceiveDependencies['settings'] & AnnounceDependencies['settings'];
};
