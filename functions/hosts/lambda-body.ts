import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Context } from 'hono';
import { Problem } from '../api/problem.ts';

/**
 * Largest file that comes through. Lambda's limit is 6 MB for the whole event, in which the body stands as base64.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const LAMBDA_BODY_MAX_BYTES = 4_194_304;

const IMPORTS = '/api/imports';
const OTHER_DOOR = `Announce it instead: POST ${IMPORTS} with the same query, Content-Type: application/json and {"name","size","sha256"}. The answer says where to put the file itself.`;
const PREVIEW_ADVICE = 'For a preview the first part of it is enough.';

/**
 * Refuses a file that an event cannot carry whole. API Gateway hands text on as UTF-8, which destroys every other
 * encoding beyond repair; only a body that came as base64 is what was sent.
 * @throws Problem 413, 415
 */
export function admitFile(c: Context): void {
  if (c.req.method !== 'POST' || !c.req.path.startsWith(IMPORTS)) return;
  const { body = '', isBase64Encoded, headers } = (c.env as { event: APIGatewayProxyEventV2 }).event;
  const preview = c.req.path !== IMPORTS;
  const bytes = Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8');
  if (Math.max(bytes, Number(headers['content-length'] ?? 0)) > LAMBDA_BODY_MAX_BYTES) {
    const message = `A file may have at most ${LAMBDA_BODY_MAX_BYTES.toLocaleString('en-US')} bytes on this way.`;
    throw refusal(413, 'too-large', `${message} ${preview ? PREVIEW_ADVICE : OTHER_DOOR}`);
  }
  if (body === '' || isBase64Encoded || /^application\/json\b/i.test(headers['content-type'] ?? '')) return;
  const message = 'A file does not come through here as text: send it as application/octet-stream.';
  throw refusal(415, 'text-body', preview ? message : `${message} Or: ${OTHER_DOOR}`);
}

function refusal(status: 413 | 415, code: 'too-large' | 'text-body', message: string): Problem {
  const field = status === 413 ? 'body' : 'Content-Type';
  const allowed = status === 413 ? {} : { allowed: ['application/octet-stream', 'application/json'] };
  return new Problem(status, code, message, { errors: [{ field, code, message, ...allowed }] });
}
