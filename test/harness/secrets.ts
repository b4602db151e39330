import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { atEnd } from './at-end.ts';

/** Stands where Secrets Manager stands, with the two answers that we know of it. */
export interface TestSecrets {
  /** The content of each secret by its ARN, to be changed by a test. */
  readonly contents: Map<string, string>;
  /** The ARNs that were asked for, in order. */
  readonly asked: string[];
  /** What a process needs to find it. */
  readonly environment: Record<string, string>;
}

export async function openTestSecrets(): Promise<TestSecrets> {
  const contents = new Map<string, string>();
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const { SecretId } = JSON.parse(await text(request));
    const signed =
      /^AWS4-HMAC-SHA256 Credential=test\/\d{8}\/ap-northeast-1\/secretsmanager\/aws4_request, SignedHeaders=/;
    const known = contents.get(SecretId);
    const refused =
      !signed.test(request.headers.authorization ?? '') ||
      request.headers['x-amz-target'] !== 'secretsmanager.GetSecretValue';
    asked.push(SecretId);
    if (refused || known === undefined) {
      response.writeHead(400).end(JSON.stringify({ __type: refused ? 'AccessDenied' : 'ResourceNotFoundException' }));
      return;
    }
    response.end(JSON.stringify({ ARN: SecretId, SecretString: known }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => server.close());
  const { port } = server.address() as AddressInfo;
  return {
    contents,
    asked,
    environment: {
      AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${port}/`,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
    },
  };
}

let made = 0;

/** An ARN that no other test knows: what was read is kept for the life of a process. */
export function newSecretArn(): string {
  return `arn:aws:secretsmanager:ap-northeast-1:123456789012:secret:test-${++made}-AbCdEf`;
}
