import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Data that others made, beside the project; it is not part of it. */
const DIRECTORY = join(import.meta.dirname, '../../../shared/data');

/** @returns the folder, or undefined (with a line that says so) when it is absent */
export function sharedData(name: string): string | undefined {
  const path = join(DIRECTORY, name);
  if (existsSync(path)) return path;
  console.log(`skipped: ../shared/data/${name} is absent`);
  return undefined;
}
