import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

type Part = 'host' | 'function' | 'idea' | 'platform' | 'cdk' | 'web' | 'samples' | 'bin' | 'bench' | 'test';

/** What stands below the ideas of `shared/`; everything else in there is an idea. */
const PLATFORM = [
  ...['config', 'database', 'object-store', 'queue', 'file-lock', 'signed-token', 'secrets'],
  ...['log.ts', 'names.ts', 'instant.ts', 'time-zone.ts', 'field-fault.ts', 'printable.ts', 'release.ts'],
  ...['log-metrics.ts', 'tracing.ts'],
];

/** The ideas that an idea may know, besides the platform. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  imports: ['ledgers', 'jobs', 'audit', 'file-reading', 'csv-writer'],
  counts: ['ledgers', 'accounts'],
  accounts: ['audit'],
  operations: ['jobs', 'imports', 'export-queue'],
  'export-queue': ['counts', 'accounts', 'csv-writer'],
};

const PRODUCT: readonly Part[] = ['host', 'function', 'idea', 'platform'];
const MAY_IMPORT: Readonly<Record<Part, readonly Part[]>> = {
  host: PRODUCT,
  function: ['function', 'idea', 'platform'],
  idea: ['idea', 'platform'],
  platform: ['platform'],
  cdk: ['cdk'],
  web: ['web'],
  samples: ['samples'],
  bin: ['bin', ...PRODUCT],
  bench: ['bench', 'bin', 'test', 'cdk', 'samples', ...PRODUCT],
  test: ['test', 'bench', 'cdk', 'samples', 'bin', 'web', ...PRODUCT],
};

/** Made by tools, never committed. */
const NOT_OURS = ['node_modules', 'dist', 'coverage', 'cdk.out'];

const DRAWERS = /(^|\/)((utils?|helpers?|types|common|lib)(\.tsx?$|\/)|index\.tsx?$)/;

/** The one module that the page takes types from: what the API answers. Its code never gets there. */
const ANSWER_TYPES = 'functions/openapi/schemas.ts';

/** The rule that this import breaks, as a sentence, or undefined. Paths are relative to the root. */
function brokenRule(from: string, to: string, typesOnly = false): string | undefined {
  const [source, target] = [part(from), part(to)];
  if (from === 'shared/names.ts') return 'shared/names.ts imports nothing.';
  if (source === 'cdk' && to === 'shared/names.ts') return undefined;
  if (source === 'cdk' && target !== 'cdk') return 'cdk/ imports only shared/names.ts.';
  if (source === 'web' && to === ANSWER_TYPES && typesOnly) return undefined;
  if (!MAY_IMPORT[source].includes(target)) return `${source} may import only ${MAY_IMPORT[source].join(', ')}.`;
  if (source !== 'idea' || target !== 'idea') return undefined;
  const [idea = '', other = ''] = [from.split('/')[1], to.split('/')[1]];
  if (idea === other || DOORS[idea]?.includes(other)) return undefined;
  return `shared/${idea} may know of other ideas only: ${DOORS[idea]?.join(', ') ?? 'none'} (DOORS in this test).`;
}

function part(path: string): Part {
  const [top = '', second = ''] = path.split('/');
  if (top === 'functions') return second === 'hosts' ? 'host' : 'function';
  if (top === 'shared') return PLATFORM.includes(second) ? 'platform' : 'idea';
  if (path === 'package.json') return 'platform';
  if (top in MAY_IMPORT) return top as Part;
  throw new Error(`${path} is in a folder that the design does not know. Name the folder in MAY_IMPORT of this test.`);
}

/** Relative modules that a source text names: imports, re-exports, imports of types, dynamic imports. */
function relativeImports(text: string): string[] {
  const statements =
    /^(?:import|export)\s(?:[\w$*\s,{}]*\sfrom\s)?\s*['"](\.[^'"]+)['"]|\bimport\(\s*['"](\.[^'"]+)['"]/gm;
  return [...text.matchAll(statements)].map(([, named, dynamic]) => named ?? dynamic ?? '');
}

/** Those of them that leave nothing behind when types are erased. */
function typeImports(text: string): string[] {
  return [...text.matchAll(/^(?:import|export) type\s[^'"]*['"](\.[^'"]+)['"]/gm)].map(([, named = '']) => named);
}

function sourceFiles(): string[] {
  return readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !NOT_OURS.includes(entry.name))
    .flatMap(({ name: top }) =>
      readdirSync(`${ROOT}/${top}`, { recursive: true, encoding: 'utf8' }).map((path) => `${top}/${path}`),
    )
    .filter((path) => /\.tsx?$/.test(path) && !path.split('/').some((folder) => NOT_OURS.includes(folder)));
}

type Graph = ReadonlyMap<string, readonly string[]>;

/** Every cycle that a walk meets, as `a -> b -> a`. */
function cycles(graph: Graph): string[] {
  const done = new Set<string>();
  const walk = (file: string, trail: readonly string[]): string[] => {
    if (trail.includes(file)) return [[...trail.slice(trail.indexOf(file)), file].join(' -> ')];
    if (done.has(file)) return [];
    const found = (graph.get(file) ?? []).flatMap((next) => walk(next, [...trail, file]));
    done.add(file);
    return found;
  };
  return [...graph.keys()].flatMap((file) => walk(file, []));
}

const texts = sourceFiles().map((file) => [file, readFileSync(`${ROOT}/${file}`, 'utf8')] as const);
const imports = graphOf(relativeImports);
const onlyTypes = graphOf(typeImports);

function graphOf(importsOf: (text: string) => string[]): Graph {
  return new Map(texts.map(([file, text]) => [file, importsOf(text).map((to) => posix.join(posix.dirname(file), to))]));
}

describe('the project', () => {
  test('imports go one way: hosts, functions, ideas, platform; cdk, web and samples stand alone', () => {
    const faults = [...imports].flatMap(([file, targets]) =>
      targets.flatMap((target) => {
        const rule = brokenRule(file, target, onlyTypes.get(file)?.includes(target));
        return rule ? [`${file} imports ${target}: ${rule}`] : [];
      }),
    );
    expect(faults).toEqual([]);
  });

  test('imports name files that exist, so that no rule is passed by a path that leads nowhere', () => {
    expect(imports.size).toBeGreaterThan(20);
    expect([...imports.values()].flat().filter((target) => /\.tsx?$/.test(target) && !imports.has(target))).toEqual([]);
  });

  test('has no import cycles, neither between files nor between ideas', () => {
    expect(cycles(imports)).toEqual([]);
    expect(cycles(new Map(Object.entries(DOORS)))).toEqual([]);
  });

  test('has no drawers: a file or folder is named for its purpose', () => {
    expect([...imports.keys()].filter((file) => DRAWERS.test(file))).toEqual([]);
  });
});

describe('the rules', () => {
  test.each([
    ['functions/hosts/local.ts', 'functions/api/app.ts', true],
    ['functions/api/app.ts', 'functions/hosts/local.ts', false],
    ['functions/api/app.ts', 'shared/counts/summary.ts', true],
    ['shared/counts/summary.ts', 'functions/api/app.ts', false],
    ['shared/counts/summary.ts', 'shared/ledgers/ledger.ts', true],
    ['shared/ledgers/ledger.ts', 'shared/counts/summary.ts', false],
    ['shared/counts/summary.ts', 'shared/database/database.ts', true],
    ['shared/database/database.ts', 'shared/counts/summary.ts', false],
    ['shared/queue/table.ts', 'shared/log.ts', true],
    ['shared/names.ts', 'shared/log.ts', false],
    ['cdk/app.ts', 'shared/names.ts', true],
    ['cdk/app.ts', 'shared/config/config.ts', false],
    ['web/page.tsx', 'shared/names.ts', false],
    ['shared/imports/claim.ts', 'test/harness/database.ts', false],
    ['test/unit/counts.test.ts', 'shared/counts/summary.ts', true],
  ])('%s imports %s: allowed is %s', (from, to, allowed) => {
    expect(brokenRule(from, to) === undefined).toBe(allowed);
  });

  test('the page may take types of answers from the API, and nothing else', () => {
    const page = 'web/src/http/answer.ts';
    expect(brokenRule(page, ANSWER_TYPES, true)).toBeUndefined();
    expect(brokenRule(page, ANSWER_TYPES)).toBeDefined();
    expect(brokenRule(page, 'functions/api/app.ts', true)).toBeDefined();
    const text = "import type { A } from './a.ts';\nimport { type B } from './b.ts';\nexport type { C } from './c.ts';";
    expect(typeImports(text)).toEqual(['./a.ts', './c.ts']);
  });

  test('every form of import is seen', () => {
    const text = [
      "import { a, type B } from './a.ts';",
      "import type {\n  C,\n} from './b.ts';",
      "import * as d from '../d.ts';",
      "import './e.ts';",
      "export { f } from './f.ts';",
      "export * from './g.ts';",
      ['const h = await import', "('./h.ts');"].join(''),
      "import { i } from 'hono';",
      "// as in './j.ts'",
    ];
    const seen = ['./a.ts', './b.ts', '../d.ts', './e.ts', './f.ts', './g.ts', './h.ts'];
    expect(relativeImports(text.join('\n'))).toEqual(seen);
  });

  test('a cycle is found and told whole', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', []],
      ['d', ['b']],
    ]);
    expect(cycles(graph)).toEqual(['b -> d -> b']);
  });

  test.each(['shared/utils.ts', 'web/lib/money.ts', 'shared/imports/index.ts', 'functions/api/types.ts'])(
    '%s is a drawer',
    (path) => expect(path).toMatch(DRAWERS),
  );
});
