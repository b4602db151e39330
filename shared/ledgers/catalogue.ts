import type { Ledger } from './ledger.ts';
import { materials } from './materials.ts';
import { nicoTags } from './nico-tags.ts';
import { posts } from './posts.ts';
import { tagDescriptions } from './tag-descriptions.ts';
import { tagGroups } from './tag-groups.ts';
import { tags } from './tags.ts';

/** Every ledger there is, by name. */
export const LEDGERS: ReadonlyMap<string, Ledger> = new Map(
  [posts, tags, nicoTags, tagDescriptions, tagGroups, materials].map((ledger) => [ledger.name, ledger]),
);

export const LEDGER_NAMES: readonly string[] = [...LEDGERS.keys()];
