import { Problem } from './problem.ts';

/** The largest JSON body that any of our requests needs, several times over. */
export const JSON_MAX_BYTES = 1_048_576;

/** Reads a JSON body. @throws Problem 400, 413 */
export async function readJson(request: Request): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > JSON_MAX_BYTES) throw jsonTooLarge();
    chunks.push(chunk);
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw new Problem(400, 'not-json', 'The body of this request must be JSON in UTF-8.');
  }
}

export function jsonTooLarge(): Problem {
  return new Problem(413, 'too-large', `A JSON body may have at most ${JSON_MAX_BYTES} bytes.`);
}
