import * as z from 'zod';
import { CommandFailed, EXIT, type ExitCode } from './exit-codes.ts';

const problem = z.object({
  detail: z.string(),
  errors: z
    .array(z.object({ field: z.string(), message: z.string(), allowed: z.array(z.string()).optional() }))
    .default([]),
  request_id: z.string().optional(),
});

/** What an answer that is no success says, for a person: the sentence, each field that is wrong, the request's id. */
export async function problemFailure(response: Response): Promise<CommandFailed> {
  const { data } = problem.safeParse(await response.json().catch(() => undefined));
  const exitCode = exitCodeOf(response.status);
  if (!data) return new CommandFailed(exitCode, `The service answered ${response.status} ${response.statusText}.`);
  const faults = data.errors.filter(({ message }) => message !== data.detail);
  const lines = [data.detail, ...faults.map(faultLine)];
  const told = response.status >= 500 && data.request_id ? [`(request ${data.request_id})`] : [];
  return new CommandFailed(exitCode, [...lines, ...told].join('\n'));
}

/** What would have done is told unless the sentence tells it. */
function faultLine({ field, message, allowed = [] }: z.infer<typeof problem>['errors'][number]): string {
  const untold = allowed.filter((value) => !message.includes(value));
  return `  ${field}: ${message}${untold.length ? ` One of: ${allowed.join(', ')}.` : ''}`;
}

function exitCodeOf(status: number): ExitCode {
  if (status === 404) return EXIT.missing;
  if ([400, 413, 415, 422].includes(status)) return EXIT.usage;
  if ([502, 503, 504].includes(status)) return EXIT.unreachable;
  return status >= 500 ? EXIT.failed : EXIT.refused;
}
