import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from './durable-directory.ts';
import { INCOMING_DIRECTORY } from './incoming.ts';
import type { StoredObject } from './object-store.ts';

/** The object under a key, or undefined when there is no such file. */
export async function describeFile(root: string, key: string): Promise<StoredObject | undefined> {
  try {
    const found = await stat(join(root, key));
    return found.isFile() ? { key, size: found.size, modifiedAt: found.mtime } : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Every object whose key begins with `prefix`, in the order of the keys. Objects that vanish meanwhile are left out. */
export async function* listFiles(root: string, prefix: string): AsyncGenerator<StoredObject> {
  const cut = prefix.lastIndexOf('/') + 1;
  for await (const key of keysBelow(root, prefix.slice(0, cut), prefix.slice(cut))) {
    const object = await describeFile(root, key);
    if (object) yield object;
  }
}

async function* keysBelow(root: string, directory: string, start: string): AsyncGenerator<string> {
  // With its "/" a directory sorts among the files exactly as the keys below it do: `a-b`, `a/b`, `a0`.
  const names = (await entriesOf(join(root, directory)))
    .filter((entry) => entry.name !== INCOMING_DIRECTORY && entry.name.startsWith(start))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort();
  for (const name of names) {
    if (name.endsWith('/')) yield* keysBelow(root, directory + name, '');
    else yield directory + name;
  }
}

async function entriesOf(directory: string) {
  try {
    return await readdir(directory, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
