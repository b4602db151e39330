import * as z from 'zod';
import { countsRequestSchema } from '../../shared/counts/request.ts';
import { exportRequestSchema } from '../api/export-body.ts';
import { announcement } from '../api/import-uploads.ts';
import { accountAnswers, accountRequests } from './account-answers.ts';
import { auditAnswers } from './audit-answers.ts';
import { countAnswers } from './count-answers.ts';
import { exportAnswers } from './export-answers.ts';
import { importAnswers } from './import-answers.ts';
import { ledgerAnswers } from './ledger-answers.ts';
import { operatorAnswers } from './operator-answers.ts';
import { problemAnswers } from './problem-answer.ts';

/** What requests carry: the schemas that check them. Forms and accounts are checked by others; theirs say the same. */
export const REQUESTS: Readonly<Record<string, z.ZodType>> = {
  Announcement: announcement,
  CountsRequest: countsRequestSchema,
  ExportRequest: exportRequestSchema,
  ...accountRequests,
  FileForm: z.object({ file: z.file() }),
};

/** What is answered. Tests read real answers with them. */
export const ANSWERS = {
  ...problemAnswers,
  ...accountAnswers,
  ...ledgerAnswers,
  ...importAnswers,
  ...countAnswers,
  ...exportAnswers,
  ...auditAnswers,
  ...operatorAnswers,
  AnyObject: z.looseObject({}),
} as const;

type JsonSchema = Record<string, unknown>;

/** Every schema as JSON Schema, by name, those within one another as references. */
export function componentSchemas(): Record<string, JsonSchema> {
  return { ...converted(REQUESTS, 'input'), ...converted(ANSWERS, 'output') };
}

function converted(schemas: Readonly<Record<string, z.ZodType>>, io: 'input' | 'output'): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const found = z.toJSONSchema(registry, {
    io,
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => {
      // A client must bear fields that it does not know yet.
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return Object.fromEntries(Object.entries(found.schemas).map(([id, { $id, $schema, ...schema }]) => [id, schema]));
}
