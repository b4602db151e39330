/**
 * One host's part in `export-queue-hosts.ts`: node test/by-hand/export-queue-step.ts STEP DIRECTORY ID. It says one JSON
 * value a line, and waits for a line where the other host has its turn.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { publishOnce, writeDurably } from '../../shared/export-queue/durable-file.ts';
import { fileName, tempName } from '../../shared/export-queue/file-names.ts';
import { holdFile } from '../../shared/export-queue/held-file.ts';
import { openJobStore } from '../../shared/export-queue/job-store.ts';
import { prepareExportDirectory } from '../../shared/export-queue/prepare-directory.ts';
import { QUEUED_JOB } from '../harness/export-job.ts';

const [step = '', path = '', id = ''] = process.argv.slice(2);
const store = openJobStore(path, 300);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const tell = (said: unknown) => process.stdout.write(`${JSON.stringify(said)}\n`);
const turn = async () => (await lines.next()).value;

const count = (wait: () => Promise<unknown> = async () => undefined) =>
  store.locked(async (locked) => {
    const job = await locked.read(id);
    if (!job) throw new Error(`There is no job ${id}.`);
    await wait();
    return (await locked.publish({ ...job, processed: job.processed + 1 })).processed;
  });

const STEPS: Readonly<Record<string, () => Promise<unknown>>> = {
  async prepare() {
    await prepareExportDirectory(path);
    await writeFile(join(path, fileName(id)), 'a file');
    return store.locked((locked) => locked.publish({ ...QUEUED_JOB, id, epoch: 0 }));
  },
  read: async () => (await store.read(id))?.processed,
  count: () => count(),
  /** Counts whenever it is its turn, in step with the other host. */
  async countOn() {
    while (await turn()) tell(await count());
  },
  /** Publishes under a name that the other host wants at the same moment. */
  async race() {
    for (let name = await turn(); name; name = await turn()) {
      const temp = join(path, tempName());
      await writeDurably(temp, name);
      tell(await publishOnce(temp, join(path, name)));
    }
  },
  /** Keeps the queue's lock, and then publishes. */
  keep: () =>
    count(() => {
      tell(process.pid);
      return turn();
    }),
  async hold() {
    const file = await holdFile(join(path, fileName(id)));
    tell(file !== undefined);
    await turn();
    await file?.close();
  },
  sweep: () => store.locked((locked) => locked.removeUnheld([fileName(id)])),
};

try {
  tell((await STEPS[step]?.()) ?? null);
} catch (error) {
  tell({ failed: (error as Error).message });
}
process.exit();
