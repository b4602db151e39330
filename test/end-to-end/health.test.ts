import { afterEach, expect, test } from 'vitest';
import { poll } from '../harness/client.ts';
import { tallyport } from '../harness/command.ts';
import { hasProcessTable, processRunning } from '../harness/process-table.ts';
import { startStack } from '../harness/stack.ts';

const stacks: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const stack of stacks.splice(0)) await stack.stop();
});

/** With a worker the tick is never older than about a second. */
async function start(environment: Record<string, string>) {
  const stack = await startStack({ JOB_POLL_INTERVAL: '1', HEALTH_WORKER_STALE: '3', ...environment });
  stacks.push(stack);
  const told = async (path: string) => {
    const response = await fetch(`${stack.url}${path}`);
    return `${response.status} ${await response.text()}`;
  };
  return Object.assign(told, { dataDirectory: stack.dataDirectory });
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

test('with WORKER=0 nothing runs the schedule, and nobody misses it', async () => {
  const told = await start({ WORKER: '0' });
  const { stdout } = await tallyport(['schedule', '--json'], { DATA_DIR: told.dataDirectory });
  expect(JSON.parse(stdout)).toEqual({ last_tick: null, tasks: [] });
  if (hasProcessTable) expect(processRunning(told.dataDirectory, '/tick.ts')).toBeUndefined();
  expect(await told('/up')).toBe('200 ok');
});
