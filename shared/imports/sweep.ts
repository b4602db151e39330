import { errorFields } from '../log.ts';
import { sweepLost } from './sweep-lost.ts';
import { sweepObjects } from './sweep-objects.ts';
import type { SweepDependencies, SweepPart, SweepTime } from './sweep-part.ts';
import { sweepStaging } from './sweep-staging.ts';
import { sweepUploads } from './sweep-uploads.ts';

const PARTS: readonly (readonly [name: string, part: SweepPart])[] = [
  ['uploads', sweepUploads],
  ['lost', sweepLost],
  ['objects', sweepObjects],
  ['staging', sweepStaging],
];

/**
 * Finishes or cleans what crashes left, a bounded number of each kind; the next sweep goes on. One kind that cannot be
 * swept does not keep the others from it.
 * @throws the first error, when everything else was swept
 */
export async function sweepImports(dependencies: SweepDependencies, time: SweepTime = {}): Promise<void> {
  const repaired: Record<string, number> = {};
  let failure: unknown;
  for (const [name, part] of PARTS) {
    time.signal?.throwIfAborted();
    try {
      const count = await part(dependencies, time);
      if (count > 0) repaired[name] = count;
    } catch (error) {
      dependencies.log.error('sweep: a part of it failed', { part: name, ...errorFields(error) });
      failure ??= error;
    }
  }
  if (Object.keys(repaired).length > 0) dependencies.log.info('sweep: repaired', repaired);
  if (failure) throw failure;
}
