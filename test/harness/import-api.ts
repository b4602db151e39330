import { Hono } from 'hono';
import type { ApiEnvironment } from '../../functions/api/environment.ts';
import { createImportRoutes } from '../../functions/api/import-routes.ts';
import { Problem, problemResponse } from '../../functions/api/problem.ts';
import type { Role } from '../../shared/accounts/caller.ts';
import { type Faults, type ImportLine, USER } from './import-line.ts';

export interface Answer {
  status: number;
  /** The problem's own name, when it is one. */
  code: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what its test asks
  body: any;
  headers: Headers;
}

/** The routes of imports with somebody signed in, on the line's drivers. */
export function openImportApi(line: ImportLine, faults: Faults = {}, user: { userId: string; role: Role } = USER) {
  const app = new Hono<ApiEnvironment>();
  app.use(async (c, next) => {
    c.set('log', line.log);
    c.set('requestId', 'request');
    c.set('caller', { ...user, email: `${user.userId}@example.com`, name: user.userId, sessionId: 's' });
    await next();
  });
  app.onError((error, c) => {
    if (error instanceof Problem) return problemResponse(c, error, 'request');
    throw error;
  });
  app.route('/api/imports', createImportRoutes(line.dependencies(faults)));

  async function send(path: string, init: RequestInit): Promise<Answer> {
    const response = await app.request(`/api/imports${path}`, init);
    const text = await response.text();
    const json = text !== '' && /json/.test(response.headers.get('content-type') ?? '');
    const body = json ? JSON.parse(text) : text;
    const code = json && response.status >= 400 ? String(body.type).split(':').at(-1) : undefined;
    return { status: response.status, code, body, headers: response.headers };
  }

  return {
    app,
    send,
    get: (path: string) => send(path, {}),
    post: (path: string, body: string, headers: Record<string, string> = {}) =>
      send(path, { method: 'POST', body, headers: { 'Content-Type': 'text/csv', ...headers } }),
    json: (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
      send(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', ...headers },
      }),
  };
}
