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
  const split = isSplit(plan);
  const checked = (leaves: Leaf[]) => {
    if (leaves.length >= limit) throw tooLarge(`${limits.rows} rows or ${limits.cells} cells`);
    return leaves;
  };
  const open = async (of: LeafQuestion['of']) =>
    checked(split ? await publicLeaves(plan, limit, of, ask) : await ask({ of, part: 'all', folded: false }));
  const tags = axesInOrder(plan).some((axis) => axis.kind === 'tag');
  const unit = unitOf(plan);
  return {
    open: {
      pairs: tags ? await open('pairs') : [],
      // Without a tag axis, and where totals over tags count versions.
      versions: tags && unit !== 'version' ? [] : await open('versions'),
    },
    closed: split
      ? checked(await ask({ of: unit === 'version' ? 'versions' : 'pairs', part: 'private', folded: true }))
      : [],
  };
}

/**
 * Private versions are few: counting everything and taking them out is several times faster than leaving them out while
 * counting. First and last cannot be taken out, and too many groups show only how many there are together.
 */
async function publicLeaves(
  plan: SummaryPlan,
  limit: number,
  of: LeafQuestion['of'],
  ask: (question: Omit<LeafQuestion, 'limit'>) => Promise<Leaf[]>,
): Promise<Leaf[]> {
  if (!wantsExtremes(plan)) {
    const everything = await ask({ of, part: 'all', folded: false });
    const hidden = everything.length < limit ? await ask({ of, part: 'private', folded: false }) : [];
    if (everything.length < limit && hidden.length < limit) return withoutLeaves(everything, hidden);
  }
  return ask({ of, part: 'public', folded: false });
}

/** More leaves than these make an answer that is beyond the limits. */
function mostLeaves(plan: SummaryPlan, { rows, columnKeys, cells }: AnswerLimits): number {
  const most = Math.min(cells, rows * (plan.columns.length > 0 ? columnKeys : 1));
  const byField = axesInOrder(plan).some((axis) => axis.kind === 'field');
  return most * (byField ? 2 ** plan.selection.ledger.attributes.length : 1);
}
