import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const VERSION = '1.5.6-r.1';

/** What we use of it. */
export interface DuckDb {
  run(sql: string): Promise<unknown>;
  /** Rows as objects. */
  rows(sql: string): Promise<Record<string, unknown>[]>;
}

/**
 * DuckDB in this process, which is no dependency of ours: installed once into the user's cache.
 * @returns undefined (with a line that says why) when it cannot be had
 */
export async function openDuckDb(): Promise<DuckDb | undefined> {
  const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), `tallyport-bench/duckdb-${VERSION}`);
  try {
    return await connect(folder);
  } catch {
    console.log(`installing @duckdb/node-api@${VERSION} into ${folder}`);
  }
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), '{"private":true}');
    await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', `@duckdb/node-api@${VERSION}`], {
      cwd: folder,
    });
    return await connect(folder);
  } catch (error) {
    console.log(`DuckDB cannot be had, so it is left out: ${(error as Error).message.split('\n')[0]}`);
    return undefined;
  }
}

async function connect(folder: string): Promise<DuckDb> {
  const { DuckDBInstance } = createRequire(join(folder, 'package.json'))('@duckdb/node-api');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  return {
    run: (sql) => connection.run(sql),
    rows: async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson(),
  };
}
