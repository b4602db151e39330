import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PLACES = ['shared', 'functions', 'web/src'];

/** Behind what an expression can begin, up to its closing slash, which stands in no class. */
const LITERAL =
  /(?<=(?:[=(,:!&|?[{]|=>|return|^)\s*)\/((?:[^/\\\n[*]|\\.|\[(?:[^\]\\\n]|\\.)+\])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)+\])*)\/([dgimsuvy]*)(?=[.,;)\]}\s])/gm;

interface Found {
  place: string;
  expression: RegExp;
}

function expressionsOf(path: string): Found[] {
  const code = readFileSync(`${ROOT}${path}`, 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  return [...code.matchAll(LITERAL)].map(([, source = '', flags = '']) => ({
    place: `${path}: /${source}/${flags}`,
    expression: new RegExp(source, flags.replace(/[gy]/g, '')),
  }));
}

const all = PLACES.flatMap((place) =>
  readdirSync(`${ROOT}${place}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => expressionsOf(`${place}/${name}`)),
);

/** Long enough that what is only quadratic stands out. */
const LENGTH = 20_000;
/** An expression that reads each sign once needs less than one. */
const CPU_MS = 40;

/** What repeats in it: each sign that it names, and pairs of them. The last sign makes it look for another way. */
function* hostileTexts({ source }: RegExp): Generator<string> {
  const named = source.replace(/\\[dwsbDWSBnrtu]/g, '').replace(/[^\w\s"',;:=./@%+-]/g, '');
  const signs = [...new Set(['a', '0', ' ', '\t', ',', '"', '-', '_', '.', '/', '=', '\\', 'é', ...named])].slice(
    0,
    30,
  );
  for (const sign of signs) for (const end of ['\u0001', '', '!']) yield sign.repeat(LENGTH) + end;
  for (const first of signs.slice(0, 12))
    for (const second of signs.slice(0, 12)) if (first !== second) yield `${(first + second).repeat(LENGTH / 2)}\u0001`;
}

function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

function slowestOf(expression: RegExp): string | undefined {
  for (const text of hostileTexts(expression)) {
    const once = () => cpuMs(() => expression.test(text));
    // A collection of garbage may fall into one run, not into three.
    if (once() > CPU_MS && once() > CPU_MS && once() > CPU_MS) return JSON.stringify(text.slice(0, 2) + text.at(-1));
  }
  return undefined;
}

test('an expression that needs more than one look at each sign is noticed', () => {
  expect(slowestOf(/a+b/)).toBeDefined();
  expect(slowestOf(/\s+$/)).toBeDefined();
  expect(slowestOf(/^a+$/)).toBeUndefined();
});

test('no regular expression of the code takes more than linear time, whatever somebody sends', () => {
  expect(all.length).toBeGreaterThan(100);
  const slow = all.flatMap(({ place, expression }) => {
    const text = slowestOf(expression);
    return text === undefined ? [] : [`${place} on ${text}`];
  });
  expect(slow).toEqual([]);
});
