import { Command } from 'commander';
import { listTasks } from '../../shared/jobs/scheduled-tasks.ts';
import { readTick } from '../../shared/jobs/tick.ts';
import { answering, type Cli } from './cli.ts';
import { withDatabase } from './connect.ts';
import { textTable } from './text-table.ts';

/** `tallyport schedule` */
export function scheduleCommand(cli: Cli): Command {
  return new Command('schedule')
    .description('shows the scheduled tasks: when each ran and runs next, and what its last run failed with')
    .action(
      answering(cli, () =>
        withDatabase(cli, async (database) => {
          const tasks = await listTasks(database);
          const tick = (await readTick(database))?.toISOString() ?? null;
          const table = textTable(
            ['TASK', 'EVERY (S)', 'LAST START', 'NEXT RUN', 'LAST ERROR'],
            tasks.map((task) => [task.name, task.everySeconds, task.lastStartedAt, task.nextRunAt, task.lastError]),
          );
          const looked = tick ? `The schedule was last looked after at ${tick}.` : 'The schedule never ran here.';
          return { json: { last_tick: tick, tasks }, text: tasks.length ? `${table}\n\n${looked}` : looked };
        }),
      ),
    );
}
