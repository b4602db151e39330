/** One fault of a request, as a problem answer (RFC 9457) lists them. */
export interface FieldFault {
  field: string;
  code: string;
  message: string;
  allowed?: string[];
}

/**
 * Why a request brought no usable answer. `network`: the server was not reached; `timeout`: it was given up;
 * `stopped`: the person stopped it; `answer`: the server refused or failed.
 */
export class RequestFailure extends Error {
  override name = 'RequestFailure';
  readonly kind: 'network' | 'timeout' | 'stopped' | 'answer';
  /** HTTP status, 0 when there was no answer. */
  readonly status: number;
  /** The problem's name, '' when the answer is none. */
  readonly code: string;
  readonly faults: readonly FieldFault[];
  readonly requestId: string | null;

  constructor(
    kind: RequestFailure['kind'],
    {
      status = 0,
      code = '',
      detail = '',
      faults = [] as readonly FieldFault[],
      requestId = null as string | null,
    } = {},
  ) {
    super(detail);
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.faults = faults;
    this.requestId = requestId;
  }
}

interface FailureBody {
  type?: string;
  detail?: string;
  title?: string;
  message?: string;
  errors?: FieldFault[];
  request_id?: string;
}

/** Reads an answer that is not 2xx: a problem, the sign-in's `{message}`, or anything a proxy may have put in between. */
export function failureOfAnswer(status: number, text: string): RequestFailure {
  const body = parsed(text);
  return new RequestFailure('answer', {
    status,
    code: typeof body.type === 'string' ? (body.type.split(':').at(-1) ?? '') : '',
    detail: body.detail ?? body.message ?? body.title ?? '',
    faults: Array.isArray(body.errors) ? body.errors : [],
    requestId: body.request_id ?? null,
  });
}

function parsed(text: string): FailureBody {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
