import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { LEDGER_NAMES } from '../../shared/ledgers/catalogue.ts';
import { answering, type Cli } from './cli.ts';
import { CommandFailed, EXIT, type ExitCode } from './exit-codes.ts';
import { hasEnded, type ImportAnswer, importAnswer, importExitCode, importLine } from './import-answer.ts';
import { createProgress, type Progress } from './progress.ts';
import { queryString } from './query-string.ts';
import { type Service, withService } from './service.ts';
import { requireFile, uploadFile } from './upload.ts';

interface ImportArguments {
  ledger?: string;
  watch?: boolean;
  encoding?: string;
  delimiter?: string;
  timeZone?: string;
  map?: string;
  onError?: string;
  onConflict?: string;
  dryRun?: boolean;
  force?: boolean;
}

/** `tallyport import FILE...` */
export function importCommand(cli: Cli): Command {
  return new Command('import')
    .argument('<files...>', 'CSV, TSV or JSON Lines, gzipped or not')
    .addOption(
      new Option('--ledger <name>', 'which ledger they are for; else a file tags.csv is for tags').choices(
        LEDGER_NAMES,
      ),
    )
    .option('--watch', 'waits until they are imported, and tells what became of them')
    .addOption(new Option('--on-error <what>', 'what rows with errors do').choices(['reject', 'skip']))
    .addOption(
      new Option('--on-conflict <what>', 'what rows do that contradict a version').choices(['error', 'replace']),
    )
    .option('--encoding <name>', 'when it should not be detected')
    .option('--delimiter <sign>', 'when it should not be detected: one sign, or tab, comma, semicolon, pipe')
    .option('--time-zone <zone>', 'of times that name none, like Asia/Tokyo')
    .option('--map <pairs>', "the file's headers, like 題名:title,時刻:created_at")
    .option('--dry-run', 'checks the whole file and writes nothing')
    .option('--force', 'even when the same file was imported before')
    .description('sends files to the service that runs')
    .addHelpText(
      'after',
      `
Examples:
  tallyport import posts.csv tags.csv --watch
  tallyport import 2026-11.csv.gz --ledger posts --on-error skip --time-zone Asia/Tokyo --watch
  TALLYPORT_URL=https://counts.example.com TALLYPORT_KEY=tpk_... tallyport import posts.csv`,
    )
    .action(answering(cli, (options: ImportArguments, files: string[]) => importFiles(cli, options, files)));
}

async function importFiles(cli: Cli, options: ImportArguments, files: string[]) {
  for (const file of files) await requireFile(file);
  const orders = files.map((file) => ({ file, query: queryOf(options, options.ledger ?? ledgerOf(file)) }));
  return withService(cli, async (service) => {
    const progress = createProgress(cli);
    const imports: ImportAnswer[] = [];
    try {
      for (const { file, query } of orders) {
        const sent = await uploadFile(service, file, query, progress);
        const found = options.watch ? await watched(service, sent, progress, cli.signal) : sent;
        progress.end();
        imports.push(found);
      }
    } catch (error) {
      progress.end();
      // Those that were taken are not forgotten over the one that was not.
      for (const taken of imports) cli.note(importLine(taken));
      throw error;
    }
    const text = imports.flatMap((found) => [importLine(found), ...whereErrorsAre(found)]).join('\n');
    return { json: { imports }, text, exitCode: options.watch ? worst(imports.map(importExitCode)) : EXIT.done };
  });
}

function whereErrorsAre({ id, error_count: errors }: ImportAnswer): string[] {
  return errors > 0 ? [`  Which rows, and why: tallyport imports errors ${id}`] : [];
}

function queryOf(options: ImportArguments, ledger: string): URLSearchParams {
  const { encoding, delimiter, map } = options;
  const given = {
    ...{ ledger, encoding, delimiter, map, time_zone: options.timeZone },
    ...{ on_error: options.onError, on_conflict: options.onConflict },
    ...{ dry_run: options.dryRun && 'true', force: options.force && 'true' },
  };
  return queryString(given);
}

/** The longest name of a ledger with which the file's name begins, up to its end or a sign. */
function ledgerOf(file: string): string {
  const name = basename(file).toLowerCase();
  const fitting = LEDGER_NAMES.filter((ledger) => name.startsWith(ledger) && !/^[a-z]/.test(name.slice(ledger.length)));
  const longest = fitting.sort((a, b) => b.length - a.length)[0];
  if (longest) return longest;
  throw new CommandFailed(EXIT.usage, `Say with --ledger what ${file} is for: ${LEDGER_NAMES.join(', ')}.`);
}

const LOOK_MS = 250;

async function watched(service: Service, sent: ImportAnswer, progress: Progress, signal: AbortSignal) {
  for (let found = sent; ; found = await service.read(`/api/imports/${sent.id}`, importAnswer)) {
    if (hasEnded(found)) return { ...found, ...(sent.duplicate ? { duplicate: true } : {}) };
    const share = found.state === 'processing' && found.bytes ? found.bytes_read / found.bytes : undefined;
    progress.show(`${found.filename}: ${found.state}, ${found.rows_read} rows`, share);
    await sleep(LOOK_MS, undefined, { signal });
  }
}

/** A failure of ours before a fault of a file. */
function worst(codes: readonly ExitCode[]): ExitCode {
  if (codes.includes(EXIT.failed)) return EXIT.failed;
  return codes.find((code) => code !== EXIT.done) ?? EXIT.done;
}
