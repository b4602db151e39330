import './node-version.ts';
import { parseArgs } from 'node:util';
import { ConfigError } from '../../shared/config/config.ts';
import { createLog } from '../../shared/log.ts';
import { helpText } from '../starter/help.ts';
import { type Stack, startStack } from '../starter/stack.ts';
import { StartFailed } from '../starter/start-failed.ts';

const options = { 'aws-local': { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } } as const;
const AWS_LOCAL_DATA_DIR = '.data-aws-local';

function readArguments() {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${helpText()}`);
    return process.exit(2);
  }
}

function announcePassword(email: string, password: string): void {
  const later = `\`bin/tallyport users password ${email}\` sets a new one`;
  process.stdout.write(`Administrator ${email}, password ${password} (shown only now; ${later})\n`);
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
  const kills: (() => void)[] = [];
  const end = () => {
    if (stopping.signal.aborted) {
      for (const kill of kills) kill();
      process.exit(1);
    }
    log.info('stopping; once more ends everything at once');
    stopping.abort();
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()));
  let stack: Stack | undefined;
  try {
    stack = await startStack({
      environment,
      awsLocal,
      log,
      stopping: stopping.signal,
      onNewPassword: announcePassword,
      onProcess: (kill) => kills.push(kill),
    });
    process.stdout.write(`ready ${stack.url}\n`);
    await stopped;
    await stack.stop();
  } catch (error) {
    if (!stopping.signal.aborted) {
      const explained = error instanceof StartFailed || error instanceof ConfigError;
      process.stderr.write(`${explained ? error.message : ((error as Error).stack ?? error)}\n`);
      process.exit(1);
    }
  }
  log.info('stopped');
  process.exit();
}

await main();
