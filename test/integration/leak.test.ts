import { describe, expect, test } from 'vitest';
import type { CountsAnswer } from '../../shared/counts/answer.ts';
import { axesOf, isMany } from '../../shared/counts/axes.ts';
import type { DetailsAnswer } from '../../shared/counts/details-page.ts';
import { detailsFields } from '../../shared/counts/plan-details.ts';
import type { CountsRequestInput } from '../../shared/counts/request.ts';
import { LEDGERS } from '../../shared/ledgers/catalogue.ts';
import { type Ask, openTestApi } from '../harness/api.ts';
import { openTestDatabase } from '../harness/database.ts';
import { everySummary, guessOf } from '../harness/every-count.ts';
import { leaksIn, readable } from '../harness/leaks.ts';
import { importSecrets } from '../harness/secret-history.ts';

const database = await openTestDatabase();
const { digests, visible } = await importSecrets(database);
const api = await openTestApi(database.url);
const admin = await api.signIn('admin');
const viewer = await api.signIn('viewer');
const importer = await api.signIn('importer');

const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** The answer to a count, which must show nothing that is private. */
async function counted(ask: Ask, request: CountsRequestInput): Promise<CountsAnswer> {
  const response = await ask('/api/counts', post(request));
  // What was guessed is repeated as it was asked for.
  const text = (await readable(response.clone())).replace(JSON.stringify(request.measures), '');
  expect(leaksIn(text, digests), JSON.stringify(request)).toEqual([]);
  expect(response.status, `${JSON.stringify(request)} ${text}`).toBe(200);
  return (await response.json()) as CountsAnswer;
}

describe('a summary', () => {
  const summaries = everySummary();

  test('shows an administrator what is private, so that what follows can fail', async () => {
    const leaking = new Set<string>();
    for (const request of summaries.filter((_, index) => index % 3 === 0)) {
      const text = (await readable(await admin('/api/counts', post(request)))).replace(
        JSON.stringify(request.measures),
        '',
      );
      if (leaksIn(text).length > 0) leaking.add(request.ledger);
    }
    expect([...leaking].sort()).toEqual([...LEDGERS.keys()].sort());
  });

  test.each([...LEDGERS.keys()])(
    'of %s shows nobody else anything of it, by any axis and in any form',
    async (ledger) => {
      for (const [index, request] of summaries.filter((one) => one.ledger === ledger).entries()) {
        expectFolded(await counted(index % 2 === 0 ? viewer : importer, request), request);
      }
    },
  );
});

/** All that is private of a cell is one entity and one actor, and has no value that could be guessed. */
function expectFolded({ measures, column_keys, result_rows }: CountsAnswer, request: CountsRequestInput): void {
  const isMasked = (part: object) => 'masked' in part;
  const guarded = new Set(
    axesOf(LEDGERS.get(request.ledger) as never).flatMap(({ name, guarded }) => (guarded ? [name] : [])),
  );
  for (const { key, cells, total } of result_rows)
    for (const [index, cell] of [...cells, total].entries()) {
      const folded = key.some(isMasked) || (index < cells.length && column_keys[index]?.some(isMasked));
      for (const [place, measure] of measures.entries()) {
        const context = JSON.stringify([request, key, cell]);
        if (cell && folded && (measure === 'entities' || measure === 'actors')) expect(cell[place], context).toBe(1);
        if (
          cell &&
          typeof measure !== 'string' &&
          guarded.has(measure.where.axis) &&
          measure.where.axis !== 'changed_field'
        )
          expect(cell[place], context).toBe(0);
      }
    }
}

describe('details', () => {
  /** All pages, one row each. */
  async function pages(ask: Ask, request: CountsRequestInput): Promise<DetailsAnswer[]> {
    const found: DetailsAnswer[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = (await counted(ask, { ...request, limit: 1, ...(cursor ? { cursor } : {}) })) as unknown;
      found.push(page as DetailsAnswer);
      cursor = found.at(-1)?.next_cursor ?? undefined;
      if (!cursor) return found;
    }
  }

  test.each([...LEDGERS.values()])('of $name are the public versions, page by page', async (ledger) => {
    const all = {
      ledger: ledger.name,
      mode: 'details' as const,
      fields: detailsFields(ledger),
      population_count: true,
    };
    const shown = (await pages(viewer, all)).flatMap(({ rows }) => rows.map(({ id }) => String(id)));
    expect(shown).toEqual(visible.get(ledger.name));
    for (const { rows } of await pages(importer, { ...all, population: 'state', at: '2025-05-15T00:00:00Z' }))
      for (const { id } of rows) expect(visible.get(ledger.name)).toContain(String(id));
  });

  test.each([...LEDGERS.values()])('of $name answer a guessed value as one that does not exist', async (ledger) => {
    const details = { ledger: ledger.name, mode: 'details' as const, population_count: true };
    const told = async (filter: object) => {
      const { as_of, ...rest } = await counted(viewer, { ...details, ...filter });
      return rest;
    };
    for (const axis of axesOf(ledger).filter((one) => one.guarded && !isMany(one))) {
      const filter = (value: unknown) => ({ filters: [{ axis: axis.name, in: [value as never] }] });
      const nothing = axis.kind === 'id' ? 4242 : 'nothing';
      expect(await told(filter(guessOf(axis)))).toEqual(await told(filter(nothing)));
      for (const value of [guessOf(axis), nothing])
        expect(await told({ filters: [{ axis: axis.name, in: [null, value as never] }] })).toEqual(
          await told(filter(null)),
        );
    }
    if (ledger.name !== 'posts') return;
    const secret = guessOf({ kind: 'tag' }) as number;
    for (const [part, other] of [
      ['any', 1],
      ['none', 1],
      ['all', 1],
    ] as const) {
      const search = (...ids: number[]) => ({ tag_search: { [part]: ids } });
      expect(await told(search(secret))).toEqual(await told(search(4242)));
      expect(await told(search(other, secret))).toEqual(await told(search(other, 4242)));
    }
  });
});
