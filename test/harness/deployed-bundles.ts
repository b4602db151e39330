import { fileURLToPath } from 'node:url';
import { bundleFunctions } from '../../bin/bundle.ts';

/** Once for a whole run: what the cloud's description takes up from `dist/lambda`. */
export default async function setup(): Promise<void> {
  await bundleFunctions(fileURLToPath(new URL('../../dist/lambda', import.meta.url)));
}
