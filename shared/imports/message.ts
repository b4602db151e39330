import * as z from 'zod';
import { IMPORT_OBJECT_PREFIX, importIdOfKey } from '../names.ts';

const location = z.strictObject({
  version: z.literal(1),
  import_id: z.string().regex(/^\d{1,19}$/),
  bucket: z.string().min(1),
  key: z.string().startsWith(IMPORT_OBJECT_PREFIX),
  size: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  request_id: z.string(),
  received_at: z.string(),
});

/** What travels through the queue: where a file lies and which import it is, never the file. */
export type ImportMessage = z.infer<typeof location>;

/**
 * What S3 sends by itself when a bucket notifies this queue; it is bound to come when somebody sets that up.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html
 */
const notice = z.object({
  Records: z
    .array(
      z.object({
        eventSource: z.literal('aws:s3'),
        eventName: z.string(),
        s3: z.object({ bucket: z.object({ name: z.string() }), object: z.object({ key: z.string() }) }),
      }),
    )
    .min(1),
});
const testNotice = z.object({ Service: z.literal('Amazon S3'), Event: z.literal('s3:TestEvent') });

export type QueueMessage =
  | { kind: 'import'; message: ImportMessage }
  /** The store's word that the originals of these imports were put. */
  | { kind: 'uploaded'; importIds: readonly string[] }
  /** The store only tries whether it may send, or tells of what is no original of an import. */
  | { kind: 'nothing' };

/** A message that no import of ours can have sent. It is not acknowledged, so that it ends as a dead letter. */
export class ForeignMessage extends Error {
  override name = 'ForeignMessage';
}

export function encodeMessage(message: ImportMessage): string {
  return JSON.stringify(message);
}

/**
 * @param bucket the only store whose objects are read on a message's word
 * @throws ForeignMessage
 */
export function decodeMessage(body: string, bucket: string): ImportMessage {
  const read = decodeQueueMessage(body, bucket);
  if (read.kind === 'import') return read.message;
  throw new ForeignMessage('The message is not the location of an import.');
}

/** Like decodeMessage, for all that may be in the queue. @throws ForeignMessage */
export function decodeQueueMessage(body: string, bucket: string): QueueMessage {
  const json = parseJson(body);
  const ours = location.safeParse(json);
  if (ours.success) {
    const message = ours.data;
    if (message.bucket !== bucket) throw new ForeignMessage('The message points at a store that is not ours.');
    if (importIdOfKey(message.key) !== message.import_id)
      throw new ForeignMessage('The message points at an object that is not its import.');
    return { kind: 'import', message };
  }
  if (testNotice.safeParse(json).success) return { kind: 'nothing' };
  const told = notice.safeParse(json);
  if (told.success) return uploaded(told.data.Records, bucket);
  throw new ForeignMessage('The message is not the location of an import.');
}

function uploaded(records: z.infer<typeof notice>['Records'], bucket: string): QueueMessage {
  const importIds = records.flatMap(({ eventName, s3 }) => {
    const key = objectKey(s3.object.key);
    if (s3.bucket.name !== bucket || !key?.startsWith(IMPORT_OBJECT_PREFIX))
      throw new ForeignMessage('The notice is about a store or an object that is not ours.');
    const importId = importIdOfKey(key);
    return eventName.startsWith('ObjectCreated:') && importId ? [importId] : [];
  });
  return importIds.length > 0 ? { kind: 'uploaded', importIds } : { kind: 'nothing' };
}

/** Keys in notices are encoded like a form: a space is a plus sign. */
function objectKey(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
