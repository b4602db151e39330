import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import type { StandInReady } from '../../functions/hosts/aws-stand-in.ts';
import { IMPORT_DEAD_LETTER_QUEUE, IMPORT_QUEUE } from '../../shared/names.ts';

async function start() {
  const child = fork(new URL('../../functions/hosts/aws-stand-in.ts', import.meta.url).pathname);
  const [ready] = (await once(child, 'message')) as [StandInReady];
  return { child, ready };
}

test('says where it is, survives Ctrl-C, ends on SIGTERM', async () => {
  const { child, ready } = await start();
  expect(ready).toEqual({
    ready: true,
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    queueUrl: `${ready.url}/000000000000/${IMPORT_QUEUE}`,
    deadLetterUrl: `${ready.url}/000000000000/${IMPORT_DEAD_LETTER_QUEUE}`,
  });
  child.kill('SIGINT');
  expect((await fetch(`${ready.url}/health`)).status).toBe(200);
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

test('ends with its parent', async () => {
  const { child } = await start();
  const exited = once(child, 'exit');
  child.disconnect();
  expect(await exited).toEqual([0, null]);
});

test('lets a page of another origin upload', async () => {
  const { child, ready } = await start();
  const asked = await fetch(`${ready.url}/bucket/key`, {
    method: 'OPTIONS',
    headers: { Origin: 'http://127.0.0.1:8787', 'Access-Control-Request-Method': 'PUT' },
  });
  expect([asked.status, asked.headers.get('Access-Control-Allow-Methods')]).toEqual([204, 'PUT']);
  const put = await fetch(`${ready.url}/no-such-bucket/key`, { method: 'PUT', body: 'x' });
  expect(put.headers.get('Access-Control-Allow-Origin')).toBe('*');
  child.kill('SIGTERM');
  await once(child, 'exit');
});
