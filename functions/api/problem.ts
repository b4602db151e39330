import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { FieldFault } from '../../shared/field-fault.ts';
import type { ProblemCode } from './problem-codes.ts';

interface Details {
  errors?: readonly FieldFault[];
  headers?: Readonly<Record<string, string>>;
}

/** A request that is answered with a problem (RFC 9457). `detail` is a sentence for the person who sent it. */
export class Problem extends Error {
  override name = 'Problem';
  readonly status: ContentfulStatusCode;
  /** Last part of the problem's `type`, a stable name for programs: `not-found`, `too-large`, ... */
  readonly code: ProblemCode;
  readonly errors: readonly FieldFault[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: ContentfulStatusCode,
    code: ProblemCode,
    detail: string,
    { errors = [], headers = {} }: Details = {},
  ) {
    super(detail);
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.headers = headers;
  }
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Sign in first',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'Too large',
  415: 'Unsupported media type',
  422: 'Cannot be processed',
  429: 'Too many requests',
  500: 'Internal error',
  501: 'Not possible here',
  503: 'Unavailable',
  504: 'Took too long',
};

/** Answers with `application/problem+json`. */
export function problemResponse(c: Context, problem: Problem, requestId: string): Response {
  const headers = { ...problem.headers, 'Content-Type': PROBLEM_TYPE };
  return c.body(JSON.stringify(problemBody(problem, requestId)), problem.status, headers);
}

export const PROBLEM_TYPE = 'application/problem+json';

/** What a problem says on the wire. */
export function problemBody({ status, code, message, errors }: Problem, requestId: string) {
  return {
    type: `urn:tallyport:problem:${code}`,
    title: TITLES[status] ?? 'Problem',
    status,
    detail: message,
    errors,
    request_id: requestId,
  };
}
