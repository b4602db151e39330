import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { publishOnce, writeDurably } from './durable-file.ts';
import { MARK_NAME, parseName, tempName } from './file-names.ts';
import { testDirectory } from './self-test.ts';

const MARK = JSON.stringify({ holds: 'counts exports of Tallyport', format: 1 });

/** The export directory cannot be used; the message says why and what to do. */
export class ExportDirectoryRefused extends Error {
  override name = 'ExportDirectoryRefused';
}

/**
 * Makes the export directory when it is absent, and checks that it is ours alone and that its file system locks and
 * renames between two processes.
 * @throws ExportDirectoryRefused
 */
export async function prepareExportDirectory(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await checkAccess(path);
  await checkMark(path);
  const fault = await testDirectory(path);
  if (fault)
    throw new ExportDirectoryRefused(
      `The file system of the export directory ${path} is not fit for it: ${fault} ` +
        'Use a local disk or NFSv4.1 (EFS), not an object store or a folder of one container.',
    );
}

async function checkAccess(path: string): Promise<void> {
  const { uid, mode } = await stat(path);
  const user = process.getuid?.();
  if (uid !== user)
    throw new ExportDirectoryRefused(
      `The export directory ${path} belongs to user ${uid}, this process runs as ${user}. Run all of Tallyport as one user.`,
    );
  if (mode & 0o077)
    throw new ExportDirectoryRefused(
      `Others may enter the export directory ${path} (mode ${(mode & 0o777).toString(8)}). Run chmod 700 on it.`,
    );
}

/** An unmarked directory becomes ours only while it is empty. */
async function checkMark(path: string): Promise<void> {
  const mark = await readMark(path);
  if (mark === MARK) return;
  if (mark !== undefined)
    throw new ExportDirectoryRefused(
      `The export directory ${path} was made by another version of Tallyport (${mark.slice(0, 100)}). Use an empty one.`,
    );
  const foreign = (await readdir(path)).find((name) => name !== MARK_NAME && parseName(name)?.kind !== 'temp');
  // Another process may have marked it and begun to use it meanwhile.
  if (foreign !== undefined && (await readMark(path)) !== MARK)
    throw new ExportDirectoryRefused(
      `The directory ${path} holds files that are not ours (${foreign}). Set COUNTS_EXPORT_DIRECTORY to an empty one.`,
    );
  const temp = join(path, tempName());
  await writeDurably(temp, MARK);
  await publishOnce(temp, join(path, MARK_NAME));
}

async function readMark(path: string): Promise<string | undefined> {
  try {
    return await readFile(join(path, MARK_NAME), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
