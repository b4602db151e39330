import * as z from 'zod';
import { END_STATES } from '../../shared/imports/state.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';

/** What commands read of an import as the API tells it; the rest is handed on as it is. */
export const importAnswer = z.looseObject({
  id: z.union([z.number(), z.string()]),
  state: z.string(),
  ledger: z.string(),
  filename: z.string(),
  bytes: z.number().nullable(),
  bytes_read: z.number(),
  rows_read: z.number(),
  rows_inserted: z.number(),
  rows_unchanged: z.number(),
  rows_replaced: z.number(),
  rows_failed: z.number(),
  error_count: z.number(),
  duplicate: z.boolean().optional(),
  problem: z.object({ code: z.string(), message: z.string().nullable() }).nullable(),
  created_at: z.string(),
});
export type ImportAnswer = z.infer<typeof importAnswer>;

/** A state that this version does not know is no end. */
export function hasEnded({ state }: Pick<ImportAnswer, 'state'>): boolean {
  return (END_STATES as readonly string[]).includes(state);
}

export function importExitCode({ state, rows_failed: failed }: ImportAnswer): ExitCode {
  if (state === 'failed' || state === 'store_failed') return EXIT.failed;
  return state === 'done' && failed === 0 ? EXIT.done : EXIT.attention;
}

/** One line for a person. */
export function importLine(found: ImportAnswer): string {
  const { id, filename, ledger, state } = found;
  const counts = (['inserted', 'unchanged', 'replaced', 'failed'] as const)
    .map((name) => [found[`rows_${name}`], name] as const)
    .filter(([rows]) => rows > 0)
    .map(([rows, name]) => `${rows} ${name}`);
  const rows = counts.length ? `: ${counts.join(', ')}` : '';
  const duplicate = found.duplicate ? ' (the same file as before)' : '';
  const reason = found.problem?.message ? ` (${found.problem.message})` : '';
  return `import ${id}  ${filename} into ${ledger}: ${state}${duplicate}${rows}${reason}`;
}
