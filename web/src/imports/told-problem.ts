import type { ListedImport } from './import-record.ts';

/** The server's sentence of what went wrong; null when it only says that rows are faulty, which state and numbers do. */
export function toldProblem({ problem }: ListedImport): string | null {
  if (problem === null || problem.code === 'rows') return null;
  return problem.message ?? problem.code;
}
