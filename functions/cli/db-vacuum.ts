import { Command, Option } from 'commander';
import { vacuumTables } from '../../shared/operations/vacuum.ts';
import { answering, type Cli } from './cli.ts';
import { withDatabase } from './connect.ts';
import { EXIT } from './exit-codes.ts';
import { wholeNumber } from './numbers.ts';
import { bytesText } from './sizes.ts';
import { textTable } from './text-table.ts';

/** `tallyport db vacuum` */
export function vacuumCommand(cli: Cli): Command {
  return new Command('vacuum')
    .addOption(
      new Option('--lock-wait <seconds>', 'how long to wait for a table that is used')
        .argParser(wholeNumber(1, 3600))
        .default(5),
    )
    .description('rebuilds the tables, so that what deleted rows left goes back to the disk; run it when it is quiet')
    .action(answering(cli, ({ lockWait }: { lockWait: number }) => vacuum(cli, lockWait)));
}

function vacuum(cli: Cli, lockSeconds: number) {
  return withDatabase(cli, async (_database, { databaseUrl }) => {
    const onTable = (name: string) => cli.note(`${name} ...`);
    const tables = await vacuumTables(databaseUrl, { lockSeconds, signal: cli.signal, onTable });
    const sum = (of: 'before' | 'after') => tables.reduce((bytes, table) => bytes + table[of], 0);
    const [before, after] = [sum('before'), sum('after')];
    const left = tables.filter(({ error }) => error !== null);
    const table = textTable(
      ['TABLE', 'BEFORE', 'AFTER', 'NOT REBUILT'],
      tables.map(({ name, error, ...bytes }) => [name, bytesText(bytes.before), bytesText(bytes.after), error]),
    );
    const total = `On disk before: ${bytesText(before)}, after: ${bytesText(after)}.`;
    const advice = left.length
      ? `\nNot rebuilt: ${left.map(({ name }) => name).join(', ')}. Try when it is quiet.`
      : '';
    return {
      json: { before, after, tables },
      text: `${table}\n\n${total}${advice}`,
      exitCode: left.length ? EXIT.attention : EXIT.done,
    };
  });
}
