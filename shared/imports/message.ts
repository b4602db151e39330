import * as z from 'zod';
import { IMPORT_OBJECT_PREFIX } from '../names.ts';

const schema = z.strictObject({
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
export type ImportMessage = z.infer<typeof schema>;

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
  const result = schema.safeParse(parseJson(body));
  if (!result.success) throw new ForeignMessage('The message is not the location of an import.');
  if (result.data.bucket !== bucket) throw new ForeignMessage('The message points at a store that is not ours.');
  return result.data;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
