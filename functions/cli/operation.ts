import { OperationFailed, OperationRefused } from '../../shared/operations/operation-refused.ts';
import { CommandFailed, EXIT } from './exit-codes.ts';

/** Carries out an operation; what it refuses or fails with becomes an exit code. */
export async function operate<T>(operation: Promise<T>): Promise<T> {
  try {
    return await operation;
  } catch (error) {
    if (error instanceof OperationRefused) throw new CommandFailed(EXIT.refused, error.message, { cause: error });
    if (error instanceof OperationFailed) throw new CommandFailed(EXIT.failed, error.message, { cause: error });
    throw error;
  }
}
