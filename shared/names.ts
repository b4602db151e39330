/** Names that the code and the cloud's description must agree on. Imports nothing, so that both can import it. */

/** Objects of imports live below this prefix; nothing outside it is ever read on a message's word. */
export const IMPORT_OBJECT_PREFIX = 'imports/';

/** Last part of that object's key. */
export const IMPORT_OBJECT_NAME = 'original';

/** Key of the object that holds an import's original file; derived from the id alone, never from a user's file name. */
export function importObjectKey(importId: string): string {
  return `${IMPORT_OBJECT_PREFIX}${importId}/${IMPORT_OBJECT_NAME}`;
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

/** Sent by our edge with every request: its secret, and what only it knows of whoever sent the request. */
export const ORIGIN_SECRET_HEADER = 'x-tallyport-origin-secret';
export const VIEWER_HOST_HEADER = 'x-tallyport-viewer-host';
export const VIEWER_ADDRESS_HEADER = 'x-tallyport-viewer-address';

/**
 * Connections to the database that one process of each kind may hold at once. The cloud's description adds them up
 * against what the server allows.
 */
export const CONNECTIONS = {
  /** A function answers one request at a time. Health checks have a connection of their own. */
  api: { database: 1, accounts: 1, health: 1 },
  /** One message at a time, and the renewal of its lease; staging has a connection of its own. */
  ingest: { database: 2, staging: 1 },
  /** One task or job at a time, and the renewal of its lease. */
  tick: { database: 2 },
  /** Interactive counts have connections of their own, and each may be stopped by another one. */
  web: { database: 10, accounts: 4, health: 1, counts: 6, stopCounts: 6 },
  /** A generator's, the one that stops its statement, the one that asks for the time. */
  exportWorker: { generator: 1, kill: 1, clock: 1 },
} as const;

/** Where our numbers stand in CloudWatch, and what they are called. */
export const METRIC_NAMESPACE = 'Tallyport';
export const METRICS = {
  importsUnfinished: 'ImportsUnfinished',
  importsNotDispatched: 'ImportsNotDispatched',
  jobsRun: 'JobsRun',
  messagesCarried: 'MessagesCarried',
  messagesRetried: 'MessagesRetried',
  batchMilliseconds: 'BatchMilliseconds',
  exportWorkerBeats: 'ExportWorkerBeats',
  exportMilliseconds: 'ExportMilliseconds',
  exportsFailed: 'ExportsFailed',
} as const;
