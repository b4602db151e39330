import { CountsRefused } from './refused.ts';

/** How large an answer may become before it is refused. */
export interface AnswerLimits {
  /** Regular rows. */
  readonly rows: number;
  readonly columnKeys: number;
  readonly cells: number;
}

export const INTERACTIVE_LIMITS: AnswerLimits = { rows: 10_000, columnKeys: 1_000, cells: 200_000 };
/** An export is limited by the size of its file; this bounds the memory that one may take. */
export const EXPORT_LIMITS: AnswerLimits = { rows: 1_000_000, columnKeys: 10_000, cells: 5_000_000 };

/** @param passed the limits of which one was */
export function tooLarge(passed: Partial<AnswerLimits>): CountsRefused {
  const limits = Object.entries(passed).map(([of, limit]) => `${limit.toLocaleString('en-US')} ${UNITS[of]}`);
  const advice = 'Choose fewer or coarser axes or a shorter period, or export the count instead.';
  return new CountsRefused(422, 'answer-too-large', `The answer has more than ${limits.join(' or ')}. ${advice}`);
}

const UNITS: Record<string, string> = { rows: 'rows', columnKeys: 'columns', cells: 'cells' };

/** @throws CountsRefused */
export function checkLimits(size: AnswerLimits, { rows, columnKeys, cells }: AnswerLimits): void {
  if (size.rows > rows) throw tooLarge({ rows });
  if (size.columnKeys > columnKeys) throw tooLarge({ columnKeys });
  if (size.cells > cells) throw tooLarge({ cells });
}
