import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { expect, onTestFinished, test, vi } from 'vitest';

const BUDGET = 130_000;
const ROOT = new URL('../../../web', import.meta.url).pathname;

interface Piece {
  fileName: string;
  isEntry?: boolean;
  code?: string;
  imports?: string[];
}

test(`what a first visit loads of JavaScript stays within ${BUDGET} bytes, gzipped`, async () => {
  // As bin/setup builds it: without this, React's build for developers would be measured.
  vi.stubEnv('NODE_ENV', 'production');
  onTestFinished(() => void vi.unstubAllEnvs());
  const built = (await build({ root: ROOT, logLevel: 'silent', build: { write: false } })) as { output: Piece[] };
  const pieces = new Map(built.output.map((piece) => [piece.fileName, piece]));
  const first = new Set<string>();
  const load = (name: string) => {
    if (first.has(name)) return;
    first.add(name);
    for (const next of pieces.get(name)?.imports ?? []) load(next);
  };
  for (const { fileName, isEntry } of pieces.values()) if (isEntry) load(fileName);
  const sizes = [...first].map((name) => gzipSync(pieces.get(name)?.code ?? '').byteLength);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(50_000);
  expect(total).toBeLessThanOrEqual(BUDGET);
});
