import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { PROBLEM_TYPE, Problem, problemBody } from '../api/problem.ts';

/** What is UTF-8 for certain. Anything else goes out as base64, byte for byte: a file's encoding, a byte order mark. */
const TEXT = /^(application\/([\w.-]+\+)?json\b|text\/plain; charset=utf-8$)/i;

/**
 * Lambda's limit for an answer, which is one JSON text, with room for its headers.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const BODY_MAX_BYTES = 6_000_000;

export function isBinary(contentType: string): boolean {
  return !TEXT.test(contentType);
}

/** The answer itself, or one that says why it cannot be given: Lambda would fail without a word. */
export function deliverable(answer: APIGatewayProxyStructuredResultV2): APIGatewayProxyStructuredResultV2 {
  const { body = '', headers = {} } = answer;
  if (Buffer.byteLength(body) <= BODY_MAX_BYTES) return answer;
  const problem = new Problem(501, 'answer-too-large', 'This answer is too large to be downloaded on this way.');
  const requestId = String(headers['x-request-id']);
  return {
    statusCode: problem.status,
    headers: { 'content-type': PROBLEM_TYPE, 'cache-control': 'no-store', 'x-request-id': requestId },
    body: JSON.stringify(problemBody(problem, requestId)),
  };
}
