import { setTimeout as sleep } from 'node:timers/promises';
import { Command, Option } from 'commander';
import * as z from 'zod';
import { answering, type Cli } from './cli.ts';
import { type CountsArguments, countsRequest, withCountsOptions } from './counts-request.ts';
import { CommandFailed, EXIT } from './exit-codes.ts';
import { createProgress, type Progress } from './progress.ts';
import { requireFree, saveAnswer } from './save-answer.ts';
import { jsonBody, type Service, withService } from './service.ts';
import { bytesText } from './sizes.ts';

interface ExportArguments extends CountsArguments {
  output?: string;
  format: string;
  raw?: boolean;
  bom: boolean;
  tabs?: boolean;
  force?: boolean;
}

/** `tallyport export [LEDGER]` */
export function exportCommand(cli: Cli): Command {
  return withCountsOptions(new Command('export'))
    .option('-o, --output <file>', 'where the file goes; else counts-LEDGER.FORMAT here')
    .addOption(new Option('--format <name>', 'of the file').choices(['csv', 'json', 'jsonl']).default('csv'))
    .option('--raw', 'values as they are, for programs: no sign before what a spreadsheet takes for a formula')
    .option('--no-bom', 'CSV without the mark that spreadsheets know UTF-8 by')
    .option('--tabs', 'tabs between the cells of a CSV')
    .option('--force', 'replaces a file of that name')
    .description('has a count made into a file by the export workers, waits and saves it')
    .addHelpText(
      'after',
      `
The file bears its name only when it is whole; Ctrl-C cancels the export.

Examples:
  tallyport export posts --rows created_at:month --columns event_type -o posts.csv
  tallyport export --request count.json --format csv --raw -o all.csv --force`,
    )
    .action(answering(cli, (options: ExportArguments, ledger?: string) => exportCount(cli, options, ledger)));
}

async function exportCount(cli: Cli, options: ExportArguments, given: string | undefined) {
  const { format, force = false } = options;
  const request: { ledger?: string } = await countsRequest(given, options);
  const output = options.output ?? `counts-${request.ledger}.${options.tabs ? 'tsv' : format}`;
  await requireFree(output, force);
  const written = {
    ...(options.bom ? {} : { bom: false }),
    ...(options.raw ? { raw: true } : {}),
    ...(options.tabs ? { delimiter: '\t' } : {}),
  };
  return withService(cli, async (service) => {
    const body = jsonBody('POST', { request, format, options: written });
    const { token } = await service.read('/api/counts/export/jobs', z.object({ token: z.string() }), body);
    const progress = createProgress(cli);
    try {
      const fileToken = await ready(service, token, progress, cli.signal);
      const response = await service.ask(`/api/counts/export/files/${fileToken}`);
      const onBytes = (bytes: number, of: number) => progress.show('Downloading', bytes / Math.max(1, of));
      const saved = await saveAnswer(response, output, { force, onBytes });
      return { json: saved, text: `${saved.path}: ${bytesText(saved.bytes)}.` };
    } catch (error) {
      if (cli.signal.aborted) await cancel(service, token);
      throw error;
    } finally {
      progress.end();
    }
  });
}

const status = z.looseObject({
  state: z.string(),
  phase: z.string().nullable(),
  processed: z.number(),
  total: z.number().nullable(),
  file_token: z.string().optional(),
  error: z.looseObject({ message: z.string() }).nullable(),
});
const LOOK_MS = 250;
const WAITED_FOR = ['queued', 'running'];

async function ready(service: Service, token: string, progress: Progress, signal: AbortSignal): Promise<string> {
  for (;;) {
    const found = await service.read(`/api/counts/export/jobs/${token}`, status);
    if (found.file_token) return found.file_token;
    if (!WAITED_FOR.includes(found.state))
      throw new CommandFailed(EXIT.failed, found.error?.message ?? `The export is ${found.state}.`);
    const { phase, processed, total } = found;
    progress.show(phase ?? found.state, phase === 'writing' && total ? processed / total : undefined);
    await sleep(LOOK_MS, undefined, { signal });
  }
}

/** The worker need not make what nobody waits for. An export that cannot be canceled ends by itself. */
async function cancel(service: Service, token: string): Promise<void> {
  const patience = { signal: AbortSignal.timeout(5000) };
  await service.ask(`/api/counts/export/jobs/${token}`, { method: 'DELETE', ...patience }).catch(() => {});
}
