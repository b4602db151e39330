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

export function tooLarge(limit: string): CountsRefused {
  const advice = 'Choose fewer or coarser axes or a shorter period, or export the count instead.';
  return new CountsRefused(422, 'answer-too-large', `The answer has more than ${limit}. ${advice}`);
}

/** @throws CountsRefused */
export function checkLimits(size: AnswerLimits, limits: AnswerLimits): void {
  if (size.rows > limits.rows) throw tooLarge(`${limits.rows} rows`);
  if (size.columnKeys > limits.columnKeys) throw tooLarge(`${limits.columnKeys} columns`);
  if (size.cells > limits.cells) throw tooLarge(`${limits.cells} cells`);
}
