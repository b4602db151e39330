import { Command } from 'commander';
import * as z from 'zod';
import { answering, type Cli } from './cli.ts';
import { importAnswer } from './import-answer.ts';
import { importPath } from './import-path.ts';
import { saveAnswer } from './save-answer.ts';
import { withService } from './service.ts';
import { textTable } from './text-table.ts';

interface ErrorArguments {
  output?: string;
  force?: boolean;
}

/** `tallyport imports errors ID` */
export function errorsCommand(cli: Cli): Command {
  return new Command('errors')
    .argument('<id>', 'of an import')
    .option('--output <file>', 'saves the complete report: the bad rows as they were, to be mended and sent again')
    .option('--force', 'replaces a file of that name')
    .description('shows the first rows that were not taken, and why')
    .addHelpText('after', '\nExample:\n  tallyport imports errors 17 --output bad-rows.csv')
    .action(answering(cli, (options: ErrorArguments, id: string) => errors(cli, id, options)));
}

const withErrors = importAnswer.extend({
  errors: z.array(
    z.object({
      line: z.number().nullable(),
      column: z.string().nullable(),
      message: z.string(),
      text: z.string().nullable(),
    }),
  ),
});

function errors(cli: Cli, id: string, { output, force = false }: ErrorArguments) {
  return withService(cli, async (service) => {
    const found = await service.read(importPath(id), withErrors);
    if (output) {
      const saved = await saveAnswer(await service.ask(`${importPath(id)}/errors.csv`), output, { force });
      return { json: saved, text: `${saved.path}: ${found.error_count} errors.` };
    }
    const rows = found.errors.map(({ line, column, message, text }) => [line, column, message, text]);
    const more = found.error_count > rows.length ? `\n\n${found.error_count} in all; --output saves them.` : '';
    const table = rows.length ? textTable(['LINE', 'COLUMN', 'ERROR', 'TEXT'], rows) : 'No errors.';
    return { json: { error_count: found.error_count, errors: found.errors }, text: table + more };
  });
}
