import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { handle, type LambdaEvent } from 'hono/aws-lambda';
import { CONNECTIONS } from '../../shared/names.ts';
import { deliverable, isBinary } from './lambda-answer.ts';
import { admitFile, LAMBDA_BODY_MAX_BYTES } from './lambda-body.ts';
import { openOnce } from './lambda-process.ts';
import { wireApi } from './wire-api.ts';

const answering = openOnce('api', async (process) => {
  const app = await wireApi(process, {
    connections: CONNECTIONS.api,
    clientAddress: (c) => (c.env as { event: APIGatewayProxyEventV2 }).event.requestContext.http.sourceIp,
    admit: admitFile,
    directMaxBytes: LAMBDA_BODY_MAX_BYTES,
  });
  return { answer: handle(app, { isContentTypeBinary: isBinary }), tracing: process.tracing };
});

/** The Lambda function behind an HTTP API of API Gateway (payload format 2.0). Counts and exports live elsewhere. */
export async function handler(
  event: APIGatewayProxyEventV2,
  context: Context,
): Promise<APIGatewayProxyStructuredResultV2> {
  const { answer, tracing } = await answering();
  const start = Date.now() / 1000;
  // Hono's types of the event want an authorizer, which an HTTP API need not have.
  const answered = (await answer(event as unknown as LambdaEvent, context)) as APIGatewayProxyStructuredResultV2;
  const annotations = { request_id: String(answered.headers?.['x-request-id']) };
  const failed = Number(answered.statusCode) >= 500;
  await tracing.record({ name: 'request', start, end: Date.now() / 1000, annotations, failed });
  return deliverable(answered);
}
