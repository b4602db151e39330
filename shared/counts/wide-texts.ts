import type { Connection, Row } from '../database/database.ts';
import type { AxisValue } from './axis-value.ts';
import { axesInOrder } from './leaf-statement.ts';
import type { SummaryPlan } from './plan.ts';
import type { PlannedAxis } from './planned-axis.ts';
import type { Leaves } from './read-leaves.ts';

/** Versions asked for in one statement. */
const BATCH = 500;

/** Long texts by the digests that they were grouped by. */
export type WideTexts = ReadonlyMap<string, string>;

/** Reads each long text that open leaves show, once. What is private shows none. */
export async function readWideTexts(
  connection: Pick<Connection, 'query'>,
  plan: SummaryPlan,
  { open }: Leaves,
): Promise<WideTexts> {
  const texts = new Map<string, string>();
  for (const [place, { name, wide }] of axesInOrder(plan).entries()) {
    if (!wide) continue;
    const leaves = [...open.versions, ...open.pairs];
    const samples = new Map(leaves.map(({ values, sample }) => [values[place], sample]));
    const ids = [...samples].flatMap(([digest, sample]) => (digest && sample ? [BigInt(sample)] : []));
    for (let start = 0; start < ids.length; start += BATCH) {
      const rows = await connection.query<Row>(
        `SELECT SHA2(${name}, 256) AS digest, ${name} AS text FROM ${plan.selection.ledger.name} WHERE id IN (?)`,
        [ids.slice(start, start + BATCH)],
      );
      for (const { digest, text } of rows) texts.set(String(digest), String(text));
    }
  }
  return texts;
}

/** The value that a group stands for. */
export function ungrouped(axis: PlannedAxis | undefined, value: AxisValue, texts: WideTexts): AxisValue {
  if (!axis?.wide || value === null) return value;
  const text = texts.get(value);
  if (text === undefined) throw new Error(`A text of the axis ${axis.name} was counted but is not there.`);
  return text;
}

/** Leaves with texts in the places of their digests. */
export function withTexts(plan: SummaryPlan, leaves: Leaves, texts: WideTexts): Leaves {
  if (texts.size === 0) return leaves;
  const axes = axesInOrder(plan);
  const read = (leaf: Leaves['closed'][number]) => ({
    ...leaf,
    values: leaf.values.map((value, place) => value && ungrouped(axes[place], value, texts)),
  });
  const { open, closed } = leaves;
  return { open: { versions: open.versions.map(read), pairs: open.pairs.map(read) }, closed };
}
