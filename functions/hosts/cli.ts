import './node-version.ts';
import { withSecretSettings } from '../../shared/config/secret-settings.ts';
import { runCommand } from '../cli/run.ts';

const stop = new AbortController();
const interrupt = () => {
  // The first one lets the command put things in order; a second one does not wait.
  if (stop.signal.aborted) process.exit(130);
  stop.abort();
};
process.on('SIGINT', interrupt);
process.on('SIGTERM', interrupt);
// A reader that has seen enough (`| head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const { stdout, stderr } = process;
const environment = await withSecretSettings(process.env);
process.exitCode = await runCommand(process.argv.slice(2), { environment, stdout, stderr, signal: stop.signal });
