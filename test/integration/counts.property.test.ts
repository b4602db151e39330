import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCursor } from '../../shared/counts/details-cursor.ts';
import { readDetailsPage } from '../../shared/counts/details-page.ts';
import { planCounts } from '../../shared/counts/plan.ts';
import { type CountsRequestInput, countsRequestSchema } from '../../shared/counts/request.ts';
import { revertImport } from '../../shared/imports/revert.ts';
import { LEDGERS } from '../../shared/ledgers/catalogue.ts';
import type { Ledger } from '../../shared/ledgers/ledger.ts';
import { lockLedger } from '../../shared/ledgers/lock-ledger.ts';
import { createTokenSigner } from '../../shared/signed-token/signed-token.ts';
import { anyDetails, anySummary, consistent } from '../harness/any-count.ts';
import { anySteps, type Step } from '../harness/any-world.ts';
import {
  bruteCount,
  isOpen,
  privateIn,
  selectIn,
  type Version,
  versionOf,
  type World,
} from '../harness/brute-count.ts';
import { AS_OF, type CountsRole, countAs } from '../harness/counts.ts';
import { openTestDatabase } from '../harness/database.ts';
import { emptyLedgers } from '../harness/ledger-content.ts';
import { importVersions, type Values } from '../harness/staged-rows.ts';

/** Random histories, each asked many random questions, against a counter that is written from the definitions. */
const HISTORIES = Number(process.env.COUNTS_HISTORIES ?? 14);
const QUESTIONS = 150;

const database = await openTestDatabase(1);
const signer = createTokenSigner({ secret: 'a secret of the tests', previousSecret: '' });
const ledgers = [...LEDGERS.values()];

async function buildWorld(steps: readonly Step[]): Promise<World> {
  await emptyLedgers(database);
  const kept = new Map<number, { ledger: Ledger; rows: readonly Values[] }>();
  for (const [index, step] of steps.entries()) {
    if ('rows' in step) {
      const ledger = LEDGERS.get(step.ledger) as Ledger;
      await importVersions(database, ledger, String(index), step.rows);
      kept.set(index, { ledger, rows: step.rows });
      continue;
    }
    const reverted = kept.get(step.revert);
    if (!reverted) continue;
    await database.transaction(async (tx) => {
      await lockLedger(tx, reverted.ledger);
      await revertImport(tx, reverted.ledger, String(step.revert));
    });
    kept.delete(step.revert);
  }
  return new Map(
    ledgers.map((ledger) => {
      const imports = [...kept.values()].filter((one) => one.ledger === ledger);
      return [
        ledger.name,
        { ledger, versions: imports.flatMap(({ rows }) => rows.map((row) => versionOf(ledger, row))) },
      ];
    }),
  );
}

const anyRole = fc.constantFrom<CountsRole>('admin', 'viewer', 'viewer');
const anyQuestion = fc
  .tuple(fc.constantFrom(...ledgers, ...ledgers, LEDGERS.get('posts') as Ledger), anyRole)
  .chain(([ledger, role]) =>
    fc
      .oneof({ weight: 5, arbitrary: anySummary(ledger, role) }, { weight: 1, arbitrary: anyDetails(ledger) })
      .map((request) => ({ role, request: consistent(request) })),
  );

test(`${HISTORIES} x ${QUESTIONS} random counts are what the definitions say`, async () => {
  let summaries = 0;
  let filled = 0;
  let masked = 0;
  const ask = async (world: World, { role, request }: { role: CountsRole; request: CountsRequestInput }) => {
    if (request.mode === 'details') return checkDetails(world, role, request);
    const answer = await countAs(database, role, request);
    const { column_keys, result_rows, output_count, population_count } = answer;
    expect({ column_keys, result_rows, output_count, population_count }, `${role} ${JSON.stringify(request)}`).toEqual(
      bruteCount(world, role, request),
    );
    summaries++;
    filled += output_count > 0 ? 1 : 0;
    masked += JSON.stringify([column_keys, result_rows]).includes('"masked":true') ? 1 : 0;
  };
  await fc.assert(
    fc.asyncProperty(
      anySteps,
      fc.array(anyQuestion, { minLength: QUESTIONS, maxLength: QUESTIONS }),
      async (steps, questions) => {
        const world = await buildWorld(steps);
        for (const question of questions) await ask(world, question);
      },
    ),
    { numRuns: HISTORIES, endOnFailure: true },
  );
  // The questions are no empty ones.
  expect(filled / summaries).toBeGreaterThan(0.5);
  expect(masked / summaries).toBeGreaterThan(0.1);
}, 600_000);

/** All pages together are the visible versions in order, each once, and every page tells the same counts. */
async function checkDetails(world: World, role: CountsRole, input: CountsRequestInput): Promise<void> {
  const { ledger } = world.get(input.ledger) as NonNullable<ReturnType<World['get']>>;
  const hidden = role === 'admin' ? new Set<Version>() : privateIn(world, ledger.name);
  const selected = selectIn(world, input);
  const visible = selected.filter((version) => !hidden.has(version));
  const guarded = Object.values(input.tag_search ?? {}).flat().length > 0 || !(input.filters ?? []).every(isOpen);
  const open = selectIn(world, input, { guarded: false });

  const nameOf = (parts: readonly unknown[]) => parts.map(String).join(' ');
  const ids = await database.query(`SELECT * FROM ${ledger.name}`);
  const keys = [...ledger.entityKey.map(({ name }) => name), 'version_no'];
  const idOf = new Map(ids.map((row) => [nameOf(keys.map((name) => row[name])), BigInt(row.id ?? 0)]));
  const placeOf = ({ key, no }: Version) => idOf.get(nameOf([...key, no])) ?? 0n;
  const wanted = visible
    .sort((a, b) => (a.at === b.at ? Number(placeOf(a) - placeOf(b)) : a.at < b.at ? -1 : 1))
    .map(({ key, no }) => nameOf([...key, no]));

  const told = {
    output_count: role === 'admin' || guarded ? visible.length : open.length,
    visible_output_count: visible.length,
    population_count: input.population_count ? (role === 'admin' ? selected : open).length : null,
  };
  const owner = { userId: 'u1', role };
  const found: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const request = countsRequestSchema.parse({ ...input, ...(cursor ? { cursor } : {}) });
    const before = cursor ? readCursor(signer, request, owner, cursor) : undefined;
    const plan = planCounts(request, { role }, { timeZone: 'UTC', asOf: AS_OF });
    if (plan.mode !== 'details') throw new Error('This is no request for details.');
    const page = await database.snapshot((tx) => readDetailsPage(tx, plan, { request, owner, before }, signer));
    expect(page, JSON.stringify(request)).toMatchObject(told);
    found.push(...page.rows.map((row) => nameOf(keys.map((name) => row[name]))));
    if (page.next_cursor === null) break;
    cursor = page.next_cursor;
  }
  expect(found, `${role} ${JSON.stringify(input)}`).toEqual(wanted);
}
