import { Problem } from './problem.ts';

/** The largest JSON body that any of our requests needs, several times over. */
const MAX_BYTES = 1_048_576;

/** Reads a JSON body. @throws Problem 400, 413 */
export async function readJson(request: Request): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw new Problem(413, 'too-large', `A request may have at most ${MAX_BYTES} bytes.`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new Problem(400, 'not-json', 'The body of this request must be JSON.');
  }
}
