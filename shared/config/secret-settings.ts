import * as z from 'zod';
import { readSecret } from '../secrets/read-secret.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const content = z.record(z.string(), z.string());

/**
 * The environment, and beside it the settings that secrets hold: SETTINGS_FROM names secrets of AWS Secrets Manager by
 * their ARNs, and each of them is a JSON object of settings by name. What the environment itself says goes first.
 * @throws SecretUnavailable, or Error when a secret has another form
 */
export async function withSecretSettings(environment: Environment): Promise<Environment> {
  const arns = (environment.SETTINGS_FROM ?? '').split(',').filter(Boolean);
  const contents = await Promise.all(arns.map(async (arn) => parse(arn, await readSecret(arn, environment))));
  return Object.assign({}, ...contents, environment);
}

function parse(arn: string, text: string): Record<string, string> {
  try {
    return content.parse(JSON.parse(text));
  } catch {
    // The cause would repeat what is secret.
    throw new Error(`The secret ${arn} must be a JSON object of settings, all of them strings.`);
  }
}
