import { type FileHandle, open } from 'node:fs/promises';
import { ExportFailure } from './failure.ts';

/** A file while it is written. */
export interface PartFile {
  /** Bytes so far, those still in memory included. */
  readonly size: number;
  /**
   * @returns a promise only when bytes go to the disk: wait for it before the next call
   * @throws ExportFailure `too_large`
   */
  write(text: string): Promise<void> | undefined;
  /** Everything is on the disk afterwards. */
  complete(): Promise<void>;
  close(): Promise<void>;
}

const CHUNK_BYTES = 64 * 1024;

/** Makes a new file of mode 0600. Text is gathered into chunks, so that memory and calls stay few. */
export async function openPartFile(path: string, maxBytes: number): Promise<PartFile> {
  const file = await open(path, 'wx', 0o600);
  let size = 0;
  let texts: string[] = [];
  let gathered = 0;
  const flush = async () => {
    const chunk = Buffer.from(texts.join(''));
    texts = [];
    gathered = 0;
    await writeWhole(file, chunk);
  };
  return {
    get size() {
      return size;
    },
    write(text) {
      const bytes = Buffer.byteLength(text);
      size += bytes;
      gathered += bytes;
      if (size > maxBytes)
        throw new ExportFailure('too_large', `The file would have more than ${maxBytes} bytes. Export less at once.`);
      texts.push(text);
      return gathered >= CHUNK_BYTES ? flush() : undefined;
    },
    async complete() {
      await flush();
      await file.sync();
      await file.close();
    },
    close: () => file.close(),
  };
}

async function writeWhole(file: FileHandle, chunk: Buffer): Promise<void> {
  for (let offset = 0; offset < chunk.length; ) {
    const { bytesWritten } = await file.write(chunk, offset);
    offset += bytesWritten;
  }
}
