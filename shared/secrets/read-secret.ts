import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { type AwsEnvironment, awsCredentials } from './aws-credentials.ts';
import { signRequest } from './sign-request.ts';

const SERVICE = 'secretsmanager';
const DEADLINE_MS = 5_000;
/** After the first and the second failure that may pass. */
const PAUSES_MS = [100, 500] as const;

const answer = z.object({ SecretString: z.string() });

/** Secrets Manager has not given a secret. Names it, never its content. */
export class SecretUnavailable extends Error {
  override name = 'SecretUnavailable';
}

/**
 * Reads the current version of a secret of AWS Secrets Manager, which its ARN finds.
 * @throws SecretUnavailable when it is refused, or cannot be reached three times in a row
 */
export async function readSecret(arn: string, environment: AwsEnvironment = process.env): Promise<string> {
  for (const pause of [...PAUSES_MS, undefined]) {
    try {
      return await ask(arn, environment);
    } catch (error) {
      if (error instanceof SecretUnavailable || pause === undefined) throw explained(arn, error);
      await sleep(pause);
    }
  }
  throw new SecretUnavailable(`The secret ${arn} cannot be read.`);
}

function explained(arn: string, error: unknown): SecretUnavailable {
  if (error instanceof SecretUnavailable) return error;
  return new SecretUnavailable(`The secret ${arn} cannot be read: ${(error as Error).message}`, { cause: error });
}

async function ask(arn: string, environment: AwsEnvironment): Promise<string> {
  const [, partition, , region = ''] = arn.split(':');
  const domain = partition === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com';
  const url = new URL(environment.AWS_ENDPOINT_URL_SECRETS_MANAGER || `https://${SERVICE}.${region}.${domain}/`);
  const body = JSON.stringify({ SecretId: arn });
  const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'secretsmanager.GetSecretValue' };
  const credentials = await awsCredentials(environment);
  const signed = signRequest({ method: 'POST', url, headers, body }, { region, service: SERVICE }, credentials);
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const response = await fetch(url, { method: 'POST', headers: signed, body, signal });
  if (response.ok) return answer.parse(await response.json()).SecretString;
  const text = (await response.text()).slice(0, 500);
  const message = `The secret ${arn} cannot be read: status ${response.status} ${text}`;
  throw response.status < 500 && !/Throttling/.test(text) ? new SecretUnavailable(message) : new Error(message);
}
