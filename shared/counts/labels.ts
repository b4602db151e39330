import type { Connection } from '../database/database.ts';
import { wireId } from '../database/time.ts';
import { type Key, MASKED_PART } from './key.ts';
import { type KeyValue, MASKED } from './plan-summary.ts';
import type { PlannedAxis } from './planned-axis.ts';

/** Ids asked for in one statement. */
const BATCH = 1_000;

/** Names of tags by id: that of its latest version. A forbidden tag has none to show. */
export async function readTagNames(
  connection: Pick<Connection, 'query'>,
  ids: readonly string[],
  { masked }: { masked: boolean },
): Promise<ReadonlyMap<string, string | null>> {
  const names = new Map<string, string | null>();
  for (let start = 0; start < ids.length; start += BATCH) {
    const rows = await connection.query<{ tag_id: string; name: string | null }>(
      `SELECT e.tag_id, v.name FROM tags_entities AS e
       JOIN tags AS v ON v.tag_id = e.tag_id AND v.version_no = e.latest_version_no
       WHERE e.tag_id IN (?) AND (? OR NOT e.forbidden)`,
      [ids.slice(start, start + BATCH).map(BigInt), !masked],
    );
    for (const { tag_id, name } of rows) names.set(tag_id, name);
  }
  return names;
}

/** A key as the answer carries it. */
export function keyOnWire(
  axes: readonly PlannedAxis[],
  key: readonly KeyValue[],
  tagNames: ReadonlyMap<string, string | null>,
): Key {
  return key.map((value, index) => {
    const axis = axes[index];
    if (value === MASKED) return MASKED_PART;
    if (value === null || !axis) return { value: null, label: null };
    if (axis.kind === 'tag') return { value: wireId(value), label: tagNames.get(value) ?? null };
    const numeric = axis.kind === 'id' || (axis.kind === 'time' && axis.unit === 'weekday');
    return { value: numeric ? wireId(value) : value, label: value };
  });
}

/** The ids of tags that keys show. */
export function tagsOf(axes: readonly PlannedAxis[], keys: readonly (readonly KeyValue[])[]): string[] {
  const place = axes.findIndex((axis) => axis.kind === 'tag');
  return keys.flatMap((key) => {
    const value = place < 0 ? null : (key[place] ?? null);
    return value === null || value === MASKED ? [] : [value];
  });
}
