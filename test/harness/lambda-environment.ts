import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from './at-end.ts';

/** Sets the environment that the Lambda handlers read at their first event. @returns the data directory */
export async function setLambdaEnvironment(settings: Record<string, string>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'tallyport-lambda-'));
  atEnd(() => rm(directory, { recursive: true, force: true }));
  Object.assign(process.env, {
    DATA_DIR: directory,
    SECRET: 'a-secret-of-the-tests-with-32-bytes-and-more',
    PUBLIC_URL: 'https://tallyport.example',
    ...settings,
  });
  return directory;
}
