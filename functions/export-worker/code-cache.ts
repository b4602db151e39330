import { mkdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Makes a directory in DATA_DIR where Node keeps what it has compiled.
 * @returns undefined when there can be none, or when it is somebody else's: what lies there is run
 */
export function codeCacheIn(dataDirectory: string): string | undefined {
  const path = resolve(dataDirectory, 'code_cache');
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const { uid, mode } = statSync(path);
    return uid === process.getuid?.() && (mode & 0o022) === 0 ? path : undefined;
  } catch {
    return undefined;
  }
}
