import { settings } from '../../shared/config/settings.ts';

/** What `bin/start --help` says: the command, and every setting with its default. */
export function helpText(): string {
  const rows = Object.entries(settings).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined).data;
    const standard = fallback === undefined || fallback === '' ? '' : ` (${fallback})`;
    return `  ${name.padEnd(26)} ${schema.description}${standard}`;
  });
  return `Usage: bin/start [--aws-local]

Runs Tallyport on this machine until Ctrl-C: database, API and page, ingest, export workers, schedule.
Prints "ready http://127.0.0.1:8787" when it serves. On the first start it prints the administrator's password.

  --aws-local              run the S3 and SQS drivers against a stand-in in memory, with data in .data-aws-local

Settings, from the environment:
${rows.join('\n')}

Examples:
  bin/start
  PORT=9000 DATA_DIR=/srv/tallyport ADMIN_EMAIL=me@example.com bin/start
  DATABASE_URL=mysql://tallyport:PASSWORD@db.example.com/tallyport bin/start
`;
}
