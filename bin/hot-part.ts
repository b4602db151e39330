import type { Metafile } from 'esbuild';

/** What is loaded before the first event. */
export interface HotPart {
  /** Of the entry and of everything it imports statically. */
  readonly bytes: number;
  /** Source files of it, relative to the project. */
  readonly inputs: readonly string[];
}

/** The part of a bundle that its entry loads at once; what is behind an `import()` is left out. */
export function hotPart({ outputs }: Metafile): HotPart {
  const entry = Object.keys(outputs).find((path) => outputs[path]?.entryPoint && /\/index\.mjs$/.test(path));
  const met = new Set<string>();
  const walk = (path: string | undefined) => {
    const output = path === undefined ? undefined : outputs[path];
    if (path === undefined || !output || met.has(path)) return;
    met.add(path);
    for (const { kind, path: next } of output.imports) if (kind === 'import-statement') walk(next);
  };
  walk(entry);
  const parts = [...met].flatMap((path) => outputs[path] ?? []);
  return {
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    inputs: parts.flatMap(({ inputs }) => Object.keys(inputs)),
  };
}
