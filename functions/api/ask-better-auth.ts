import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { cookieOf, signCookie, verifiedCookie } from '../../shared/accounts/session-cookie.ts';
import { Problem } from './problem.ts';
import { isProblemCode } from './problem-codes.ts';

/** What stands between a request and better-auth. */
export interface BetterAuth {
  handler(request: Request): Promise<Response>;
  /** Name of the session's cookie, and the secrets that may have signed it, the present one first. */
  readonly cookieName: string;
  readonly secrets: readonly string[];
}

/** The token of the session that a request names, good or not. */
export function sessionTokenOf({ cookieName, secrets }: Omit<BetterAuth, 'handler'>, headers: Headers) {
  const cookie = cookieOf(headers, cookieName);
  return cookie && verifiedCookie(cookie, secrets);
}

/**
 * Sends a request on to better-auth: with a body that we have read, and with no cookie but the session's, signed with
 * the present secret. The answer loses the session's token, which no script needs to see.
 * @throws Problem for what better-auth refuses
 */
export async function askBetterAuth(
  auth: BetterAuth,
  request: Request,
  body?: Readonly<Record<string, unknown>>,
): Promise<Response> {
  const headers = new Headers(request.headers);
  for (const name of ['cookie', 'content-length', 'authorization']) headers.delete(name);
  const token = sessionTokenOf(auth, request.headers);
  const [secret = ''] = auth.secrets;
  if (token) headers.set('cookie', `${auth.cookieName}=${encodeURIComponent(signCookie(token, secret))}`);
  if (body) headers.set('content-type', 'application/json');
  const { method, url } = request;
  return withoutToken(
    await auth.handler(new Request(url, { method, headers, body: body ? JSON.stringify(body) : null })),
  );
}

interface AuthAnswer {
  token?: unknown;
  session?: { token?: unknown };
  code?: string;
  message?: string;
}

async function withoutToken(answer: Response): Promise<Response> {
  const body = (await answer.json().catch(() => null)) as AuthAnswer | null;
  if (answer.status >= 400) throw refusal(answer.status, body);
  if (body) {
    delete body.token;
    delete body.session?.token;
  }
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  headers.set('content-type', 'application/json');
  headers.set('cache-control', 'no-store');
  return new Response(JSON.stringify(body), { status: answer.status, headers });
}

function refusal(status: number, body: AuthAnswer | null): Problem {
  if (status >= 500)
    return new Problem(503, 'unavailable', 'Accounts cannot be looked up now. Try again in some seconds.');
  const code = body?.code?.toLowerCase().replaceAll('_', '-') ?? '';
  const message = body?.message ?? 'This was refused';
  return new Problem(
    status as ContentfulStatusCode,
    isProblemCode(code) ? code : 'refused',
    message.replace(/[^.]$/, '$&.'),
  );
}
