import { fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll } from 'vitest';
import type { StandInReady } from '../../functions/hosts/aws-stand-in.ts';

/** S3 and SQS in a process of this test file's own; ended when the file is done. Sets the keys and the region it takes. */
export async function openTestAws(): Promise<StandInReady> {
  Object.assign(process.env, { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' });
  const child = fork(new URL('../../functions/hosts/aws-stand-in.ts', import.meta.url).pathname, { execArgv: [] });
  const exited = once(child, 'exit');
  afterAll(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  const [ready] = await Promise.race([
    once(child, 'message'),
    exited.then(([code]) => Promise.reject(new Error(`The stand-in for S3 and SQS ended early with code ${code}.`))),
  ]);
  return ready as StandInReady;
}
