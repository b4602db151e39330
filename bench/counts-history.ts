import { createHash } from 'node:crypto';
import type { Database } from '../shared/database/database.ts';
import { mergeStaged } from '../shared/imports/merge.ts';
import type { StagedRow } from '../shared/imports/row.ts';
import { openStager } from '../shared/imports/stager.ts';
import { clearStaging } from '../shared/imports/staging.ts';
import type { Ledger } from '../shared/ledgers/ledger.ts';
import { lockLedger } from '../shared/ledgers/lock-ledger.ts';
import { posts } from '../shared/ledgers/posts.ts';
import { tags } from '../shared/ledgers/tags.ts';

/** Versions of a post; tags in all, two of them discarded; months over which it all happened. */
const VERSIONS = 4;
export const TAGS = 250;
const FORBIDDEN_TAGS = [241, 242];
export const MONTHS = 36;
const BATCH = 5_000;

type Values = readonly (string | null)[];

/**
 * Imports a history as the ingest does: each post has 4 versions, 2 tags on average and now and then a parent; so many of
 * them were once discarded, half of these are back.
 */
export async function importHistory(database: Database, versions: number, discards: number): Promise<void> {
  await importAll(database, tags, '1', tagVersions());
  await importAll(database, posts, '2', postVersions(versions, discards - FORBIDDEN_TAGS.length));
}

function* tagVersions(): Generator<Values> {
  for (let tag = 1; tag <= TAGS; tag++) {
    yield [`${tag}`, '1', 'create', '2022-12-01 00:00:00.000000', 'mika', `tag ${tag}`, null];
    if (FORBIDDEN_TAGS.includes(tag))
      yield [`${tag}`, '2', 'discard', '2023-06-01 00:00:00.000000', 'mika', `tag ${tag}`, null];
  }
}

function* postVersions(versions: number, discards: number): Generator<Values> {
  const all = Math.ceil(versions / VERSIONS);
  const every = Math.max(1, Math.floor(all / discards));
  const random = mulberry(20_261_130);
  const span = Date.UTC(2023 + MONTHS / 12, 0, 1) - Date.UTC(2023, 0, 1);
  for (let post = 1; post <= all; post++) {
    const discarded = post % every === 0 && post / every <= discards;
    const at = Array.from({ length: VERSIONS }, () => Date.UTC(2023, 0, 1) + Math.floor(random() * span)).sort();
    let own = someTags(random);
    for (let version = 1; version <= VERSIONS; version++) {
      const event = version === 1 ? 'create' : discarded && version === 3 ? 'discard' : 'update';
      const back = discarded && version === 4;
      if (back && post % 2 === 0) break;
      if (random() < 0.3) own = someTags(random);
      const time = new Date(at[version - 1] ?? 0).toISOString().replace('T', ' ').replace('Z', '000');
      const title = random() < 0.5 ? `entry ${post}` : `entry ${post}, told anew`;
      const parent = post % 50 === 0 ? `[${post - 1}]` : '[]';
      const url = `https://example.com/${post}`;
      yield [`${post}`, `${version}`, back ? 'restore' : event, time, `user${post % 997}`, title, url, own, parent];
    }
  }
}

/** One to three tags, the first ones much more often than the last. */
function someTags(random: () => number): string {
  const count = 1 + Math.floor(random() * 3);
  const ids = new Set(Array.from({ length: count }, () => 1 + Math.floor(random() ** 2 * TAGS)));
  return `[${[...ids].sort((a, b) => a - b).join(', ')}]`;
}

async function importAll(database: Database, ledger: Ledger, importId: string, versions: Iterable<Values>) {
  const claim = { importId, attempt: 1 };
  const stager = await openStager(database, ledger, claim);
  let rows: StagedRow[] = [];
  let line = 2;
  for (const values of versions) {
    rows.push({ line: line++, values, contentHash: createHash('sha256').update(values.join('\t')).digest('hex') });
    if (rows.length < BATCH) continue;
    await stager.write(rows);
    rows = [];
  }
  await stager.write(rows);
  await stager.end();
  await database.transaction(async (tx) => {
    await lockLedger(tx, ledger);
    await mergeStaged(tx, ledger, claim, { onError: 'reject', onConflict: 'error' });
  });
  await clearStaging(database, ledger, claim);
}

/** A small random number generator whose numbers are the same every time. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
