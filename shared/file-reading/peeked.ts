/** A stream of bytes of which the beginning was looked at. */
export interface Peeked {
  /** The first bytes, at least as many as were asked for unless the stream is shorter. */
  readonly head: Uint8Array;
  /** The stream is not longer than the head. */
  readonly whole: boolean;
  /** Everything, from the first byte, in the chunks in which it came. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Reads ahead. Whoever does not read `body` calls `close`, so that the source is let go. */
export async function peek(
  source: AsyncIterable<Uint8Array>,
  size: number,
): Promise<Peeked & { close(): Promise<void> }> {
  const iterator = source[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let length = 0;
  let whole = false;
  while (length < size) {
    const next = await iterator.next();
    if (next.done) {
      whole = true;
      break;
    }
    chunks.push(next.value);
    length += next.value.length;
  }
  const close = async () => {
    await iterator.return?.();
  };
  return { head: Buffer.concat(chunks), whole, body: replay(chunks, iterator, close), close };
}

async function* replay(
  chunks: Uint8Array[],
  iterator: AsyncIterator<Uint8Array>,
  close: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  try {
    for (const chunk of chunks.splice(0)) yield chunk;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await close();
  }
}
