import { Argument, Command, Option } from 'commander';
import { countJobs, JOB_STATES, type JobState, listJobs } from '../../shared/jobs/job-list.ts';
import { pruneDoneJobs } from '../../shared/jobs/prune.ts';
import { RetryRefused, retryFailed } from '../../shared/jobs/retry-failed.ts';
import { answering, type Cli } from './cli.ts';
import { withDatabase } from './connect.ts';
import { CommandFailed, EXIT } from './exit-codes.ts';
import { factsText } from './facts-text.ts';
import { wholeNumber } from './numbers.ts';
import { textTable } from './text-table.ts';

/** `tallyport jobs ...` */
export function jobsCommand(cli: Cli): Command {
  const jobs = new Command('jobs').description('background jobs');
  const id = () => new Argument('<id>', 'of a job, as the list shows it');
  jobs
    .command('list')
    .description('shows the newest jobs, and how many there are in each state')
    .addOption(new Option('--state <state>', 'only jobs in this state').choices(JOB_STATES))
    .addOption(new Option('--limit <number>', 'at most so many').argParser(wholeNumber(1, 1000)).default(20))
    .addOption(new Option('--after <id>', 'the page behind this job').argParser(wholeNumber(1)))
    .addHelpText('after', '\nExample:\n  tallyport jobs list --state failed --json')
    .action(answering(cli, (options: ListOptions) => listed(cli, options)));
  jobs
    .command('show')
    .addArgument(id())
    .description('tells all about one job')
    .action(answering(cli, (_options, job: string) => shown(cli, job)));
  jobs
    .command('retry')
    .argument('[ids...]', 'of failed jobs')
    .option('--all-failed', 'every job that has failed')
    .description('queues failed jobs again, due at once and with all their attempts')
    .addHelpText('after', '\nExamples:\n  tallyport jobs retry 17\n  tallyport jobs retry --all-failed')
    .action(answering(cli, (options: { allFailed?: boolean }, ids: string[]) => retried(cli, options, ids)));
  jobs
    .command('prune')
    .addOption(new Option('--days <number>', 'only those done longer ago').argParser(wholeNumber(0, 36_500)).default(7))
    .description('deletes jobs that are done; failed ones stay to be looked at')
    .action(answering(cli, (options: { days: number }) => pruned(cli, options.days)));
  return jobs;
}

interface ListOptions {
  state?: JobState;
  limit: number;
  after?: number;
}

function listed(cli: Cli, { state, limit, after }: ListOptions) {
  return withDatabase(cli, async (database) => {
    const page = { limit, ...(state ? { state } : {}), ...(after ? { after: String(after) } : {}) };
    const jobs = await listJobs(database, page);
    const counts: Record<string, number> = {};
    for (const each of JOB_STATES) counts[each] = await countJobs(database, each);
    const summary = JOB_STATES.map((each) => `${counts[each]} ${each}`).join(', ');
    const rows = jobs.map((job) => [job.id, job.kind, job.state, job.attempts, job.runAt, job.lastError]);
    const table = textTable(['ID', 'KIND', 'STATE', 'ATTEMPTS', 'DUE', 'LAST ERROR'], rows);
    return { json: { counts, jobs }, text: jobs.length ? `${table}\n\n${summary}` : `No such jobs. ${summary}` };
  });
}

function shown(cli: Cli, id: string) {
  return withDatabase(cli, async (database) => {
    if (!/^\d{1,18}$/.test(id)) throw new CommandFailed(EXIT.missing, `There is no job ${id}: an id is a number.`);
    const [job] = await listJobs(database, { limit: 1, after: String(BigInt(id) + 1n) });
    if (job?.id !== id) throw new CommandFailed(EXIT.missing, `There is no job ${id}.`);
    return { json: job, text: factsText(job) };
  });
}

async function retried(cli: Cli, { allFailed }: { allFailed?: boolean }, given: string[]) {
  if (Boolean(allFailed) === given.length > 0)
    throw new CommandFailed(EXIT.usage, 'Name the failed jobs to retry, or give --all-failed.');
  return withDatabase(cli, async (database) => {
    const failed = 'SELECT id FROM jobs WHERE state = ? ORDER BY id';
    const rows = allFailed ? await database.query<{ id: string }>(failed, ['failed']) : [];
    const ids = allFailed ? rows.map((row) => row.id) : given;
    for (const id of ids) await retryFailed(database, id).catch(refusal);
    return { json: { retried: ids }, text: ids.length ? `Queued again: ${ids.join(', ')}` : 'No job has failed.' };
  });
}

function refusal(error: Error): never {
  if (!(error instanceof RetryRefused)) throw error;
  throw new CommandFailed(error.reason === 'missing' ? EXIT.missing : EXIT.refused, error.message);
}

function pruned(cli: Cli, days: number) {
  return withDatabase(cli, async (database) => {
    const deleted = await pruneDoneJobs(database, new Date(Date.now() - days * 86_400_000));
    return { json: { deleted }, text: `${deleted} deleted.` };
  });
}
