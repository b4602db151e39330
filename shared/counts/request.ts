import * as z from 'zod';
import { LEDGER_NAMES } from '../ledgers/catalogue.ts';

export const TIME_UNITS = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'weekday'] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

export const MEASURES = ['count', 'entities', 'actors', 'first', 'last'] as const;
export type Measure = (typeof MEASURES)[number];

const axis = z.strictObject({
  axis: z.string().min(1).max(64),
  unit: z.enum(TIME_UNITS).optional(),
});
export type AxisRequest = z.infer<typeof axis>;

const instant = z.iso.datetime({ offset: true, error: 'must be a time with its zone, like 2026-11-30T00:00:00Z' });

/** A Counts request as it comes in; what depends on the ledger and the caller is checked by the plan. */
export const countsRequestSchema = z.strictObject({
  ledger: z.enum(LEDGER_NAMES),
  mode: z.literal('summary').default('summary'),
  population: z.literal('events').default('events'),
  rows: z.array(axis).min(1).max(4),
  columns: z.array(axis).max(2).default([]),
  measures: z.array(z.enum(MEASURES)).min(1).max(16).default(['count']),
  subtotals: z.boolean().default(false),
  time_zone: z.string().min(1).max(64).optional(),
  from: instant.optional(),
  to: instant.optional(),
});

export type CountsRequest = z.infer<typeof countsRequestSchema>;
/** The request as a client writes it: with the defaults left out. */
export type CountsRequestInput = z.input<typeof countsRequestSchema>;
