import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { bundleFunctions, type LambdaFunction } from '../../bin/bundle.ts';
import { atEnd } from './at-end.ts';

export interface Bundles {
  readonly directory: string;
  readonly metafiles: Readonly<Record<LambdaFunction, Metafile>>;
  /** What Lambda loads first. */
  entry(name: LambdaFunction): string;
}

/** The Lambda functions as they are deployed, built for this test file alone. */
export async function buildBundles(): Promise<Bundles> {
  const parent = await mkdtemp(join(tmpdir(), 'tallyport-bundles-'));
  atEnd(() => rm(parent, { recursive: true, force: true }));
  const directory = join(parent, 'lambda');
  const metafiles = await bundleFunctions(directory);
  return { directory, metafiles, entry: (name) => join(directory, name, 'index.mjs') };
}
