import type { Context } from 'hono';

/** `GET /api/openapi.json`: this API in OpenAPI. It is large and seldom asked for, so it is loaded then. */
export async function sendDescription(c: Context): Promise<Response> {
  const { default: document } = await import('./openapi.json', { with: { type: 'json' } });
  return c.json(document, 200, { 'Cache-Control': 'no-cache' });
}
