import { expect, test } from 'vitest';
import { createTurns } from '../../functions/api/turns.ts';

const never = new AbortController().signal;
const limits = { total: 3, perUser: 2, waitingPerUser: 2, waitSeconds: 60 };

/** What has been decided by the time all that can go on has gone on. */
async function settled(promise: Promise<unknown>): Promise<'turn' | 'refused' | 'waits'> {
  const waits = new Promise<'waits'>((resolve) => setImmediate(() => resolve('waits')));
  return Promise.race([promise.then(() => 'turn' as const).catch(() => 'refused' as const), waits]);
}

test('one user has two turns, waits with two more, and the next is refused', async () => {
  const turns = createTurns(limits);
  const end = await turns.take('a', never);
  await turns.take('a', never);
  const [third, fourth] = [turns.take('a', never), turns.take('a', never)];
  await expect(turns.take('a', never)).rejects.toMatchObject({ status: 429, headers: { 'Retry-After': '5' } });
  expect([await settled(third), await settled(fourth)]).toEqual(['waits', 'waits']);
  end();
  end();
  expect([await settled(third), await settled(fourth)]).toEqual(['turn', 'waits']);
});

test('nobody waits behind the many requests of somebody else', async () => {
  const turns = createTurns(limits);
  const ends = [await turns.take('a', never), await turns.take('a', never)];
  const third = turns.take('a', never);
  const endOther = await turns.take('b', never);
  const fourth = turns.take('c', never);
  endOther();
  expect([await settled(third), await settled(fourth)]).toEqual(['waits', 'turn']);
  ends[0]?.();
  expect(await settled(third)).toBe('turn');
});

test('who goes while waiting leaves no turn behind', async () => {
  const turns = createTurns({ ...limits, total: 1 });
  const end = await turns.take('a', never);
  const gone = new AbortController();
  const left = turns.take('b', gone.signal);
  const next = turns.take('c', never);
  gone.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  end();
  expect(await settled(next)).toBe('turn');
  await expect(turns.take('d', gone.signal)).rejects.toThrow('gone');
});

test('a wait that is too long is refused, and its place is free again', async () => {
  const turns = createTurns({ ...limits, total: 1, waitingPerUser: 1, waitSeconds: 0.001 });
  await turns.take('a', never);
  await expect(turns.take('b', never)).rejects.toMatchObject({ status: 429 });
  await expect(turns.take('b', never)).rejects.toMatchObject({ status: 429 });
});
