import * as z from 'zod';
import { LEDGER_NAMES } from '../../shared/ledgers/catalogue.ts';
import { RELEASE } from '../../shared/release.ts';
import { accountOperations } from './account-operations.ts';
import { countOperations } from './count-operations.ts';
import { exportOperations } from './export-operations.ts';
import { importOperations } from './import-operations.ts';
import { ledgerOperations } from './ledger-operations.ts';
import type { Access, Answer, Content, Operation } from './operation.ts';
import { operatorOperations } from './operator-operations.ts';
import { componentSchemas } from './schemas.ts';
import { serviceOperations } from './service-operations.ts';
import { uploadOperations } from './upload-operations.ts';

const OPERATIONS: readonly Operation[] = [
  ...importOperations,
  ...uploadOperations,
  ...ledgerOperations,
  ...countOperations,
  ...exportOperations,
  ...accountOperations,
  ...operatorOperations,
  ...serviceOperations,
];

const PATH_PARAMETERS: Readonly<Record<string, object>> = {
  id: { schema: { type: 'string', pattern: '^\\d{1,18}$' }, example: '42' },
  name: { schema: { type: 'string', enum: LEDGER_NAMES } },
  token: { schema: { type: 'string' } },
  key: { schema: { type: 'string' }, description: 'May hold slashes.', example: 'imports/42/original' },
};

const ROLE_NEEDED: Readonly<Partial<Record<Access, string>>> = {
  importer: 'Only importers and administrators may do this, or the request comes from another site.',
  admin: 'Only administrators may do this, or the request comes from another site.',
};

/** The API in OpenAPI 3.1, from the schemas that check its requests. */
export function openApiDocument() {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of OPERATIONS) {
    const item = paths[operation.path] ?? {};
    paths[operation.path] = item;
    item[operation.method] = described(operation);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Tallyport',
      version: RELEASE,
      description:
        'Takes files of change history, keeps them as ledgers, counts them without leaking, and exports the counts. Names are in snake_case, times in UTC. Every answer has an X-Request-Id, which also stands in the log. A GET route answers HEAD as well; another method is answered 405.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(OPERATIONS.map(({ tag }) => tag))].map((name) => ({ name })),
    security: [{ session: [] }, { key: [] }],
    paths,
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'tallyport.session_token',
          description: 'Set by POST /api/auth/sign-in/email; with the prefix __Secure- where people use https.',
        },
        key: { type: 'http', scheme: 'bearer', description: 'An API key, made by POST /api/keys.' },
      },
    },
  };
}

/** The document as it is kept in `functions/api/openapi.json`. */
export function openApiText(): string {
  return `${JSON.stringify(openApiDocument(), null, 2)}\n`;
}

function described(operation: Operation): object {
  const { id, tag, summary, description, access, body, answers } = operation;
  const parameters = [...pathParameters(operation), ...queryParameters(operation), ...headerParameters(operation)];
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    ...(access === 'open' ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: contents(body) } } : {}),
    responses: { ...mapped(answers, response), ...mapped(problemsOf(operation), problemResponse) },
  };
}

function pathParameters({ path }: Operation): object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    ...PATH_PARAMETERS[name],
  }));
}

function queryParameters({ query }: Operation): object[] {
  if (!query) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input' });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function headerParameters({ headers = {} }: Operation): object[] {
  return Object.entries(headers).map(([name, about]) => ({
    name,
    in: 'header',
    required: false,
    schema: { type: 'string' },
    ...about,
  }));
}

/** What may go wrong here, and what may everywhere. */
function problemsOf({ access, method, path, problems = {} }: Operation): Record<number, string> {
  const all: Record<number, string> = {};
  if (method !== 'get') all[403] = 'The request comes from another site.';
  if (ROLE_NEEDED[access]) all[403] = ROLE_NEEDED[access];
  if (access !== 'open') {
    all[401] = 'Nobody is signed in.';
    all[503] = 'The database cannot be reached now.';
  }
  if (path.startsWith('/api/')) all[500] = 'Something went wrong on our side.';
  return { ...all, ...problems };
}

function response({ description, content, headers = {} }: Answer): object {
  const told = Object.entries(headers).map(([name, text]) => [name, { description: text, schema: { type: 'string' } }]);
  return {
    description,
    ...(content ? { content: contents(content) } : {}),
    ...(told.length > 0 ? { headers: Object.fromEntries(told) } : {}),
  };
}

function problemResponse(description: string): object {
  return { description, content: { 'application/problem+json': { schema: reference('Problem') } } };
}

function contents(byType: Readonly<Record<string, Content>>): object {
  return mapped(byType, ({ schema, example }) => ({ schema: reference(schema), ...(example ? { example } : {}) }));
}

function reference(schema: string): object {
  if (schema === 'file') return { type: 'string', format: 'binary' };
  if (schema === 'text') return { type: 'string' };
  return { $ref: `#/components/schemas/${schema}` };
}

function mapped<T>(record: Readonly<Record<string, T>>, change: (value: T) => object): Record<string, object> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
