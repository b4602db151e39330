import { afterEach, expect, test } from 'vitest';
import { poll } from '../harness/client.ts';
import { startStack } from '../harness/stack.ts';

const stacks: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const stack of stacks.splice(0)) await stack.stop();
});

/** With a worker the tick is never older than about a second. */
async function start(environment: Record<string, string>) {
  const stack = await startStack({ JOB_POLL_INTERVAL: '1', HEALTH_WORKER_STALE: '3', ...environment });
  stacks.push(stack);
  return async (path: string) => {
    const response = await fetch(`${stack.url}${path}`);
    return `${response.status} ${await response.text()}`;
  };
}

test('when it says that it is ready, it is well', async () => {
  const told = await start({});
  expect(await told('/up')).toBe('200 ok');
});

test('a worker that is said to run elsewhere, and does not, is missed', async () => {
  const told = await start({ WORKER: 'external', HEALTH_PATH: '/health' });
  await poll(async () => ((await told('/health')) === '503 worker stale' ? true : undefined));
  expect(await told('/live')).toBe('200 ok');
});
