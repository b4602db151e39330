import { AccountRefused } from '../../shared/accounts/refused.ts';
import { CommandFailed, EXIT } from './exit-codes.ts';

/** Does something with accounts; what is refused becomes an exit code. */
export async function accounted<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AccountRefused)) throw error;
    throw new CommandFailed(error.reason === 'missing' ? EXIT.missing : EXIT.refused, error.message, { cause: error });
  }
}
