import type * as z from 'zod';

export type Access = 'open' | 'session' | 'importer' | 'admin';

/** A body or an answer: by media type, the name of a schema, or `file` for bytes that have none. */
export interface Content {
  readonly schema: string | 'file' | 'text';
  readonly example?: unknown;
}

export interface Answer {
  readonly description: string;
  readonly content?: Readonly<Record<string, Content>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One route as people and programs read it. What is the same everywhere (401, 500, ...) is added by `document.ts`. */
export interface Operation {
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** With parameters as `{name}`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** The schema that checks the query, or one that says the same. */
  readonly query?: z.ZodObject;
  /** Name -> what it is for. */
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly example?: string }>>;
  readonly body?: Readonly<Record<string, Content>>;
  readonly answers: Readonly<Record<number, Answer>>;
  /** Status -> when it is answered. */
  readonly problems?: Readonly<Record<number, string>>;
}

export const json = (schema: string, example?: unknown): Readonly<Record<string, Content>> => ({
  'application/json': example === undefined ? { schema } : { schema, example },
});

/** Files may be of any type; these are only the most usual. */
export const csv: Readonly<Record<string, Content>> = { 'text/csv': { schema: 'file' } };
