import { randomBytes } from 'node:crypto';
import { stat, statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { prepareExportDirectory } from '../../export-queue/prepare-directory.ts';
import type { ObjectStore } from '../../object-store/object-store.ts';
import type { Queue } from '../../queue/queue.ts';
import { type Check, fault, ok, warning } from './finding.ts';

/** A file system below both of these is nearly full. */
const FREE_BYTES = 1024 ** 3;
const FREE_SHARE = 0.05;

export interface StorageParts {
  settings: Pick<Config, 'OBJECT_STORE' | 'COUNTS_EXPORT_DIRECTORY' | 'DATA_DIR' | 'EXPORT_STORAGE_BYTES'>;
  store: () => Promise<Pick<ObjectStore, 'put' | 'get' | 'delete'>>;
  queue: () => Promise<Pick<Queue, 'depth'>>;
}

export function storageChecks({ settings, store, queue }: StorageParts): Check[] {
  const exports = resolve(settings.COUNTS_EXPORT_DIRECTORY);
  return [
    { name: 'object store', look: async () => tryStore(await store(), settings.OBJECT_STORE) },
    { name: 'queue', look: async () => lookAtQueue(await queue()) },
    { name: 'export directory', look: () => tryExports(exports) },
    { name: 'free space', look: () => freeSpace(settings, exports) },
  ];
}

async function tryStore(store: Pick<ObjectStore, 'put' | 'get' | 'delete'>, where: string) {
  const key = `doctor/${randomBytes(8).toString('hex')}`;
  const content = randomBytes(1024);
  try {
    await store.put(key, [content] as never, { maxBytes: content.length });
    const { body } = await store.get(key);
    const read = Buffer.concat(await body.toArray());
    if (!read.equals(content))
      return fault(`${where} gave back other bytes than were put.`, 'Check its disk; put no cache before it.');
    await store.delete(key);
    return ok(`An object was put into ${where}, read and deleted.`);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return fault(
      `${where} does not take and give an object (${code ?? message}).`,
      where.startsWith('s3:')
        ? 'Check the bucket, its region, the credentials and their rights (GetObject, PutObject, DeleteObject, ListBucket).'
        : 'Check that the directory is there, is a directory, is yours and is on a disk that takes writes.',
    );
  }
}

async function lookAtQueue(queue: Pick<Queue, 'depth'>) {
  const { dead, visible, inFlight } = await queue.depth();
  if (dead > 0)
    return fault(
      `${dead} dead letters stay in the queue: imports were given up, and nobody could mark them.`,
      'docs/runbook.md, "imports-dead-letters".',
    );
  return ok(`It answers; ${visible} messages wait, ${inFlight} are worked on.`);
}

async function tryExports(path: string) {
  if (!(await stat(path).catch(() => undefined)))
    return fault(`The export directory ${path} is not there.`, 'bin/start makes it; or set COUNTS_EXPORT_DIRECTORY.');
  try {
    await prepareExportDirectory(path);
    return ok(`${path} is ours alone; two processes lock and rename in it.`);
  } catch (error) {
    return fault((error as Error).message, 'Mend that; the export workers refuse the directory until then.');
  }
}

async function freeSpace({ DATA_DIR, OBJECT_STORE, EXPORT_STORAGE_BYTES }: StorageParts['settings'], exports: string) {
  const [, objects] = /^directory:(.+)$/.exec(OBJECT_STORE) ?? [];
  const places = [...new Set([DATA_DIR, exports, ...(objects ? [objects] : [])].map((path) => resolve(path)))];
  const findings = [];
  for (const place of places) {
    const found = await statfs(place).catch(() => undefined);
    if (!found) continue;
    const free = found.bavail * found.bsize;
    const share = found.blocks ? found.bavail / found.blocks : 1;
    const told = `${place} has ${Math.round(free / 1024 ** 2)} MiB free (${Math.floor(share * 100)} %)`;
    if (free < FREE_BYTES && share < FREE_SHARE)
      findings.push(fault(`${told}.`, 'Make room, or move it to a larger disk; docs/runbook.md, "disk-full".'));
    else if (place === exports && free < EXPORT_STORAGE_BYTES)
      findings.push(
        warning(
          `${told}, and exports may take ${EXPORT_STORAGE_BYTES} bytes.`,
          'Make room, or lower EXPORT_STORAGE_BYTES.',
        ),
      );
    if (found.files > 0 && found.ffree === 0)
      findings.push(fault(`${place} has no room for another file (inodes).`, 'Delete small files there.'));
  }
  return findings.length ? findings : ok('There is room.');
}
