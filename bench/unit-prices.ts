/** The day on which these prices were noted. */
export const PRICES_AS_OF = '2026-11-30';

/** What AWS asks in ap-northeast-1, in US dollars, without tax and without free tiers. */
export interface UnitPrice {
  readonly dollars: number;
  /** Where AWS tells it today. Noted by hand, not fetched: look there before money depends on it. */
  readonly page: string;
  /** Day of a copy of AWS's price list, published by somebody else, in which the same number was found. */
  readonly foundInListOf?: string;
}

const price = (dollars: number, service: string, foundInListOf?: string): UnitPrice => ({
  dollars,
  page: `https://aws.amazon.com/${service}/pricing/`,
  ...(foundInListOf ? { foundInListOf } : {}),
});

export const UNIT_PRICES = {
  natGatewayHour: price(0.062, 'vpc', '2026-09-25'),
  /** Each endpoint in each zone. */
  endpointHour: price(0.014, 'privatelink', '2026-09-25'),
  balancerHour: price(0.0243, 'elasticloadbalancing'),
  balancerUnitHour: price(0.008, 'elasticloadbalancing'),
  /** Fargate on Graviton. */
  taskVcpuHour: price(0.04045, 'fargate', '2026-07-07'),
  taskGigabyteHour: price(0.00442, 'fargate'),
  acuHour: price(0.2, 'rds/aurora'),
  auroraGigabyteMonth: price(0.12, 'rds/aurora'),
  auroraMillionIos: price(0.24, 'rds/aurora'),
  /** db.t4g.medium, one zone. */
  rdsInstanceHour: price(0.101, 'rds/mysql'),
  rdsGigabyteMonth: price(0.138, 'rds/mysql'),
  /** On Graviton. */
  lambdaGigabyteSecond: price(0.0000133334, 'lambda'),
  lambdaMillion: price(0.2, 'lambda', '2026-09-23'),
  apiMillion: price(1.29, 'api-gateway', '2026-09-23'),
  queueMillion: price(0.4, 'sqs', '2026-09-23'),
  storeGigabyteMonth: price(0.025, 's3', '2026-09-23'),
  storeThousandPuts: price(0.0047, 's3', '2026-09-23'),
  storeThousandGets: price(0.00037, 's3', '2026-09-23'),
  edgeGigabyte: price(0.114, 'cloudfront'),
  edgeMillion: price(1.2, 'cloudfront'),
  firewallMonth: price(5, 'waf', '2026-09-23'),
  firewallRuleMonth: price(1, 'waf', '2026-09-23'),
  firewallMillion: price(0.6, 'waf', '2026-09-23'),
  keyMonth: price(1, 'kms', '2026-09-23'),
  secretMonth: price(0.4, 'secrets-manager', '2026-09-23'),
  alarmMonth: price(0.1, 'cloudwatch', '2026-09-23'),
  dashboardMonth: price(3, 'cloudwatch'),
  metricMonth: price(0.3, 'cloudwatch', '2026-09-23'),
  logGigabyte: price(0.76, 'cloudwatch', '2026-09-23'),
  traceMillion: price(5, 'xray'),
} as const;

type Dollars = Readonly<Record<keyof typeof UNIT_PRICES, number>>;

export function dollarsOf(prices: typeof UNIT_PRICES): Dollars {
  return Object.fromEntries(Object.entries(prices).map(([name, { dollars }]) => [name, dollars])) as Dollars;
}
