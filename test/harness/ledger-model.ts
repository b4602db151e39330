import type { MergeOptions } from '../../shared/imports/merge.ts';
import type { Ledger } from '../../shared/ledgers/ledger.ts';
import { expansions } from '../../shared/ledgers/tables.ts';
import type { Values } from './staged-rows.ts';

/** Unicode's property White_Space. */
const SPACES = /[\t-\r\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/u;

interface Held {
  values: Values;
  importId: string;
  replaced: boolean;
}

/**
 * What a ledger is after a sequence of imports and reverts, and what is derived from it: slow, and written from the
 * definitions alone. Everything is recomputed from all versions whenever it is asked for.
 */
export function createLedgerModel(ledger: Ledger) {
  const keyLength = ledger.entityKey.length + 1;
  const keyOf = (values: Values) => JSON.stringify(values.slice(0, keyLength));
  const same = (a: Values, b: Values) => JSON.stringify(a) === JSON.stringify(b);
  let held = new Map<string, Held>();

  const versions = () =>
    [...held.values()].sort((a, b) => Number(a.values[keyLength - 1]) - Number(b.values[keyLength - 1]));

  function entities() {
    const byEntity = Map.groupBy(versions(), ({ values }) => JSON.stringify(values.slice(0, keyLength - 1)));
    return [...byEntity.values()].map((history) => {
      const numbers = history.map(({ values }) => String(values[keyLength - 1]));
      const events = history.map(({ values }) => String(values[keyLength]));
      const boundary = numbers.filter((_, index) => events[index] === 'discard').at(-1) ?? '0';
      return {
        entity: history[0]?.values.slice(0, keyLength - 1) ?? [],
        history,
        latest: numbers.at(-1) ?? '',
        event: events.at(-1) ?? '',
        boundary,
        forbidden: events.at(-1) === 'discard',
      };
    });
  }

  return {
    /** @returns what the import must say of itself */
    import(importId: string, rows: readonly Values[], { onError, onConflict }: MergeOptions) {
      const before = new Map(held);
      const told = { inserted: 0, unchanged: 0, replaced: 0, conflicts: [] as number[] };
      for (const [index, values] of rows.entries()) {
        const there = held.get(keyOf(values));
        if (!there) {
          held.set(keyOf(values), { values, importId, replaced: false });
          told.inserted++;
        } else if (same(there.values, values)) told.unchanged++;
        else if (onConflict === 'error') told.conflicts.push(index + 2);
        else {
          const replaced = there.replaced || there.importId !== importId;
          held.set(keyOf(values), { values, importId, replaced });
          told.replaced++;
        }
      }
      // A version that was replaced and came back within one import is as it was.
      for (const [key, now] of held) {
        const earlier = before.get(key);
        if (earlier && same(earlier.values, now.values)) held.set(key, earlier);
      }
      if (told.conflicts.length === 0 || onError === 'skip') return told;
      held = before;
      return { inserted: 0, unchanged: 0, replaced: 0, conflicts: told.conflicts };
    },

    /** @returns how many versions go */
    revert(importId: string): number {
      const own = [...held].filter(([, one]) => one.importId === importId && !one.replaced);
      for (const [key] of own) held.delete(key);
      return own.length;
    },

    /** The versions with what is derived from their neighbours. */
    rows() {
      return entities().flatMap(({ history }) =>
        history.map(({ values, importId, replaced }, index) => {
          const before = history[index - 1]?.values;
          const bits = ledger.attributes.map((_, bit) => {
            const place = keyLength + 3 + bit;
            return before && values[place] !== before[place] ? 2 ** bit : 0;
          });
          return [
            ...values,
            importId,
            replaced ? 1 : 0,
            before?.[keyLength - 1] ?? null,
            bits.reduce((sum, bit) => sum + bit, 0),
          ];
        }),
      );
    },

    entities: () =>
      entities().map(({ entity, latest, event, boundary, forbidden }) => [
        ...entity,
        latest,
        event,
        boundary,
        forbidden ? 1 : 0,
      ]),

    /** By table: each thing with the version that lists it. */
    expanded: () =>
      expansions(ledger).map(({ column, kind }) => {
        const place = keyLength + 3 + ledger.attributes.findIndex((attribute) => attribute.name === column);
        return versions().flatMap(({ values }) => {
          const cell = values[place] ?? '';
          const things = kind === 'ids' ? (cell.match(/\d+/g) ?? []) : [...new Set(cell.split(SPACES))].filter(Boolean);
          return things.map((thing) => [
            thing,
            values[keyLength + 1],
            values[keyLength],
            ...values.slice(0, keyLength),
          ]);
        });
      }),

    forbiddenNames(column: string) {
      const place = keyLength + 3 + ledger.attributes.findIndex((attribute) => attribute.name === column);
      return entities()
        .filter(({ forbidden }) => forbidden)
        .flatMap(({ entity, history }) => {
          const names = new Set(history.map(({ values }) => trimmed(values[place] ?? '')));
          return [...names].filter(Boolean).map((name) => [...entity, name, name.split(SPACES)[0]]);
        });
    },

    /** A text that changes exactly when the answer to "is it private?" may change for some version. */
    policy(nameColumns: readonly string[]): string {
      const guarded = entities().filter(({ boundary }) => boundary !== '0');
      const names = nameColumns.map((column) => this.forbiddenNames(column).map(String).sort());
      return JSON.stringify([
        guarded.map(({ entity, boundary, forbidden }) => `${entity} ${boundary} ${forbidden}`).sort(),
        names,
      ]);
    },
  };
}

function trimmed(name: string): string {
  const words = name.split(SPACES);
  const start = words[0] === '' ? (SPACES.exec(name)?.[0].length ?? 0) : 0;
  const rest = name.slice(start);
  const last = words.at(-1) ?? '';
  return last === '' ? rest.replace(new RegExp(`${SPACES.source}$`, 'u'), '') : rest;
}
