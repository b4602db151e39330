import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';

export interface HttpRequest {
  method?: string;
  /** As the client wrote it, percent-encoded. */
  path: string;
  query?: string;
  headers?: Record<string, string>;
  cookies?: string[];
  body?: string | Uint8Array;
}

/** What an HTTP API hands on as text; everything else comes as base64. */
const TEXT_TYPES = /^(text\/|application\/(json|xml|javascript)\b)/;

/**
 * The event that API Gateway makes of a request (HTTP API, payload format 2.0): names of headers in lower case, their
 * values joined by commas, cookies apart, values of a query joined by commas beside the query as it was sent.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export function httpEvent({ method = 'GET', path, query = '', headers = {}, cookies, body }: HttpRequest) {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const bytes = body === undefined ? undefined : Buffer.from(body as Uint8Array);
  const text = TEXT_TYPES.test(lower['content-type'] ?? '');
  const parameters = [...new URLSearchParams(query)].reduce<Record<string, string>>((all, [name, value]) => {
    all[name] = name in all ? `${all[name]},${value}` : value;
    return all;
  }, {});
  const host = 'k3x9example.execute-api.ap-northeast-1.amazonaws.com';
  const event: APIGatewayProxyEventV2 = {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: query,
    ...(cookies ? { cookies } : {}),
    headers: {
      host,
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-port': '443',
      'x-forwarded-proto': 'https',
      ...(bytes ? { 'content-length': String(bytes.length) } : {}),
      ...lower,
    },
    ...(query ? { queryStringParameters: parameters } : {}),
    requestContext: {
      accountId: '123456789012',
      apiId: 'k3x9example',
      domainName: host,
      domainPrefix: 'k3x9example',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '203.0.113.7', userAgent: 'test' },
      requestId: randomUUID(),
      routeKey: '$default',
      stage: '$default',
      time: '30/Nov/2026:00:00:00 +0000',
      timeEpoch: 1_796_083_200_000,
    },
    ...(bytes ? { body: bytes.toString(text ? 'utf8' : 'base64') } : {}),
    isBase64Encoded: bytes !== undefined && !text,
  };
  return event;
}

export function lambdaContext(remainingMs = 30_000): Context {
  const end = Date.now() + remainingMs;
  return {
    awsRequestId: randomUUID(),
    functionName: 'tallyport',
    functionVersion: '$LATEST',
    invokedFunctionArn: 'arn:aws:lambda:ap-northeast-1:123456789012:function:tallyport',
    memoryLimitInMB: '1024',
    logGroupName: '/aws/lambda/tallyport',
    logStreamName: '2026/11/30/[$LATEST]0',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => end - Date.now(),
    done() {},
    fail() {},
    succeed() {},
  };
}

/** The body that a client gets, byte for byte. */
export function bodyOf({ body = '', isBase64Encoded }: APIGatewayProxyStructuredResultV2): Buffer {
  return Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
}

export function jsonOf(result: APIGatewayProxyStructuredResultV2): Record<string, unknown> {
  return JSON.parse(bodyOf(result).toString('utf8'));
}
