import { fork } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse';
import { readFile } from '../shared/file-reading/read-file.ts';
import { readHeader } from '../shared/imports/header.ts';
import { readRows } from '../shared/imports/read-rows.ts';
import { rowReader } from '../shared/imports/row.ts';
import { posts } from '../shared/ledgers/posts.ts';
import { writePostsFile } from './posts-file.ts';

/**
 * Reading a file of 200,000 rows and 10 columns from disk, a third of its titles quoted with line ends: ours against
 * csv-parse, both with the same checks of every row. A fresh process each time, in turns.
 *
 *     node bench/reading.ts [ROUNDS]
 */
const ROWS = 200_000;

const VARIANTS: Readonly<Record<string, (path: string) => Promise<number>>> = {
  'ours: decode + parse': async (path) => {
    let rows = -1;
    for await (const records of (await readFile(createReadStream(path))).records) rows += records.length;
    return rows;
  },
  'ours: decode + parse + check': async (path) => {
    let rows = 0;
    const { batches } = await readRows(createReadStream(path), posts, { timeZone: 'UTC' });
    for await (const batch of batches) rows += batch.rows.length;
    return rows;
  },
  'csv-parse: decode + parse': async (path) => {
    let rows = -1;
    for await (const _ of createReadStream(path).pipe(parse({ bom: true }))) rows++;
    return rows;
  },
  'csv-parse: decode + parse + check': async (path) => {
    let rows = 0;
    let read: ReturnType<typeof rowReader> | undefined;
    for await (const cells of createReadStream(path).pipe(parse({ bom: true })) as AsyncIterable<string[]>) {
      if (read) rows += 'contentHash' in read(0, cells) ? 1 : 0;
      else read = rowReader(posts, { places: readHeader(posts, cells).places, width: cells.length, timeZone: 'UTC' });
    }
    return rows;
  },
};

interface Round {
  seconds: number;
  peakMegabytes: number;
}

/** In the child: one variant, once. */
async function runOne(variant: string, path: string): Promise<void> {
  const start = performance.now();
  const rows = await VARIANTS[variant]?.(path);
  const seconds = (performance.now() - start) / 1000;
  if (rows !== ROWS) throw new Error(`${variant} read ${rows} rows of ${ROWS}.`);
  process.send?.({ seconds, peakMegabytes: process.resourceUsage().maxRSS / 1024 } satisfies Round);
}

function inFreshProcess(variant: string, path: string): Promise<Round> {
  const { promise, resolve, reject } = Promise.withResolvers<Round>();
  const child = fork(import.meta.filename, [variant, path]);
  child.once('message', (round) => resolve(round as Round));
  child.once('exit', (code) => reject(new Error(`${variant} ended with code ${code} and no result.`)));
  return promise;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

async function compare(rounds: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-reading-'));
  try {
    const path = join(folder, 'posts.csv');
    await writePostsFile(path, ROWS);
    console.log(`${ROWS} rows, ${((await stat(path)).size / 1e6).toFixed(1)} MB, ${rounds} rounds`);
    const results = new Map<string, Round[]>(Object.keys(VARIANTS).map((name) => [name, []]));
    for (let round = 0; round < rounds; round++)
      for (const [name, own] of results) own.push(await inFreshProcess(name, path));
    const seconds = (name: string) => median((results.get(name) ?? []).map((round) => round.seconds));
    for (const [name, own] of results) {
      const raw = own.map((round) => round.seconds.toFixed(2)).join(' ');
      const peak = Math.max(...own.map(({ peakMegabytes }) => peakMegabytes));
      console.log(`${name.padEnd(34)} ${seconds(name).toFixed(3)} s  [${raw}]  RSS ${peak.toFixed(0)} MB`);
    }
    const ratio = seconds('csv-parse: decode + parse + check') / seconds('ours: decode + parse + check');
    console.log(`csv-parse takes ${ratio.toFixed(2)} times as long with the same checks.`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const [first, path] = process.argv.slice(2);
if (path) await runOne(first as string, path);
else await compare(Number(first ?? 5));
