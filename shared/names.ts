/** Names that the code and the cloud's description must agree on. Imports nothing, so that both can import it. */

/** Objects of imports live below this prefix; nothing outside it is ever read on a message's word. */
export const IMPORT_OBJECT_PREFIX = 'imports/';

/** Key of the object that holds an import's original file; derived from the id alone, never from a user's file name. */
export function importObjectKey(importId: string): string {
  return `${IMPORT_OBJECT_PREFIX}${importId}/original`;
}

/** Key of the object that holds the complete report of an import's row errors. */
export function errorReportKey(importId: string): string {
  return `${IMPORT_OBJECT_PREFIX}${importId}/errors.csv`;
}

/** The id of the import whose original lies under this key; undefined for every other key. */
export function importIdOfKey(key: string): string | undefined {
  const [importId = '', rest] = key.slice(IMPORT_OBJECT_PREFIX.length).split('/');
  return /^\d{1,18}$/.test(importId) && rest !== undefined && importObjectKey(importId) === key ? importId : undefined;
}

/** The queue that carries imports' locations, and its dead-letter queue. */
export const IMPORT_QUEUE = 'tallyport-imports';
export const IMPORT_DEAD_LETTER_QUEUE = 'tallyport-imports-dead';

/** The bucket used when everything runs on this machine against a stand-in (`bin/start --aws-local`). */
export const LOCAL_BUCKET = 'tallyport-files';

/** Receives after which a message becomes a dead letter. */
export const IMPORT_MAX_RECEIVES = 5;
