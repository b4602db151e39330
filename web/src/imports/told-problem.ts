import type { Texts } from '../language/english.ts';
import { toldWords } from '../language/told-words.ts';
import type { ListedImport } from './import-record.ts';

/** What went wrong; null when it is only that rows are faulty, which state and numbers say. */
export function toldProblem({ told }: Texts, { problem }: ListedImport): string | null {
  if (problem === null || problem.code === 'rows') return null;
  return toldWords(told.imports, problem.code, problem.message ?? problem.code);
}
