import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { importObjectKey } from '../names.ts';
import type { ObjectStore, SignedUpload } from '../object-store/object-store.ts';
import { type AdmissionSettings, admitImport, type NewImport } from './admit.ts';
import { findDuplicate } from './duplicate.ts';
import { optionsText } from './options.ts';

export interface AnnounceDependencies {
  readonly database: Database;
  readonly store: Pick<ObjectStore, 'bucket' | 'signUpload'>;
  readonly settings: AdmissionSettings & Pick<Config, 'IMPORT_MAX_BYTES' | 'IMPORT_UPLOAD_EXPIRY'>;
}

/** A file that its sender will put into the store by themselves. `size` in bytes, `sha256` in hex. */
export interface Announcement extends NewImport {
  readonly size: number;
  readonly sha256: string;
}

export type Announced =
  | { kind: 'awaiting'; importId: string; upload: SignedUpload }
  | { kind: 'duplicate'; importId: string }
  /** The Idempotency-Key came before with the same announcement; its file has arrived since. */
  | { kind: 'repeated'; importId: string }
  | { kind: 'other_body' }
  | { kind: 'running' }
  | { kind: 'too_many' }
  | { kind: 'too_large' };

/** Makes the import and a URL that takes exactly the announced bytes. */
export async function announceImport(
  { database, store, settings }: AnnounceDependencies,
  asked: Announcement,
  now = new Date(),
): Promise<Announced> {
  if (asked.size > settings.IMPORT_MAX_BYTES) return { kind: 'too_large' };
  const same = { ...asked, options: optionsText(asked.options) };
  const of = asked.force ? undefined : await findDuplicate(database, same, asked.user);
  if (of) return { kind: 'duplicate', importId: of };
  const admission = await admitImport(database, settings, store.bucket, asked, asked);
  if (admission.kind === 'too_many') return admission;
  const importId = admission.kind === 'admitted' ? admission.importId : admission.earlier.importId;
  if (admission.kind === 'repeated') {
    const { state, sha256, bytes, filename } = admission.earlier;
    if (state === 'receiving') return { kind: 'running' };
    if (sha256 !== asked.sha256 || bytes !== asked.size || filename !== asked.filename) return { kind: 'other_body' };
    if (state !== 'awaiting_upload') return { kind: 'repeated', importId };
  }
  const { size, sha256 } = asked;
  const expiresAt = new Date(now.getTime() + settings.IMPORT_UPLOAD_EXPIRY * 1000);
  return {
    kind: 'awaiting',
    importId,
    upload: await store.signUpload(importObjectKey(importId), { size, sha256, expiresAt }),
  };
}
