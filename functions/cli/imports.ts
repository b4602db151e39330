import { Argument, Command, Option } from 'commander';
import * as z from 'zod';
import { IMPORT_STATES } from '../../shared/imports/state.ts';
import { LEDGER_NAMES } from '../../shared/ledgers/catalogue.ts';
import { answering, type Cli } from './cli.ts';
import { factsText } from './facts-text.ts';
import { importAnswer, importLine } from './import-answer.ts';
import { errorsCommand } from './import-errors.ts';
import { importPath } from './import-path.ts';
import { wholeNumber } from './numbers.ts';
import { queryString } from './query-string.ts';
import { withService } from './service.ts';
import { textTable } from './text-table.ts';

/** `tallyport imports ...` */
export function importsCommand(cli: Cli): Command {
  const imports = new Command('imports').description('what became of files that were sent');
  const on = (name: string, description: string) =>
    imports
      .command(name)
      .addArgument(new Argument('<id>', 'of an import, as the list shows it'))
      .description(description);
  imports
    .command('list')
    .description('shows the newest imports')
    .addOption(new Option('--state <state>', 'only in this state').choices(IMPORT_STATES))
    .addOption(new Option('--ledger <name>', 'only into this ledger').choices(LEDGER_NAMES))
    .addOption(new Option('--limit <number>', 'at most so many').argParser(wholeNumber(1, 200)).default(20))
    .addOption(new Option('--before <id>', 'the page behind this import').argParser(wholeNumber(1)))
    .addHelpText('after', '\nExample:\n  tallyport imports list --state failed')
    .action(answering(cli, (options: Record<string, string | number>) => listed(cli, options)));
  on('show', 'tells all about one import').action(answering(cli, (_options, id: string) => shown(cli, id)));
  on('redispatch', 'sends the message of an import again: one that is stored, queued or failed, dead letters too')
    .addHelpText('after', '\nExample:\n  tallyport imports redispatch 17')
    .action(answering(cli, (_options, id: string) => acted(cli, id, 'redispatch')));
  on('cancel', 'cancels an import that has not ended').action(
    answering(cli, (_options, id: string) => acted(cli, id, 'cancel')),
  );
  on('revert', 'takes the rows of an import out of its ledger again')
    .option('--dry-run', 'only tells how many rows that would be')
    .action(answering(cli, (options: { dryRun?: boolean }, id: string) => reverted(cli, id, options.dryRun ?? false)));
  imports.addCommand(errorsCommand(cli));
  return imports;
}

const page = z.looseObject({ imports: z.array(importAnswer), next: z.union([z.string(), z.number()]).nullable() });

function listed(cli: Cli, { state, ledger, limit, before }: Record<string, string | number>) {
  return withService(cli, async (service) => {
    const answer = await service.read(`/api/imports?${queryString({ state, ledger, limit, before })}`, page);
    const rows = answer.imports.map((one) => [
      ...[one.id, one.state, one.ledger, one.filename, one.rows_inserted, one.rows_unchanged, one.rows_replaced],
      ...[one.error_count, one.created_at],
    ]);
    const header = ['ID', 'STATE', 'LEDGER', 'FILE', 'INSERTED', 'UNCHANGED', 'REPLACED', 'ERRORS', 'SENT AT'];
    return { json: answer, text: rows.length ? textTable(header, rows) : 'No such imports.' };
  });
}

function shown(cli: Cli, id: string) {
  return withService(cli, async (service) => {
    const found = await service.read(importPath(id), importAnswer);
    return { json: found, text: factsText(found) };
  });
}

function acted(cli: Cli, id: string, action: 'redispatch' | 'cancel') {
  return withService(cli, async (service) => {
    const found = await service.read(`${importPath(id)}/${action}`, importAnswer, { method: 'POST' });
    return { json: found, text: importLine(found) };
  });
}

const revertAnswer = importAnswer.extend({ rows: z.number(), dry_run: z.boolean() });

function reverted(cli: Cli, id: string, dryRun: boolean) {
  return withService(cli, async (service) => {
    const found = await service.read(`${importPath(id)}/revert?dry_run=${dryRun}`, revertAnswer, { method: 'POST' });
    const text = dryRun
      ? `${found.rows} rows of import ${id} would be taken out of ${found.ledger}.`
      : `${found.rows} rows of import ${id} were taken out of ${found.ledger}.`;
    return { json: found, text };
  });
}
