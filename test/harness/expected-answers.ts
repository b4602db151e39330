import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CountsRequestInput } from '../../shared/counts/request.ts';
import type { CountsRole, ExpectedCell } from './counts.ts';

/** An answer that others computed from the definitions. */
export interface ExpectedAnswer {
  readonly role: CountsRole;
  readonly request: CountsRequestInput;
  readonly cells: readonly ExpectedCell[];
}

export function expectedAnswers(folder: string): ExpectedAnswer[] {
  const text = readFileSync(join(folder, 'expected.jsonl'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ExpectedAnswer);
}
