import type { Node } from 'constructs';
import * as z from 'zod';

const PREFIX = 'tallyport:';

/** Every setting of the deployment; the defaults stand in cdk.json, `cdk -c tallyport:NAME=VALUE` overrides one. */
const schema = z.object({
  region: z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be a region such as ap-northeast-1'),
  /** Longest time that one batch of imports may take. Lambda's limit is 900. */
  ingestTimeoutSeconds: z.coerce.number().int().min(30).max(900),
  /** Days that originals and error reports of imports are kept; the same as IMPORT_KEEP_DAYS. */
  importKeepDays: z.coerce.number().int().min(1).max(3650),
});

export type Settings = Readonly<z.infer<typeof schema>>;

/**
 * Reads the settings from the context.
 * @throws Error naming every setting that is missing or cannot be used
 */
export function readSettings(node: Pick<Node, 'tryGetContext'>): Settings {
  const names = Object.keys(schema.shape);
  const result = schema.safeParse(Object.fromEntries(names.map((name) => [name, node.tryGetContext(PREFIX + name)])));
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => `  ${PREFIX}${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`These settings in the context of cdk.json cannot be used:\n${faults.join('\n')}`);
}
