/**
 * What AWS asks in ap-northeast-1, in US dollars, without tax and without free tiers. Noted by hand; only acuHour was
 * held against a published price list that day. Look at https://aws.amazon.com/pricing/ before money depends on them.
 */
export const PRICES_AS_OF = '2026-11-30';

export const PRICES = {
  natGatewayHour: 0.062,
  natGigabyte: 0.062,
  /** Each endpoint in each zone. */
  endpointHour: 0.014,
  endpointGigabyte: 0.01,
  balancerHour: 0.0243,
  balancerUnitHour: 0.008,
  /** Fargate on Graviton. */
  taskVcpuHour: 0.04045,
  taskGigabyteHour: 0.00442,
  acuHour: 0.2,
  auroraGigabyteMonth: 0.12,
  auroraMillionIos: 0.24,
  /** db.t4g.medium, one zone. */
  rdsInstanceHour: 0.101,
  rdsGigabyteMonth: 0.138,
  lambdaGigabyteSecond: 0.0000133334,
  lambdaMillion: 0.2,
  apiMillion: 1.29,
  queueMillion: 0.4,
  schedulerMillion: 1.25,
  storeGigabyteMonth: 0.025,
  storeThousandPuts: 0.0047,
  storeThousandGets: 0.00037,
  edgeGigabyte: 0.114,
  edgeMillion: 1.2,
  firewallMonth: 5,
  firewallRuleMonth: 1,
  firewallMillion: 0.6,
  keyMonth: 1,
  secretMonth: 0.4,
  alarmMonth: 0.1,
  dashboardMonth: 3,
  metricMonth: 0.3,
  logGigabyte: 0.76,
  traceMillion: 5,
  fileGigabyteMonth: 0.36,
} as const;
