import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { OperationRefused } from '../operation-refused.ts';
import { createDumpReader } from './dump-reader.ts';
import { createManifestReader, differences, type Manifest } from './manifest.ts';

/** The SQL of a backup. @throws the error of a file that is no gzip or is cut off */
export async function* backupText(path: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { signal });
  const text = createGunzip();
  file.on('error', (error) => text.destroy(error));
  try {
    yield* file.pipe(text);
  } finally {
    file.destroy();
  }
}

/**
 * Reads a backup through and compares it with its manifest, so that one that is not whole is refused before anything
 * is touched.
 * @throws OperationRefused saying what is wrong with the file
 */
export async function checkBackup(path: string, signal: AbortSignal): Promise<Manifest> {
  const lines = createManifestReader();
  const reader = createDumpReader(lines.line);
  try {
    for await (const chunk of backupText(path, signal)) reader.push(chunk);
  } catch (error) {
    signal.throwIfAborted();
    throw new OperationRefused(`${path} cannot be read as a backup: ${(error as Error).message}.`, { cause: error });
  }
  if (!lines.closed()) throw new OperationRefused(`${path} is not whole: the closing line of its dump is missing.`);
  const manifest = lines.manifest();
  if (!manifest)
    throw new OperationRefused(
      `${path} is no whole backup of Tallyport: its manifest is missing, cut off or added to.`,
    );
  const wrong = differences(manifest.tables, reader.tables());
  if (wrong) throw new OperationRefused(`${path} is damaged; it does not hold what its manifest says. ${wrong}.`);
  return manifest;
}
