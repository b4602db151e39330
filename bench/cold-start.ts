import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleFunctions } from '../bin/bundle.ts';
import { hotPart } from '../bin/hot-part.ts';

/**
 * What a cold start loads before it answers: the built API and ingest functions against a bare Hono app, each import in
 * a fresh process, in turns; medians and rounds. The machine's own start of Node is not counted.
 *
 *     node bench/cold-start.ts [ROUNDS]
 */
const GOALS = { api: { ms: 100, bytes: 1_300_000 }, ingest: { ms: 120, bytes: 1_300_000 } } as const;

const BARE = `import { Hono } from 'hono'; import { handle } from 'hono/aws-lambda';
export const handler = handle(new Hono().get('/', (c) => c.text('ok')));`;

function importMs(path: string): number {
  const script = `const start = performance.now(); await import(${JSON.stringify(path)}); console.log(performance.now() - start); process.exit();`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { env: {} }));
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

async function main(rounds: number): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'tallyport-cold-'));
  try {
    const metafiles = await bundleFunctions(join(directory, 'lambda'));
    await writeFile(join(directory, 'bare.ts'), BARE);
    await build({
      ...{ entryPoints: [join(directory, 'bare.ts')], outfile: join(directory, 'bare.mjs') },
      ...{ bundle: true, platform: 'node', format: 'esm', target: 'node24' },
      nodePaths: [fileURLToPath(new URL('../node_modules', import.meta.url))],
    });
    const paths = {
      api: join(directory, 'lambda/api/index.mjs'),
      ingest: join(directory, 'lambda/ingest/index.mjs'),
      bare: join(directory, 'bare.mjs'),
    };
    const names = Object.keys(paths) as (keyof typeof paths)[];
    const times = { api: [] as number[], ingest: [] as number[], bare: [] as number[] };
    for (let round = -1; round < rounds; round++)
      for (const name of round % 2 === 0 ? names : [...names].reverse()) {
        const ms = importMs(paths[name]);
        if (round >= 0) times[name].push(ms);
      }
    for (const name of names) console.log(`${name}: ${times[name].map((ms) => ms.toFixed(0)).join(' ')} ms`);
    for (const name of ['api', 'ingest'] as const) {
      const [ms, bare, { bytes }] = [median(times[name]), median(times.bare), hotPart(metafiles[name])];
      const ratio = (ms / bare).toFixed(1);
      console.log(
        `${name}: ${ms.toFixed(0)} ms (goal ${GOALS[name].ms}), ${ratio} x bare Hono (${bare.toFixed(0)} ms), ${bytes} bytes at once (goal ${GOALS[name].bytes})`,
      );
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

await main(Number(process.argv[2] ?? 9));
