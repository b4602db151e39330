/** A program: raises the count of a job in an export directory so many times by one. */
import { openJobStore } from '../../shared/export-queue/job-store.ts';

const [path = '', id = '', times = '0'] = process.argv.slice(2);
const store = openJobStore(path, 10);
for (let count = 0; count < Number(times); count++)
  await store.locked(async (step) => {
    const job = await step.read(id);
    if (!job) throw new Error(`There is no job ${id}.`);
    await step.publish({ ...job, processed: job.processed + 1 });
  });
process.disconnect();
