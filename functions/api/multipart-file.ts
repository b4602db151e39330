import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy';
import { BodyFault } from './body-fault.ts';
import { plainFilename } from './plain-filename.ts';
import { Problem } from './problem.ts';
import type { SentFile } from './sent-file.ts';

const FIELD = 'file';
/** A form of ours has one part; this bounds what others cost. */
const LIMITS = { parts: 20, fields: 20, fieldSize: 65_536, headerPairs: 50, headerSize: 16_384 };

/**
 * The field `file` of a form, as it comes in. Its end is told only when the whole form was read to its end.
 * @throws Problem 422 when there is no such field or the form cannot be read
 */
export async function multipartFile(request: Request): Promise<SentFile> {
  const form = await openForm(request.headers.get('content-type') ?? '');
  const source = Readable.fromWeb((request.body ?? new Blob([]).stream()) as NodeReadableStream);
  const { promise: first, resolve, reject } = Promise.withResolvers<Omit<SentFile, 'body'> & { stream: Readable }>();
  let fault: BodyFault | undefined;
  let found = false;
  form.on('file', (field: string, stream: BusboyFileStream, filename: string, _encoding: string, type: string) => {
    // The form's own error tells more than its part's.
    stream.on('error', () => {});
    if (field === FIELD && !found) {
      found = true;
      resolve({ filename: plainFilename(filename ?? ''), contentType: type, stream });
      return;
    }
    if (field === FIELD)
      fault = new BodyFault('second_file', 'The form has more than one field "file"; send one file.');
    stream.resume();
  });
  const whole: Promise<unknown> = pipeline(source, form);
  whole.then(
    () => reject(new Problem(422, 'no-file', 'The form has no field "file" with a file in it.')),
    (error) => reject(new Problem(400, 'broken-form', `The form could not be read: ${error.message}.`)),
  );
  const { stream, ...described } = await first;
  return { ...described, body: bytes(stream, whole, () => fault) };
}

async function openForm(contentType: string): Promise<BusboyInstance> {
  // Builds its tables when it is loaded, which most requests need not wait for.
  const { Busboy } = await import('@fastify/busboy');
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: LIMITS });
  } catch {
    throw new Problem(422, 'broken-form', 'The Content-Type of the form names no boundary.');
  }
}

async function* bytes(
  stream: Readable,
  whole: Promise<unknown>,
  fault: () => BodyFault | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of untilEnd(stream, whole)) yield chunk;
    await whole;
  } catch (error) {
    throw new BodyFault(
      'broken_form',
      `The form broke off before its end (${(error as Error).message}). Send it again.`,
    );
  } finally {
    stream.destroy();
  }
  const found = fault();
  if (found) throw found;
}

/** A part whose form broke never ends by itself. */
async function* untilEnd(stream: Readable, whole: Promise<unknown>): AsyncGenerator<Uint8Array> {
  whole.catch((error) => stream.destroy(error));
  yield* stream;
}
