import * as z from 'zod';
import { LEDGER_NAMES } from '../ledgers/catalogue.ts';

export const TIME_UNITS = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'weekday'] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

export const MEASURES = ['count', 'entities', 'actors', 'first', 'last'] as const;

const name = z.string().min(1).max(64);
const unit = z.enum(TIME_UNITS);

const axis = z.strictObject({ axis: name, unit: unit.optional() });
export type AxisRequest = z.infer<typeof axis>;

/** The reserved value of what is private: nothing can be asked of it, but it can be told from every real value. */
const reserved = z.strictObject({ masked: z.literal(true) });
const value = z.union([z.string().max(200_000), z.number(), z.null(), reserved]).meta({
  description: 'A value as answers carry it: ids beyond 2^53 as digits. {"masked":true} cannot be asked for.',
});
export type ValueRequest = z.infer<typeof value>;

const filter = z.strictObject({ axis: name, unit: unit.optional(), in: z.array(value).min(1).max(1_000) });

const conditional = z.strictObject({
  count: z.literal(true),
  where: z.strictObject({ axis: name, unit: unit.optional(), equals: value }),
});
const measure = z.union([z.enum(MEASURES), conditional]);
/** A measure as it was asked for, and as the answer repeats it. */
export type Measure = z.infer<typeof measure>;

const instant = z.iso.datetime({ offset: true, error: 'must be a time with its zone, like 2026-11-30T00:00:00Z' });

const tagIds = z.array(z.union([z.string().max(19), z.number()])).max(100);
const tagSearch = z.strictObject({ all: tagIds.default([]), any: tagIds.default([]), none: tagIds.default([]) });

const columnKey = z.array(value).min(1).max(2);
const sort = z.strictObject({
  by: z.enum(['measure', 'key']),
  index: z.int().nonnegative().meta({ description: 'Which of the measures, or which of the row axes.' }),
  column: columnKey.nullable().optional().meta({ description: 'A column key; null: the row over all columns.' }),
  dir: z.enum(['asc', 'desc']).default('asc'),
});

/**
 * A Counts request as it comes in. What depends on the mode, the ledger and the caller is checked by the plan: fields of
 * one mode have no defaults here, so that they are not lost silently in the other.
 */
export const countsRequestSchema = z.strictObject({
  ledger: z.enum(LEDGER_NAMES),
  mode: z.enum(['summary', 'details']).default('summary'),
  population: z.enum(['events', 'state']).default('events').meta({
    description: 'events: every version. state: of each entity the latest version at a time, unless it is a discard.',
  }),
  at: instant.optional().meta({ description: 'The time of a state; as_of when it is left out.' }),
  from: instant.optional(),
  to: instant.optional().meta({ description: 'The first moment that is not selected any more.' }),
  time_zone: z.string().min(1).max(64).optional(),
  filters: z.array(filter).max(32).default([]),
  tag_search: tagSearch.optional(),
  population_count: z.boolean().default(false),

  rows: z.array(axis).min(1).max(4).optional().meta({ description: 'A summary has them.' }),
  columns: z.array(axis).max(2).optional(),
  measures: z.array(measure).min(1).max(16).optional().meta({ description: '["count"] when left out.' }),
  subtotals: z.boolean().optional(),
  column_order: z.array(columnKey).max(1_000).optional().meta({ description: 'These column keys come first.' }),
  sort: z.array(sort).max(8).optional().meta({ description: 'Orders siblings below their parent; masked ones last.' }),

  fields: z.array(name).min(1).max(64).optional().meta({ description: 'Columns of details; all but content_hash.' }),
  cursor: z.string().min(1).max(3_000).optional().meta({ description: 'next_cursor of the page before.' }),
  limit: z.int().min(1).max(1_000).optional().meta({ description: 'Rows of a page of details; 100 when left out.' }),
});

export type CountsRequest = z.infer<typeof countsRequestSchema>;
/** The request as a client writes it: with the defaults left out. */
export type CountsRequestInput = z.input<typeof countsRequestSchema>;

/** What only one mode has. */
export const SUMMARY_FIELDS = ['rows', 'columns', 'measures', 'subtotals', 'column_order', 'sort'] as const;
export const DETAILS_FIELDS = ['fields', 'cursor', 'limit'] as const;
