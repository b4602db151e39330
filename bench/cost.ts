import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ALARMS } from '../cdk/alarms.ts';
import { METRICS } from '../shared/names.ts';
import { dollarsOf, PRICES_AS_OF, UNIT_PRICES } from './unit-prices.ts';

/**
 * What a month costs as cdk.json has it: what is there anyway first, then 1 k, 100 k and 10 M imports a month.
 *
 *     node bench/cost.ts
 */
const P = dollarsOf(UNIT_PRICES);
const HOURS = 730;
const MINUTES = HOURS * 60;

/** What one import is, for this: a small file, looked at a few times. Every number can be argued with. */
const IMPORT = {
  megabytes: 0.1,
  rows: 700,
  /** Announce, complete, and asking how it goes. */
  requests: 6,
  requestSeconds: 0.06,
  ingestSeconds: 0.5,
  /** Rows with their indexes and what is derived from them. */
  bytesPerRow: 900,
  ioPerRow: 0.2,
  logKilobytes: 6,
};
const MEMORY = { api: 1, ingest: 1.728, tick: 0.5 };
/** Database capacity (ACU) that an import keeps busy while it is ingested. */
const ACU_BUSY = 2;
/** Share of requests that X-Ray keeps. */
const TRACED = 0.05;

const { context } = JSON.parse(readFileSync(new URL('../cdk.json', import.meta.url), 'utf8'));
const setting = (name: string) => Number(context[`tallyport:${name}`]);
/** What Container Insights tells of one cluster with two services. */
const INSIGHT_METRICS = 30;
const ZONES = 2;
const ENDPOINTS = 5;

type Costs = Readonly<Record<string, number>>;

function floor(): Costs {
  const vcpu = setting('taskCpu') / 1024;
  const memory = setting('taskMemory') / 1024;
  const tasks = setting('webTasks') + setting('exportTasks');
  return {
    'NAT gateway': setting('natGateways') * P.natGatewayHour * HOURS,
    'Load balancer': (P.balancerHour + 0.1 * P.balancerUnitHour) * HOURS,
    'Containers (Fargate)': tasks * (vcpu * P.taskVcpuHour + memory * P.taskGigabyteHour) * HOURS,
    'Database (Aurora, smallest capacity)': setting('databaseMinCapacity') * P.acuHour * HOURS,
    Firewall: P.firewallMonth + 4 * P.firewallRuleMonth,
    'Ticks, logs of an idle system':
      (MINUTES * P.lambdaMillion) / 1e6 + MINUTES * 0.3 * MEMORY.tick * P.lambdaGigabyteSecond + 2 * P.logGigabyte,
    'Key, secrets, alarms, metrics, dashboard':
      P.keyMonth +
      3 * P.secretMonth +
      Object.keys(ALARMS).length * P.alarmMonth +
      (Object.keys(METRICS).length + INSIGHT_METRICS) * P.metricMonth +
      P.dashboardMonth,
  };
}

const floorOf = (costs: Costs) => Object.values(costs).reduce((sum, cost) => sum + cost, 0);

/** Beyond the floor. The database grows every month: this is the first one. */
export function costOfImports(imports: number): Costs {
  const gigabytes = (imports * IMPORT.megabytes) / 1024;
  const requests = imports * IMPORT.requests;
  const rows = imports * IMPORT.rows;
  const keptMonths = setting('importKeepDays') / 30;
  return {
    Functions:
      (requests * IMPORT.requestSeconds * MEMORY.api + imports * IMPORT.ingestSeconds * MEMORY.ingest) *
        P.lambdaGigabyteSecond +
      ((requests + imports) * P.lambdaMillion) / 1e6,
    'API, queue, edge, firewall':
      (requests * (P.apiMillion + P.edgeMillion + P.firewallMillion) + imports * 4 * P.queueMillion) / 1e6 +
      ((requests * 3) / 1024 / 1024) * P.edgeGigabyte,
    'Files, kept for their time':
      gigabytes * keptMonths * P.storeGigabyteMonth +
      (imports * (P.storeThousandPuts + 3 * P.storeThousandGets)) / 1000,
    'Database: work':
      ((imports * IMPORT.ingestSeconds) / 3600) * ACU_BUSY * P.acuHour +
      (rows * IMPORT.ioPerRow * P.auroraMillionIos) / 1e6,
    'Database: rows of this month': ((rows * IMPORT.bytesPerRow) / 2 ** 30) * P.auroraGigabyteMonth,
    'Logs and traces':
      ((imports * IMPORT.logKilobytes) / 1024 / 1024) * P.logGigabyte +
      ((requests + imports) * TRACED * P.traceMillion) / 1e6,
  };
}

const dollars = (cost: number) =>
  cost === 0 ? '0' : cost < 10 ? cost.toFixed(2) : Math.round(cost).toLocaleString('en-US');

function variants(total: number): string[] {
  const costs = floor();
  const nat = costs['NAT gateway'] ?? 0;
  const aurora = costs['Database (Aurora, smallest capacity)'] ?? 0;
  const endpoints = ENDPOINTS * ZONES * P.endpointHour * HOURS;
  const rds = P.rdsInstanceHour * HOURS + setting('databaseStorageGigabytes') * P.rdsGigabyteMonth;
  return [
    `| without NAT (egress=endpoints: ${ENDPOINTS} endpoints in ${ZONES} zones) | ${dollars(total - nat + endpoints)} |`,
    `| with RDS (database=rds, ${context['tallyport:databaseInstance']}) | ${dollars(total - aurora + rds)} |`,
    `| one container of each kind | ${dollars(total - (costs['Containers (Fargate)'] ?? 0) / 2)} |`,
  ];
}

/** The tables as they stand in docs/deploy.md. */
export function costTables(): string {
  const fixed = floor();
  const total = floorOf(fixed);
  const volumes = [1_000, 100_000, 10_000_000];
  const columns = volumes.map(costOfImports);
  const parts = Object.keys(columns[0] ?? {});
  return [
    `Dollars a month in ap-northeast-1, prices of ${PRICES_AS_OF}, without tax. There anyway:`,
    '',
    '| part | a month |',
    '|---|---|',
    ...Object.entries(fixed).map(([part, cost]) => `| ${part} | ${dollars(cost)} |`),
    `| **all of it** | **${dollars(total)}** |`,
    ...variants(total),
    '',
    `Beyond that, for imports of ${IMPORT.megabytes * 1000} kB (${IMPORT.rows} rows) each:`,
    '',
    `| part | ${volumes.map((volume) => `${volume.toLocaleString('en-US')} imports`).join(' | ')} |`,
    `|---${'|---'.repeat(volumes.length)}|`,
    ...parts.map((part) => `| ${part} | ${columns.map((column) => dollars(column[part] ?? 0)).join(' | ')} |`),
    `| **with what is there anyway** | ${columns.map((column) => `**${dollars(total + floorOf(column))}**`).join(' | ')} |`,
    '',
  ].join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(costTables());
