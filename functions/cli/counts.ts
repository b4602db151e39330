import { Command, Option } from 'commander';
import { answering, type Cli } from './cli.ts';
import { type CountsArguments, countsRequest, withCountsOptions } from './counts-request.ts';
import { countsTable, summaryAnswer } from './counts-table.ts';
import { detailsTable, readDetails } from './details.ts';
import { CommandFailed, EXIT } from './exit-codes.ts';
import { wholeNumber } from './numbers.ts';
import { jsonBody, withService } from './service.ts';

interface Asked extends CountsArguments {
  details?: boolean;
  fields?: string[];
  limit?: number;
  cursor?: string;
}

/** What is read of a request here; the service checks all of it. */
interface CountsRequestGiven {
  ledger?: string;
  mode?: string;
  rows?: { axis: string }[];
  limit?: number;
}

const LIMIT = 100;
const MOST = 100_000;

/** `tallyport counts [LEDGER]` */
export function countsCommand(cli: Cli): Command {
  return withCountsOptions(new Command('counts'))
    .option('--details', 'the versions themselves, the oldest first, instead of a count')
    .option('--fields <names...>', 'of details: these columns; else all but content_hash')
    .addOption(new Option('--limit <number>', `of details: at most so many (${LIMIT})`).argParser(wholeNumber(1, MOST)))
    .option('--cursor <text>', 'of details: the page behind another one, which tells it')
    .description('counts a ledger and shows the table')
    .addHelpText(
      'after',
      `
An axis that a ledger does not have is answered with those that it has.

Examples:
  tallyport counts posts --rows created_at:month --columns event_type --subtotals
  tallyport counts posts --rows tag --filter event_type=create --time-zone Asia/Tokyo --json
  tallyport counts posts --details --filter event_type=discard --fields created_at post_id title --limit 20`,
    )
    .action(answering(cli, (options: Asked, ledger?: string) => count(cli, options, ledger)));
}

async function count(cli: Cli, options: Asked, ledger: string | undefined) {
  const { details, fields, limit, cursor } = options;
  const request: CountsRequestGiven = await countsRequest(ledger, options);
  if (!request.ledger) throw new CommandFailed(EXIT.usage, 'Name a ledger, like: tallyport counts posts --rows ...');
  const wanted = details || request.mode === 'details';
  if (!wanted && (fields || limit || cursor))
    throw new CommandFailed(EXIT.usage, '--fields, --limit and --cursor go with --details.');
  return withService(cli, async (service) => {
    if (wanted) {
      const asked = { ...request, ...(fields ? { fields } : {}), ...(cursor ? { cursor } : {}) };
      const answer = await readDetails(service, asked, limit ?? request.limit ?? LIMIT);
      return { json: answer, text: detailsTable(answer) };
    }
    const answer = await service.read('/api/counts', summaryAnswer, jsonBody('POST', request));
    return { json: answer, text: countsTable(answer, request) };
  });
}
