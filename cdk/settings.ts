import type { Node } from 'constructs';
import * as z from 'zod';

const PREFIX = 'tallyport:';

/** `-c NAME=VALUE` hands over text. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);
const whole = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum);
const capacity = z.coerce.number().multipleOf(0.5).min(0.5).max(256);
const arn = (service: string) =>
  z.string().regex(new RegExp(`^(arn:aws[\\w-]*:${service}:.+)?$`), `must be an ARN of ${service}, or empty`);

/** Every setting of the deployment; the defaults stand in cdk.json, `cdk -c tallyport:NAME=VALUE` overrides one. */
const schema = z.object({
  region: z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be a region such as ap-northeast-1'),
  /** Id, in this region, of the list com.amazonaws.global.cloudfront.origin-facing. */
  cloudFrontPrefixList: z.string().regex(/^pl-[0-9a-f]+$/, 'must be the id of a prefix list'),
  /** The name that people use; empty: CloudFront's own. Needs the certificate. */
  domainName: z.string().regex(/^([a-z0-9-]+(\.[a-z0-9-]+)+)?$/, 'must be a name such as counts.example.com, or empty'),
  /** Of the domain, in us-east-1, where CloudFront looks for it. */
  certificateArn: arn('acm'),
  /** Of the domain, in the region: TLS between CloudFront and the load balancer inside the network too. */
  originCertificateArn: arn('acm'),
  /** Which of the two secrets CloudFront sends; the other one can be changed meanwhile. */
  originSecret: z.enum(['A', 'B']),
  /** Raised after a secret was changed: every process starts anew and reads it. */
  secretsRound: whole(1, 1_000_000),
  database: z.enum(['aurora', 'rds']),
  /** Of Aurora, in ACU (2 GB of memory each). 0 would never happen with a tick each minute. */
  databaseMinCapacity: capacity,
  databaseMaxCapacity: capacity,
  /** Class and storage of RDS. */
  databaseInstance: z.string().regex(/^[a-z0-9]+\.[a-z0-9]+$/, 'must be a class such as t4g.medium'),
  databaseStorageGigabytes: whole(20, 65_536),
  /** A second one in another zone, which takes over. */
  databaseStandby: flag,
  /** What the server allows; all that may connect at once is checked against it. */
  databaseMaxConnections: whole(50, 16_000),
  /** How private subnets reach AWS: through NAT gateways, or through endpoints alone. */
  egress: z.enum(['nat', 'endpoints']),
  natGateways: whole(1, 3),
  /** Requests that the API answers at once. */
  apiConcurrency: whole(2, 1_000),
  /** Batches of imports that are carried at once, and messages of one. */
  ingestConcurrency: whole(2, 1_000),
  ingestBatchSize: whole(1, 10),
  /** Longest time that one batch of imports may take. Lambda's limit is 900. */
  ingestTimeoutSeconds: whole(30, 900),
  webTasks: whole(1, 50),
  exportTasks: whole(1, 16),
  /** Of each container: 1024 is one vCPU; memory in MB. */
  taskCpu: z.coerce.number().pipe(z.literal([256, 512, 1024, 2048, 4096])),
  taskMemory: whole(512, 30_720),
  /** Days that originals and error reports of imports are kept; becomes IMPORT_KEEP_DAYS. */
  importKeepDays: whole(1, 3650),
  importMaxBytes: whole(1, 5_368_709_120),
  timeZone: z.string().min(1),
  /** The bucket, too, tells the queue of each file. */
  s3Events: flag,
  /** Who is told of alarms; empty: whoever subscribes to the topic by hand. */
  alarmEmail: z.union([z.email(), z.literal('')]),
  /** Where the runbook can be read; alarms link to their article in it. */
  runbookUrl: z.string().min(1),
  logDays: z.coerce
    .number()
    .pipe(z.literal([1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1827, 3653])),
  /** What holds data outlives its stack, and cannot be deleted by mistake. */
  keepData: flag,
});

export type Settings = Readonly<z.infer<typeof schema>>;

/**
 * Reads the settings from the context.
 * @throws Error naming every setting that is missing or cannot be used
 */
export function readSettings(node: Pick<Node, 'tryGetContext'>): Settings {
  const names = Object.keys(schema.shape);
  const result = schema.safeParse(Object.fromEntries(names.map((name) => [name, node.tryGetContext(PREFIX + name)])));
  const faults = result.success
    ? contradictions(result.data)
    : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  if (result.success && faults.length === 0) return result.data;
  const lines = faults.map((fault) => `  ${PREFIX}${fault}`);
  throw new Error(`These settings in the context of cdk.json cannot be used:\n${lines.join('\n')}`);
}

function contradictions(settings: Settings): string[] {
  const { domainName, certificateArn, originCertificateArn, databaseMinCapacity, databaseMaxCapacity } = settings;
  return [
    ...((domainName === '') === (certificateArn === '')
      ? []
      : ['domainName: needs certificateArn, and the other way round']),
    ...(originCertificateArn !== '' && domainName === '' ? ['originCertificateArn: needs domainName'] : []),
    ...(databaseMinCapacity <= databaseMaxCapacity ? [] : ['databaseMinCapacity: is above databaseMaxCapacity']),
  ];
}
