import { expect, test } from 'vitest';
import { synthesise } from '../harness/cloud.ts';

/** Of assets, versions and whatever else follows from content: a change of code is no change of the infrastructure. */
const HASHES: readonly [RegExp, string][] = [
  [/\b[0-9a-f]{64}\b/g, 'HASH'],
  [/(CurrentVersion[0-9A-F]{8})[0-9a-f]{32}/g, '$1HASH'],
];

const cloud = synthesise();

// What a change does to the deployed system stands in its review. Run vitest with -u to take a change over.
test.each(Object.entries(cloud))('%s', async (name, template) => {
  let text = JSON.stringify(template.toJSON(), null, 1);
  for (const [pattern, mask] of HASHES) text = text.replace(pattern, mask);
  await expect(`${text}\n`).toMatchFileSnapshot(`templates/${name}.json.snap`);
});
