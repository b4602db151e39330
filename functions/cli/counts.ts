import { Command } from 'commander';
import { answering, type Cli } from './cli.ts';
import { type CountsArguments, countsRequest, withCountsOptions } from './counts-request.ts';
import { countsTable, summaryAnswer } from './counts-table.ts';
import { jsonBody, withService } from './service.ts';

/** `tallyport counts [LEDGER]` */
export function countsCommand(cli: Cli): Command {
  return withCountsOptions(new Command('counts'))
    .description('counts a ledger and shows the table')
    .addHelpText(
      'after',
      `
Examples:
  tallyport counts posts --rows created_at:month --columns event_type --subtotals
  tallyport counts posts --rows tag_ids --filter event_type=create --time-zone Asia/Tokyo --json`,
    )
    .action(answering(cli, (options: CountsArguments, ledger?: string) => count(cli, options, ledger)));
}

async function count(cli: Cli, options: CountsArguments, ledger: string | undefined) {
  const request = await countsRequest(ledger, options);
  return withService(cli, async (service) => {
    const answer = await service.read('/api/counts', summaryAnswer, jsonBody('POST', request));
    return { json: answer, text: countsTable(answer, request) };
  });
}
