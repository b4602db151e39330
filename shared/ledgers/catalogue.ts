import type { Ledger } from './ledger.ts';
import { posts } from './posts.ts';
import { tags } from './tags.ts';

/** Every ledger there is, by name. */
export const LEDGERS: ReadonlyMap<string, Ledger> = new Map([posts, tags].map((ledger) => [ledger.name, ledger]));

export const LEDGER_NAMES: readonly string[] = [...LEDGERS.keys()];
