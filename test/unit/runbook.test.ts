import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ALARMS } from '../../cdk/alarms.ts';
import { EXPORT_ERROR_CODES } from '../../shared/export-queue/job.ts';
import { END_STATES, OPEN_STATES } from '../../shared/imports/state.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const runbook = readFileSync(`${root}/docs/runbook.md`, 'utf8');
const articles = new Map(
  runbook
    .split(/^## /m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf('\n')), text]),
);

test('every alarm has an article with its four parts', () => {
  for (const name of Object.keys(ALARMS)) expect([...articles.keys()], name).toContain(name);
  for (const [name, text] of articles) {
    if (name === 'Copy everything') continue;
    for (const part of ['Looks like', 'Means', 'Do', 'See that it worked'])
      expect(text, name).toMatch(new RegExp(`^\\*\\*${part}\\*\\*`, 'm'));
  }
});

test('what can be met is explained: states of imports that are no good end, codes of exports', () => {
  const good = ['done', 'receiving', 'awaiting_upload', 'reverted'];
  for (const state of [...OPEN_STATES, ...END_STATES].filter((one) => !good.includes(one)))
    expect(runbook).toContain(`\`${state}\``);
  for (const code of EXPORT_ERROR_CODES) expect(runbook).toContain(`\`${code}\``);
});

test('links lead to articles, also those in the texts of the code', () => {
  const anchors = [...articles.keys()].map((name) => name.toLowerCase().replaceAll(' ', '-'));
  for (const [, anchor] of runbook.matchAll(/\]\(#([^)]+)\)/g)) expect(anchors).toContain(anchor);
  const code = ['shared', 'functions'].flatMap((top) =>
    readdirSync(`${root}/${top}`, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => readFileSync(`${root}/${top}/${path}`, 'utf8')),
  );
  const named = code.flatMap((text) => [...text.matchAll(/docs\/runbook\.md, "([^"]+)"/g)].map(([, name]) => name));
  expect(named.length).toBeGreaterThan(4);
  for (const name of named) expect([...articles.keys()]).toContain(name);
});

test('the commands of the articles are commands', async () => {
  const { createProgram } = await import('../../functions/cli/program.ts');
  const { completionsOf } = await import('../../functions/cli/completions.ts');
  const commands = completionsOf(createProgram({} as never, {}));
  const named = [...runbook.matchAll(/bin\/tallyport ((?:[a-z]+ ?)+)/g)].map(([, words = '']) => words.trim());
  expect(named.length).toBeGreaterThan(30);
  for (const words of new Set(named)) {
    const [first = '', second = '', third = ''] = words.split(' ');
    const known = [`${first} ${second} ${third}`, `${first} ${second}`, first].find((path) =>
      commands.has(path.trim()),
    );
    // One that has commands below it does nothing by itself.
    const whole = known !== undefined && ![...commands.keys()].some((path) => path.startsWith(`${known} `));
    expect(whole, words).toBe(true);
  }
});
