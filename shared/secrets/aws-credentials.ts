import * as z from 'zod';

/** What signs a request to AWS. */
export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** AWS's own names, as its SDK reads them: they are given by the platform and are no settings of ours. */
export type AwsEnvironment = Readonly<Record<string, string | undefined>>;

/** Where Fargate gives a task the keys of its role. */
const TASK_ENDPOINT = 'http://169.254.170.2';
const DEADLINE_MS = 5_000;

const answer = z.object({ AccessKeyId: z.string(), SecretAccessKey: z.string(), Token: z.string() });

/**
 * The keys of the role that this process runs under: from the environment in Lambda, from the platform in a Fargate
 * task. They end with time, so they are asked for anew by every use.
 * @throws Error when there are none
 */
export async function awsCredentials(environment: AwsEnvironment): Promise<AwsCredentials> {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = environment;
  if (AWS_ACCESS_KEY_ID && AWS_SECRET_ACCESS_KEY)
    return {
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      sessionToken: AWS_SESSION_TOKEN,
    };
  const path = environment.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI;
  const url = environment.AWS_CONTAINER_CREDENTIALS_FULL_URI ?? (path && `${TASK_ENDPOINT}${path}`);
  if (!url) throw new Error('A secret of AWS is to be read, but neither the environment nor a task role has keys.');
  const response = await fetch(url, { signal: AbortSignal.timeout(DEADLINE_MS) });
  if (!response.ok) throw new Error(`The keys of the task role were answered with status ${response.status}.`);
  const { AccessKeyId, SecretAccessKey, Token } = answer.parse(await response.json());
  return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: Token };
}
