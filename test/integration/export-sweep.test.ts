import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changeExport } from '../../shared/export-queue/change.ts';
import { claimExport } from '../../shared/export-queue/claim.ts';
import { fileName, partName } from '../../shared/export-queue/file-names.ts';
import { finishExport } from '../../shared/export-queue/finish.ts';
import type { ExportJob } from '../../shared/export-queue/job.ts';
import { registerExport } from '../../shared/export-queue/registration.ts';
import { readExport } from '../../shared/export-queue/status.ts';
import { sweep } from '../../shared/export-queue/sweep.ts';
import { appear } from '../../shared/export-queue/workers.ts';
import { openQueueWithClock, orderOf } from '../harness/export-queue.ts';

/** A queue with one living worker. */
async function openManned(settings: Record<string, string> = {}) {
  const { queue, pass } = await openQueueWithClock(settings);
  const presence = await appear(queue);
  const claim = async (job: ExportJob) => {
    const claimed = await claimExport(queue, presence.worker);
    await claimed?.slot.release();
    expect(claimed?.job.id).toBe(job.id);
  };
  /** Writes a file of so many bytes for a running job and makes it ready. */
  const finish = async ({ id }: ExportJob, size: number) => {
    const part = join(queue.store.path, partName(id));
    await writeFile(part, 'x'.repeat(size));
    const facts = { at: queue.clock.time(), worker: presence.worker, processed: 1, size };
    return finishExport(queue, id, part, { type: 'finish', ...facts });
  };
  const names = async (pattern: RegExp) => (await readdir(queue.store.path)).filter((name) => pattern.test(name));
  return { queue, pass, presence, claim, finish, names };
}

test('a ready file lives until its expiry, its job a minute longer', async () => {
  const { queue, pass, presence, claim, finish, names } = await openManned();
  const job = await registerExport(queue, orderOf('u1'));
  await claim(job);
  await finish(job, 10);
  pass(599);
  await presence.beat();
  await sweep(queue);
  expect(await names(/^file/)).toEqual([fileName(job.id)]);
  pass(1);
  expect((await readExport(queue, job.id))?.state).toBe('expired');
  expect(await names(/^file/)).toEqual([]);
  pass(61);
  await sweep(queue);
  expect(await names(/^(job|file|part|temp)/)).toEqual([]);
});

test('a user has so many open exports, others have their own', async () => {
  const { queue } = await openManned({ EXPORT_OPEN_PER_USER: '2' });
  await registerExport(queue, orderOf('u1'));
  await registerExport(queue, orderOf('u1'));
  await expect(registerExport(queue, orderOf('u1'))).rejects.toMatchObject({ code: 'too_many_open' });
  await registerExport(queue, orderOf('u2'));
});

test('a user runs one export at a time; another user’s goes first', async () => {
  const { queue, pass, presence } = await openManned();
  const register = async (user: string) => {
    pass(0.001);
    return registerExport(queue, orderOf(user));
  };
  const [first, second, third] = [await register('u1'), await register('u1'), await register('u2')];
  const claims = [await claimExport(queue, presence.worker), await claimExport(queue, presence.worker)];
  expect(claims.map((claim) => claim?.job.id)).toEqual([first.id, third.id]);
  expect(await claimExport(queue, presence.worker)).toBeUndefined();
  await changeExport(queue, first.id, { type: 'fail', code: 'internal', message: 'x' });
  await claims[0]?.slot.release();
  const next = await claimExport(queue, presence.worker);
  expect(next?.job.id).toBe(second.id);
  for (const claim of [claims[1], next]) await claim?.slot.release();
});

test('the largest file must fit before an export is taken or started', async () => {
  const { queue, pass, presence, claim, finish } = await openManned({
    EXPORT_MAX_BYTES: '100',
    EXPORT_STORAGE_BYTES: '150',
  });
  const first = await registerExport(queue, orderOf('u1'));
  pass(0.001);
  const second = await registerExport(queue, orderOf('u2'));
  await claim(first);
  await expect(registerExport(queue, orderOf('u3'))).rejects.toMatchObject({ code: 'storage_full' });
  await finish(first, 51);
  await expect(registerExport(queue, orderOf('u3'))).rejects.toMatchObject({ code: 'storage_full' });
  expect(await claimExport(queue, presence.worker)).toBeUndefined();
  expect((await queue.store.read(second.id))?.state).toBe('queued');
  // The first one's file goes at its expiry, and makes room.
  pass(600);
  await presence.beat();
  await registerExport(queue, orderOf('u3'));
});

test('a worker that is silent for too long is not counted on', async () => {
  const { queue, pass } = await openManned();
  const job = await registerExport(queue, orderOf('u1'));
  pass(15.1);
  await expect(registerExport(queue, orderOf('u1'))).rejects.toMatchObject({ code: 'no_worker' });
  expect(await readExport(queue, job.id)).toMatchObject({ state: 'failed', error: { code: 'worker_lost' } });
});

test('a worker that was taken for dead can write nothing more', async () => {
  const { queue, pass, claim, finish, names } = await openManned();
  const job = await registerExport(queue, orderOf('u1'));
  await claim(job);
  pass(16);
  expect(await readExport(queue, job.id)).toMatchObject({ state: 'failed', error: { code: 'worker_lost' } });
  await expect(finish(job, 10)).rejects.toMatchObject({ name: 'ExportLost' });
  expect((await queue.store.read(job.id))?.state).toBe('failed');
  await sweep(queue);
  expect(await names(/^(file|part|temp)/)).toEqual([]);
});

test('whoever takes a slot ends the job that ran in it', async () => {
  const { queue, claim, presence } = await openManned();
  const job = await registerExport(queue, orderOf('u1'));
  await claim(job);
  expect(await claimExport(queue, presence.worker)).toBeUndefined();
  expect(await queue.store.read(job.id)).toMatchObject({ state: 'failed', error: { code: 'worker_lost' } });
});

test('left-overs of a crash are deleted', async () => {
  const { queue, pass, presence, claim, names } = await openManned();
  const job = await registerExport(queue, orderOf('u1'));
  await claim(job);
  const strays = ['temp.ab', 'part.zz.ab', 'file.zz', `file.${job.id}`, `job.${job.id}.1.json`, 'worker.ab.1.json'];
  const aged = ['probe.ab.lock', '.nfs0000ab'];
  for (const name of [...strays, ...aged, 'probe.cd.lock', `part.${job.id}.ab`, 'unknown'])
    await writeFile(join(queue.store.path, name), 'x');
  for (const name of aged) await utimes(join(queue.store.path, name), 0, 0);
  pass(1);
  await presence.beat();
  await sweep(queue);
  const kept = await names(/./);
  for (const name of [...strays, ...aged]) expect(kept).not.toContain(name);
  expect(kept).toEqual(
    expect.arrayContaining([`part.${job.id}.ab`, `job.${job.id}.2.json`, 'probe.cd.lock', 'unknown']),
  );
});
