import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import type { MergeOptions } from '../../shared/imports/merge.ts';
import { countRevertible, revertImport } from '../../shared/imports/revert.ts';
import { LEDGERS } from '../../shared/ledgers/catalogue.ts';
import { importColumns, type Ledger } from '../../shared/ledgers/ledger.ts';
import { lockLedger } from '../../shared/ledgers/lock-ledger.ts';
import { readPolicyRevision } from '../../shared/ledgers/policy-revision.ts';
import { openTestDatabase } from '../harness/database.ts';
import { emptyLedgers, everythingIn, inOrder, nameColumns } from '../harness/ledger-content.ts';
import { createLedgerModel } from '../harness/ledger-model.ts';
import { anyVersion, importVersions, type Values } from '../harness/staged-rows.ts';

const database = await openTestDatabase();
const ledgers = [...LEDGERS.values()];
const REFUSE: MergeOptions = { onError: 'reject', onConflict: 'error' };
const SKIP: MergeOptions = { onError: 'skip', onConflict: 'error' };
const REPLACE: MergeOptions = { onError: 'reject', onConflict: 'replace' };

beforeEach(() => emptyLedgers(database));

const stored = (ledger: Ledger) => everythingIn(database, ledger);

function wanted(ledger: Ledger, model: ReturnType<typeof createLedgerModel>) {
  const expanded = model.expanded().map(inOrder);
  return {
    rows: inOrder(model.rows()),
    entities: inOrder(model.entities()),
    expanded,
    expandedRows: expanded.map((rows) => rows.length),
    names: nameColumns(ledger).map((column) => inOrder(model.forbiddenNames(column))),
    touched: [],
  };
}

/** Any sequence of imports, of any kind, and reverts. */
const anySteps = (ledger: Ledger) =>
  fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.record({ options: fc.constantFrom(REFUSE, SKIP, REPLACE), rows: anyRows(ledger) }) },
      { weight: 1, arbitrary: fc.record({ revert: fc.nat(5) }) },
    ),
    { minLength: 1, maxLength: 7 },
  );

const anyRows = (ledger: Ledger) => fc.array(anyVersion(ledger), { minLength: 1, maxLength: 8 });

test.each(ledgers)('$name: all derived data are right after each of any imports and reverts', async (ledger) => {
  await fc.assert(
    fc.asyncProperty(anySteps(ledger), async (steps) => {
      await emptyLedgers(database);
      const model = createLedgerModel(ledger);
      for (const [index, step] of steps.entries()) {
        const [policy, revision] = [model.policy(nameColumns(ledger)), await readPolicyRevision(database)];
        if ('revert' in step) {
          const importId = String(step.revert);
          const count = model.revert(importId);
          expect(await countRevertible(database, ledger, importId)).toBe(count);
          const removed = await database.transaction(async (tx) => {
            await lockLedger(tx, ledger);
            return revertImport(tx, ledger, importId);
          });
          expect(removed).toEqual({ removed: count });
        } else {
          const told = model.import(String(index), step.rows, step.options);
          const merged = await importVersions(database, ledger, String(index), step.rows, step.options);
          expect({ ...merged, conflicts: merged.conflicts.errors.map(({ line }) => line) }).toEqual({
            ...told,
            policyChanged: model.policy(nameColumns(ledger)) !== policy,
          });
        }
        const changed = model.policy(nameColumns(ledger)) !== policy;
        expect(Number(await readPolicyRevision(database)) - Number(revision)).toBe(changed ? 1 : 0);
        expect(await stored(ledger)).toEqual(wanted(ledger, model));
      }
    }),
    { numRuns: 20 },
  );
});

test.each(ledgers)(
  '$name: whole histories, split and ordered at random, end as one import of everything',
  async (ledger) => {
    const history = fc.uniqueArray(anyVersion(ledger), {
      minLength: 4,
      maxLength: 12,
      selector: (values) => JSON.stringify(values.slice(0, ledger.entityKey.length + 1)),
    });
    await fc.assert(
      fc.asyncProperty(history, fc.array(fc.nat(3), { minLength: 12, maxLength: 12 }), async (versions, shares) => {
        const import_ = (files: Values[][]) =>
          Promise.all(files.map((rows, file) => importVersions(database, ledger, `${file + 1}`, rows)));
        await emptyLedgers(database);
        await import_([versions]);
        const together = await stored(ledger);
        await emptyLedgers(database);
        // All at once: each waits for the ledger's lock, in whatever order they come to it.
        const files = [0, 1, 2, 3].map((file) => versions.filter((_, index) => shares[index] === file));
        await import_(files.filter((rows) => rows.length > 0));
        const importPlace = importColumns(ledger).length;
        const withoutImport = (one: Awaited<ReturnType<typeof stored>>) => ({
          ...one,
          rows: one.rows.map((row) => row.toSpliced(importPlace, 1)),
        });
        expect(withoutImport(await stored(ledger))).toEqual(withoutImport(together));
      }),
      { numRuns: 8 },
    );
  },
);

test('a dry run says what would happen and writes nothing', async () => {
  const ledger = LEDGERS.get('tags') as Ledger;
  const row = (version: string, name: string): Values => [
    '1',
    version,
    'discard',
    '2025-01-01 00:00:00.000000',
    null,
    name,
    null,
  ];
  await importVersions(database, ledger, '1', [row('1', 'a')]);
  const before = [await stored(ledger), await readPolicyRevision(database)];
  const rows = [row('1', 'b'), row('2', 'a'), row('2', 'a')];
  expect(await importVersions(database, ledger, '2', rows, { ...REPLACE, dryRun: true })).toMatchObject({
    inserted: 1,
    replaced: 1,
    unchanged: 1,
  });
  expect([await stored(ledger), await readPolicyRevision(database)]).toEqual(before);
});

test('deriving costs what was touched: no statement of an import into a large ledger reads the others', async () => {
  const ledger = LEDGERS.get('posts') as Ledger;
  const row = (post: number, version: number): Values => [
    ...[`${post}`, `${version}`, 'create', '2025-01-01 00:00:00.000000', null, 'a', null],
    ...['[1, 2]', '[]'],
  ];
  const many = Array.from({ length: 3000 }, (_, index) => row(index + 1, 1));
  await importVersions(database, ledger, '1', many);
  const reads = async (tx: Pick<typeof database, 'query'>) => {
    const rows = await tx.query<{ Value: string }>(`SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler\\_read%'`);
    return rows.reduce((sum, { Value }) => sum + Number(Value), 0);
  };
  const read = await database.transaction(async (tx) => {
    const before = await reads(tx);
    const claimed = await importVersions(
      { transaction: (work) => work(tx), execute: (...statement) => tx.execute(...statement) },
      ledger,
      '2',
      [row(5, 2)],
    );
    expect(claimed.inserted).toBe(1);
    return (await reads(tx)) - before;
  });
  expect(read).toBeGreaterThan(10);
  expect(read).toBeLessThan(500);
});
