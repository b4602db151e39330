import { createHash } from 'node:crypto';

/** The body that came is not the one that was announced. */
export class WrongBody extends Error {
  override name = 'WrongBody';
  readonly field: 'size' | 'sha256';
  constructor(field: 'size' | 'sha256', message: string) {
    super(message);
    this.field = field;
  }
}

/**
 * Passes a body on and breaks it off when it is not what was announced. The check of the whole comes before the end,
 * so a store that publishes only whole bodies publishes nothing else.
 * @param expected size in bytes, hex digest
 * @throws WrongBody while being read
 */
export async function* checkedBody(
  body: AsyncIterable<Uint8Array>,
  expected: { size: number; sha256: string },
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > expected.size)
      throw new WrongBody('size', `The body has more than the ${expected.size} bytes announced.`);
    hash.update(chunk);
    yield chunk;
  }
  if (size < expected.size) {
    throw new WrongBody('size', `The body has ${size} bytes instead of the ${expected.size} announced.`);
  }
  const sha256 = hash.digest('hex');
  if (sha256 !== expected.sha256) {
    throw new WrongBody('sha256', `The body has the SHA-256 ${sha256} instead of the announced ${expected.sha256}.`);
  }
}
