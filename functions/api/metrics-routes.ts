import { type Context, Hono } from 'hono';
import { type MetricFamily, PROMETHEUS_TYPE, prometheusText } from '../../shared/operations/metrics/prometheus.ts';
import type { ApiEnvironment } from './environment.ts';
import { Problem } from './problem.ts';

export interface MetricsDependencies {
  /** Of whoever connected, not of whom a proxy speaks for. */
  readonly networkAddress: (c: Context<ApiEnvironment>) => string;
  collect(): Promise<MetricFamily[]>;
}

const LOOPBACK = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/;
/** A proxy on this machine speaks for others. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** `GET /metrics`, for a Prometheus on this machine. */
export function createMetricsRoutes({ networkAddress, collect }: MetricsDependencies): Hono<ApiEnvironment> {
  return new Hono<ApiEnvironment>().get('/metrics', async (c) => {
    if (!LOOPBACK.test(networkAddress(c)) || FORWARDED.some((name) => c.req.header(name) !== undefined))
      throw new Problem(403, 'not-from-here', 'The metrics are told to this machine only.');
    return c.body(prometheusText(await collect()), 200, {
      'Content-Type': PROMETHEUS_TYPE,
      'Cache-Control': 'no-store',
    });
  });
}
