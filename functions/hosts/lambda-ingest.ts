import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { readConfig } from '../../shared/config/config.ts';
import { openDatabase } from '../../shared/database/database.ts';
import { ingestMessage } from '../../shared/imports/ingest.ts';
import { createLog } from '../../shared/log.ts';
import { openObjectStore } from '../../shared/object-store/open.ts';
import { ingestBatch } from '../ingest/ingest-batch.ts';

/** A function works on one message at a time, and renews its lease meanwhile. */
const CONNECTIONS = 2;

let opened: ReturnType<typeof open> | undefined;

/** The Lambda function behind the queue; what it opened stays for the next batch. */
export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  opened ??= open();
  const { ingest, log } = await opened;
  return ingestBatch(event, ingest, log);
}

async function open() {
  const config = readConfig(process.env);
  const log = createLog(config.LOG || 'json', { process: 'ingest' });
  const database = openDatabase(config.DATABASE_URL, CONNECTIONS);
  const store = await openObjectStore(config);
  const dependencies = { database, store, leaseSeconds: config.IMPORT_LEASE, log };
  return { ingest: (body: string) => ingestMessage(dependencies, body), log };
}
