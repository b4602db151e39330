import type { Answer } from '../http/answer.ts';

/** The last part of a problem's `type`. */
export type ProblemCode = Answer<'Problem'>['type'] extends `urn:tallyport:problem:${infer Code}` ? Code : never;
export type FaultCode = Answer<'Fault'>['code'];
export type ImportProblemCode = NonNullable<Answer<'Import'>['problem']>['code'];
export type RowErrorCode = Answer<'RowError'>['code'];

/**
 * Words for what the server tells, by its codes. The server's own sentences are English and name particulars, so that
 * the English page has words only where it knows better; every other language has words for every code. A code that is
 * new to this page is told in the server's sentence.
 */
export interface ToldWords {
  problems: Partial<Record<ProblemCode, string>>;
  faults: Partial<Record<FaultCode, string>>;
  imports: Partial<Record<ImportProblemCode, string>>;
  rows: Partial<Record<RowErrorCode, string>>;
  /** What would have done. */
  allowed: ((values: string) => string) | null;
}

/** The sentence for a code, or the one that the server told. */
export function toldWords(words: Readonly<Record<string, string | undefined>>, code: string, told: string): string {
  return (Object.hasOwn(words, code) ? words[code] : undefined) ?? told;
}
