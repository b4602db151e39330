import './node-version.ts';
import { parseArgs } from 'node:util';
import { ConfigError } from '../../shared/config/config.ts';
import { createLog } from '../../shared/log.ts';
import { DataDirectoryHeld } from '../starter/data-directory.ts';
import { helpText } from '../starter/help.ts';
import { PortTaken } from '../starter/port.ts';
import { type Stack, startStack } from '../starter/stack.ts';

const options = { 'aws-local': { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } } as const;
const AWS_LOCAL_DATA_DIR = '.data-aws-local';

/** Errors whose message says everything: no stack. */
const EXPLAINED = [ConfigError, DataDirectoryHeld, PortTaken];

function readArguments() {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${helpText()}`);
    return process.exit(2);
  }
}

function announce(stack: Stack): void {
  const password = stack.newPassword
    ? `Administrator ${stack.email}, password ${stack.newPassword} (shown only now; \`bin/tallyport users password ${stack.email}\` sets a new one)\n`
    : '';
  process.stdout.write(`${password}ready ${stack.url}\n`);
}

/** `bin/start`: runs everything on this machine until Ctrl-C or SIGTERM; a second one ends it the hard way. */
async function main(): Promise<void> {
  const { help, 'aws-local': awsLocal } = readArguments();
  if (help) {
    process.stdout.write(helpText());
    return;
  }
  const environment = awsLocal ? { DATA_DIR: AWS_LOCAL_DATA_DIR, ...process.env } : process.env;
  const format = process.env.LOG === 'json' || process.env.LOG === 'pretty' ? process.env.LOG : undefined;
  const log = createLog(format ?? (process.stderr.isTTY ? 'pretty' : 'json'), { process: 'start' });
  const stopping = new AbortController();
  let stack: Stack | undefined;
  const end = () => {
    if (stopping.signal.aborted) {
      stack?.kill();
      process.exit(1);
    }
    log.info('stopping; once more ends everything at once');
    stopping.abort();
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()));
  try {
    stack = await startStack({ environment, awsLocal, log });
  } catch (error) {
    const explained = EXPLAINED.some((kind) => error instanceof kind);
    process.stderr.write(`${explained ? (error as Error).message : ((error as Error).stack ?? error)}\n`);
    process.exit(1);
  }
  if (!stopping.signal.aborted) announce(stack);
  await stopped;
  await stack.stop();
  log.info('stopped');
  process.exit();
}

await main();
