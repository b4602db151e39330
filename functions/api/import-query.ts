import { fieldFaults } from '../../shared/field-fault.ts';
import { type ImportRequest, importQuery, importRequest } from '../../shared/imports/options.ts';
import { LEDGER_NAMES } from '../../shared/ledgers/catalogue.ts';
import { Problem } from './problem.ts';

/** The options of an import, from a request's query. @throws Problem 422 naming each option that cannot be used */
export function importRequestOf(queries: Readonly<Record<string, string[]>>): ImportRequest {
  const repeated = Object.entries(queries).filter(([, values]) => values.length > 1);
  if (repeated.length > 0) {
    const errors = repeated.map(([field]) => ({ field, code: 'repeated', message: `Give ${field} once.` }));
    throw new Problem(422, 'invalid-import', 'An option was given more than once.', { errors });
  }
  const query = Object.fromEntries(Object.entries(queries).map(([name, [value]]) => [name, value]));
  const result = importQuery.safeParse(query);
  if (result.success) return importRequest(result.data);
  const errors = fieldFaults(result.error);
  const detail =
    query.ledger !== undefined && LEDGER_NAMES.includes(query.ledger)
      ? 'The options of this import cannot be used.'
      : 'Say with ?ledger= which ledger the file is for.';
  throw new Problem(422, 'invalid-import', detail, { errors });
}
