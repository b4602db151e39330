import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

const DIRECTORY = new URL('./migrations/', import.meta.url);

/** A migration as the code has it. */
export interface Migration {
  version: number;
  name: string;
  sha256: string;
  statements: string[];
}

/** All of them, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(DIRECTORY)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(new URL(file, DIRECTORY), 'utf8');
      return {
        version: Number.parseInt(file, 10),
        name: file.replace(/\.sql$/, ''),
        sha256: createHash('sha256').update(text).digest('hex'),
        statements: splitStatements(text),
      };
    }),
  );
}

/** Statements end with `;` at the end of a line; `--` starts a comment line. */
function splitStatements(text: string): string[] {
  return text
    .replace(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean);
}
