import type { Connection, Row } from '../database/database.ts';
import type { ZoneStretch } from '../time-zone.ts';
import { type AnswerLimits, tooLarge } from './answer-limits.ts';
import { type Leaf, leafReader, withoutLeaves } from './leaf.ts';
import { axesInOrder, type LeafQuestion, leafStatement, wantsExtremes } from './leaf-statement.ts';
import type { SummaryPlan } from './plan.ts';
import { unitOf } from './unit.ts';

/** What every number of a summary is rolled up from. */
export interface Leaves {
  /** Everything, or for whoever sees masked values what is public. */
  readonly open: { readonly versions: readonly Leaf[]; readonly pairs: readonly Leaf[] };
  /** What is private, of the unit that is counted; its guarded values are nobody's business. */
  readonly closed: readonly Leaf[];
}

/**
 * Must private versions be told from the others? Not when nothing that is asked for depends on what they hold.
 */
export function isSplit({ masked, rows, columns, measures }: SummaryPlan): boolean {
  const axes = [...rows, ...columns, ...measures.flatMap(({ where }) => (where ? [where.axis] : []))];
  const distinct = measures.some(({ kind }) => kind === 'entities' || kind === 'actors');
  return masked && (distinct || axes.some((axis) => axis.guarded));
}

export async function readLeaves(
  connection: Pick<Connection, 'query'>,
  plan: SummaryPlan,
  stretches: readonly ZoneStretch[],
  limits: AnswerLimits,
): Promise<Leaves> {
  const limit = mostLeaves(plan, limits) + 1;
  const read = leafReader(plan);
  const ask = async (question: Omit<LeafQuestion, 'limit'>) => {
    const { text, values } = leafStatement(plan, stretches, { ...question, limit });
    return (await connection.query<Row>(text, values)).map(read);
  };
  const checked = (leaves: Leaf[]) => {
    if (leaves.length >= limit) throw tooLarge({ rows: limits.rows, cells: limits.cells });
    return leaves;
  };
  const sift = async (of: LeafQuestion['of']) => {
    if (!isSplit(plan)) return { open: checked(await ask({ of, part: 'all', folded: false })), closed: [] };
    const { open, closed } = (await countOut(plan, limit, of, ask)) ?? {
      open: await ask({ of, part: 'public', folded: false }),
      closed: await ask({ of, part: 'private', folded: true }),
    };
    return { open: checked(open), closed: checked(closed) };
  };
  const nothing = { open: [], closed: [] };
  const byTag = axesInOrder(plan).some((axis) => axis.kind === 'tag');
  const unit = unitOf(plan);
  const pairs = byTag ? await sift('pairs') : nothing;
  // Without a tag axis, and where totals over tags count versions.
  const versions = byTag && unit !== 'version' ? nothing : await sift('versions');
  return {
    open: { pairs: pairs.open, versions: versions.open },
    closed: unit === 'version' ? versions.closed : pairs.closed,
  };
}

/**
 * Private versions are few: counting everything and taking them out is several times faster than leaving them out while
 * counting.
 * @returns undefined where that cannot be: first and last are not to be taken out of others, and what is too much
 *   together may be little without what is private
 */
async function countOut(
  plan: SummaryPlan,
  limit: number,
  of: LeafQuestion['of'],
  ask: (question: Omit<LeafQuestion, 'limit'>) => Promise<Leaf[]>,
): Promise<{ open: Leaf[]; closed: Leaf[] } | undefined> {
  if (wantsExtremes(plan)) return undefined;
  const everything = await ask({ of, part: 'all', folded: false });
  if (everything.length >= limit) return undefined;
  const hidden = await ask({ of, part: 'private', folded: false });
  return hidden.length < limit ? { open: withoutLeaves(everything, hidden), closed: hidden } : undefined;
}

/** More leaves than these make an answer that is beyond the limits. */
function mostLeaves(plan: SummaryPlan, { rows, columnKeys, cells }: AnswerLimits): number {
  const most = Math.min(cells, rows * (plan.columns.length > 0 ? columnKeys : 1));
  const byField = axesInOrder(plan).some((axis) => axis.kind === 'field');
  return most * (byField ? 2 ** plan.selection.ledger.attributes.length : 1);
}
