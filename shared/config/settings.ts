import * as z from 'zod';
import { isDatabaseUrl } from '../database/url.ts';
import { isTimeZone } from '../time-zone.ts';

/** Plain digits: `1e4`, `0x10` and blanks are typing errors. */
const integer = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().int().min(minimum).max(maximum));
const seconds = integer(1, 31_536_000);

/**
 * Every setting of Tallyport: one row each with its default and meaning. The names are those of the environment.
 * A setting that is empty counts as not given, but for those of MAY_BE_EMPTY.
 */
export const settings = {
  PORT: integer(0, 65_535).default(8787).describe('port of the API and the page; 0 takes a free one'),
  HOST: z.string().default('127.0.0.1').describe('address to listen on'),
  DATA_DIR: z.string().default('.data').describe('where one machine keeps its database, objects, exports and secret'),
  DATABASE_URL: z
    .string()
    .refine(isDatabaseUrl, 'must look like mysql://USER:PASSWORD@HOST:3306/NAME')
    .default('')
    .describe('mysql://USER:PASSWORD@HOST:PORT/NAME, with ?tls=1, &ca=PATH; empty: a private server here'),
  OBJECT_STORE: z
    .string()
    .regex(/^(directory:.+|s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]|)$/, 'must be directory:PATH or s3://BUCKET')
    .default('')
    .describe('directory:PATH or s3://BUCKET; empty: the directory objects in DATA_DIR'),
  QUEUE: z
    .string()
    .regex(/^(table:|https?:\/\/.+)$/, 'must be table: or the URL of an SQS queue')
    .default('table:')
    .describe('table: or the URL of an SQS queue'),
  QUEUE_DEAD_LETTER: z.string().default('').describe('URL of the dead-letter queue of an SQS queue'),
  QUEUE_WAKE_FILE: z.string().default('').describe('its touch wakes consumers of the table queue; empty: in DATA_DIR'),
  AWS_ENDPOINT_URL: z.string().default('').describe('endpoint of an S3 and SQS compatible service'),
  COUNTS_EXPORT_DIRECTORY: z.string().default('').describe('the export file queue; empty: counts_exports in DATA_DIR'),
  SECRET: z.string().default('').describe('signs tokens and sessions; made on the first start of one machine'),
  SECRET_PREVIOUS: z.string().default('').describe('still verifies, so that SECRET can be changed without a cut'),
  SETTINGS_FROM: z
    .string()
    .default('')
    .describe('ARNs of secrets of AWS that hold further settings as JSON, by commas'),
  ORIGIN_SECRET_A: z
    .string()
    .regex(/^([\w-]{32,})?$/, 'must have at least 32 letters, digits, - or _')
    .default('')
    .describe('what the edge in front of us (CloudFront) proves itself with; empty: there is none'),
  ORIGIN_SECRET_B: z
    .string()
    .regex(/^([\w-]{32,})?$/, 'must have at least 32 letters, digits, - or _')
    .default('')
    .describe('another one, so that they can be changed in turns without a cut'),
  ECS_AGENT_URI: z.string().default('').describe('set by ECS: where a task asks not to be stopped while it works'),
  PUBLIC_URL: z.string().default('').describe('address people use; empty: http://HOST:PORT'),
  ADMIN_EMAIL: z.email().default('admin@example.com').describe('the first administrator'),
  ADMIN_PASSWORD: z
    .string()
    .regex(/^(.{8,128})?$/, 'must have 8 to 128 characters')
    .default('')
    .describe('their password; empty: a random one, printed once'),
  SAMPLES: z.enum(['0', '1']).default('1').describe('1: an empty database imports the sample ledgers'),
  IMPORT_MAX_BYTES: integer(1, 5_368_709_120).default(104_857_600).describe('largest file that is accepted, bytes'),
  IMPORT_DISPATCH_DELAY: seconds
    .default(30)
    .describe('seconds before the promised dispatch of an import is looked after'),
  IMPORT_LEASE: seconds.default(60).describe('seconds a consumer owns an import without a sign of life'),
  IMPORT_MAX_QUEUED: integer(1, 100_000).default(100).describe('unfinished imports of one user'),
  IMPORT_UPLOAD_EXPIRY: integer(1, 604_800).default(3600).describe('seconds a signed upload may be sent'),
  IMPORT_KEY_EXPIRY: seconds.default(86_400).describe('seconds an Idempotency-Key is remembered'),
  IMPORT_RECEIVING_GRACE: seconds.default(900).describe('seconds an upload may take before the sweep looks after it'),
  IMPORT_AWAITING_GRACE: seconds.default(7200).describe('seconds to wait for a signed upload; longer than its expiry'),
  IMPORT_QUEUED_GRACE: seconds.default(1800).describe('seconds without a claim before the message is sent again'),
  IMPORT_MAX_RESCUES: integer(0, 1000).default(5).describe('lost consumers in a row after which an import has failed'),
  IMPORT_SWEEP_INTERVAL: seconds.default(300).describe('seconds between two sweeps of unfinished imports'),
  IMPORT_DEAD_LETTER_INTERVAL: seconds.default(60).describe('seconds between two looks at the dead letters'),
  IMPORT_KEEP_DAYS: integer(1, 36_500).default(90).describe('days that originals and error reports are kept'),
  PASSWORD_WINDOW: seconds.default(900).describe('seconds in which wrong passwords are counted together'),
  PASSWORD_ATTEMPTS: integer(1, 1000)
    .default(10)
    .describe('wrong passwords for one account, or from one browser that knows it, before further ones must wait'),
  PASSWORD_ATTEMPTS_ADDRESS: integer(1, 100_000)
    .default(50)
    .describe('wrong passwords from one network address before further ones must wait'),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be an IANA time zone like Asia/Tokyo')
    .default('UTC')
    .describe('IANA zone of counts that name none'),
  COUNTS_STATEMENT_LIMIT: seconds.default(25).describe('seconds one interactive count may take, or wait for its turn'),
  COUNTS_AT_ONCE: integer(1, 100).default(6).describe('interactive counts at once, of everybody'),
  COUNTS_AT_ONCE_PER_USER: integer(1, 100).default(2).describe('interactive counts at once, of one user'),
  COUNTS_WAITING_PER_USER: integer(0, 1000).default(8).describe('interactive counts of one user that may wait'),
  EXPORT_MAX_BYTES: integer(1, 1_073_741_824).default(134_217_728).describe('largest export file, bytes'),
  EXPORT_TIME_LIMIT: seconds.default(120).describe('seconds one export may be generated'),
  EXPORT_EXPIRY: seconds.default(600).describe('seconds from the registration of an export to its end'),
  EXPORT_QUEUE_LIMIT: seconds.default(150).describe('seconds an export may wait for a worker'),
  EXPORT_HEARTBEAT_STALE: seconds.default(15).describe('seconds without a heartbeat after which a worker is lost'),
  EXPORT_STORAGE_BYTES: integer(1, 1_099_511_627_776).default(536_870_912).describe('bytes of all exports together'),
  EXPORT_SLOTS: integer(1, 16).default(2).describe('exports generated at once, by all workers together'),
  EXPORT_HEARTBEAT: seconds.default(1).describe('seconds between two heartbeats and rounds of an export worker'),
  EXPORT_PROGRESS_MS: integer(1, 60_000).default(250).describe('milliseconds between two savings of the progress'),
  EXPORT_DIRECTORY_HANG: seconds.default(10).describe('seconds the export directory may hang before a worker ends'),
  EXPORT_KILL_GRACE: seconds.default(5).describe('seconds a generator has to end by itself before it is killed'),
  EXPORT_START_LIMIT: seconds.default(45).describe('seconds a registered download has to start'),
  EXPORT_RECHECK_MS: integer(1, 1000)
    .default(500)
    .describe('milliseconds between two checks of who may go on downloading'),
  EXPORT_STALL_LIMIT: seconds.default(60).describe('seconds a download may stand still before it is broken off'),
  EXPORT_OPEN_PER_USER: integer(1, 1000).default(5).describe('open exports of one user'),
  JOB_POLL_INTERVAL: integer(1, 3600).default(5).describe('seconds between two looks for due jobs and tasks'),
  JOB_MAX_ATTEMPTS: integer(1, 100).default(5).describe('attempts after which a job has failed'),
  JOB_LEASE: seconds.default(60).describe('seconds a process owns a job without a sign of life'),
  PROCESS_HEARTBEAT: seconds.default(10).describe('seconds between two signs of life of a process'),
  WORKER: z
    .enum(['0', '1', 'external'])
    .default('1')
    .describe('1: scheduled tasks and jobs run here; external: elsewhere, and /up watches them; 0: not at all'),
  BACKUP_DIRECTORY: z
    .string()
    .default('')
    .describe('where the schedule puts copies of the database; empty: it takes none'),
  BACKUP_INTERVAL: seconds.default(86_400).describe('seconds between two copies'),
  BACKUP_KEEP: integer(1, 10_000).default(14).describe('copies that are kept there'),
  HEALTH_PATH: z
    .string()
    .regex(/^(\/[\w.~-]+)*$/, 'must be a path like /up, or empty')
    .default('/up')
    .describe('path of the health check; set but empty: none'),
  HEALTH_WORKER_STALE: seconds
    .default(300)
    .describe('seconds without a tick of the schedule after which /up answers 503'),
  STOP_GRACE: seconds.default(10).describe('seconds running work may take to finish at a stop'),
  LOG: z.enum(['', 'json', 'pretty']).default('').describe('json or pretty; empty: pretty on a terminal'),
} as const;

/** Their emptiness says something. */
export const MAY_BE_EMPTY: readonly string[] = ['HEALTH_PATH'] satisfies (keyof typeof settings)[];
