import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { atEnd } from '../harness/at-end.ts';
import { startProcess } from '../harness/child-process.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAMS = ['container-web', 'container-export-worker', 'export-generator', 'cli'];

const lines = async (file: string) => (await readFile(join(ROOT, file), 'utf8')).split('\n');
/** What the last stage of the Dockerfile copies out of this folder. */
const copied = (await lines('Dockerfile')).flatMap((line) => {
  const [, from, to] = /^COPY (?!--from)(\S+) (\S+)$/.exec(line) ?? [];
  return from && to && !/lock/.test(line) && from !== 'bin/write-rds-authorities.ts' ? [from] : [];
});

test('the image holds every file that its programs run', async () => {
  expect(copied).toEqual(['package.json', 'shared', 'functions']);
  const ignored = await lines('.dockerignore');
  for (const path of copied) expect(ignored).toContain(`!${path}`);
  const app = await mkdtemp(join(tmpdir(), 'tallyport-image-'));
  atEnd(() => rm(app, { recursive: true, force: true }));
  for (const path of copied) await cp(join(ROOT, path), join(app, path), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(app, 'node_modules'));
  // What is wrong with a setting is told after everything was loaded.
  for (const program of PROGRAMS.filter((name) => name !== 'cli')) {
    const entry = pathToFileURL(join(app, `functions/hosts/${program}.ts`));
    const child = startProcess(entry, { environment: { WORKER: 'maybe' } });
    expect([program, (await once(child, 'exit'))[0]]).toEqual([program, 2]);
  }
});

test('its programs need no package but those of a release', async () => {
  const { dependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const { metafile } = await build({
    entryPoints: PROGRAMS.map((name) => join(ROOT, `functions/hosts/${name}.ts`)),
    ...{ absWorkingDir: ROOT, outdir: join(tmpdir(), 'unused'), write: false, metafile: true },
    ...{ bundle: true, packages: 'external', platform: 'node', format: 'esm' },
  });
  const needed = Object.values(metafile.inputs).flatMap(({ imports }) =>
    imports.flatMap(({ path, external }) => (external && !path.startsWith('node:') ? [path] : [])),
  );
  const packages = new Set(
    needed.map((path) =>
      path
        .split('/')
        .slice(0, path.startsWith('@') ? 2 : 1)
        .join('/'),
    ),
  );
  expect(packages.size).toBeGreaterThan(5);
  expect([...packages].filter((name) => !(name in dependencies))).toEqual([]);
});
