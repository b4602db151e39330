import { type FileHandle, open } from 'node:fs/promises';
import { ExportFailure } from './failure.ts';

/** A file while it is written. */
export interface PartFile {
  /** Bytes so far. */
  readonly size: number;
  /** @throws ExportFailure `too_large`; nothing of these bytes is written then */
  write(bytes: Uint8Array): Promise<void>;
  /** Everything is on the disk afterwards. */
  complete(): Promise<void>;
  close(): Promise<void>;
}

/** Makes a new file of mode 0600. */
export async function openPartFile(path: string, maxBytes: number): Promise<PartFile> {
  const file = await open(path, 'wx', 0o600);
  let size = 0;
  return {
    get size() {
      return size;
    },
    async write(bytes) {
      if (size + bytes.byteLength > maxBytes)
        throw new ExportFailure('too_large', `The file would have more than ${maxBytes} bytes. Export less at once.`);
      await writeWhole(file, bytes);
      size += bytes.byteLength;
    },
    async complete() {
      await file.sync();
      await file.close();
    },
    close: () => file.close(),
  };
}

async function writeWhole(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let offset = 0; offset < bytes.byteLength; ) {
    const { bytesWritten } = await file.write(bytes, offset);
    offset += bytesWritten;
  }
}
