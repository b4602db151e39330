/**
 * Every alarm, by the name of its article in docs/runbook.md. Each wakes somebody, so each is something that a person
 * must look at, and says what is in danger.
 */
export const ALARMS = {
  'imports-dead-letters': 'Imports were given up after five tries. Their files are safe in the bucket.',
  'imports-waiting': 'An import has been waiting in the queue for more than 15 minutes.',
  'imports-dispatch-failed': 'The message of an import could not be sent in five tries; it will not arrive by itself.',
  'ingest-failing': 'The ingest function keeps ending with an error, so that whole batches come again.',
  'tick-failing': 'Scheduled tasks and background jobs do not run.',
  'export-worker-silent': 'No export worker has given a sign of life for five minutes; exports cannot be registered.',
  'api-errors': 'More than 1 % of the requests to the API end with an error of ours.',
  'counts-errors': 'Counts or exports end with errors of ours, or no web container is healthy.',
  throttled: 'Lambda turns requests away: a limit of concurrency is reached.',
  'database-connections': 'The database has used 80 % of the connections that it allows.',
  'database-busy': 'The database works at its capacity; everything becomes slow.',
  'database-storage': 'The disk of the database is nearly full (RDS; Aurora grows by itself).',
} as const;

export type AlarmName = keyof typeof ALARMS;
