import type { CountsRequestInput } from '../../shared/counts/request.ts';
import type { Ledger } from '../../shared/ledgers/ledger.ts';
import type { CountsRole } from './counts.ts';
import type { Values } from './staged-rows.ts';
import { bucketOf } from './wall-clock.ts';

// Counts, written from the definitions of the design alone: slow, and without any code of shared/counts.

export interface Version {
  readonly key: readonly string[];
  readonly no: bigint;
  readonly event: string;
  /** `2025-01-01 00:00:00.000000`, UTC */
  readonly at: string;
  readonly by: string | null;
  readonly texts: Readonly<Record<string, string | null>>;
  readonly sets: Readonly<Record<string, readonly string[]>>;
}

/** All recorded versions, by ledger. */
export type World = ReadonlyMap<string, { readonly ledger: Ledger; readonly versions: readonly Version[] }>;

/** @param values of the import's columns, in the order of staging */
export function versionOf(ledger: Ledger, values: Values): Version {
  const keys = ledger.entityKey.length;
  const [no, event, at, by, ...attributes] = values.slice(keys);
  const cells = ledger.attributes.map((column, index) => [column, attributes[index] ?? null] as const);
  return {
    key: values.slice(0, keys) as string[],
    no: BigInt(no ?? 0),
    event: event ?? '',
    at: at ?? '',
    by: by ?? null,
    texts: Object.fromEntries(cells.flatMap(([{ name, type }, cell]) => (type === 'ids' ? [] : [[name, cell]]))),
    sets: Object.fromEntries(
      cells.flatMap(([{ name, type }, cell]) => (type === 'ids' ? [[name, cell?.match(/\d+/g) ?? []]] : [])),
    ),
  };
}

const entityOf = ({ key }: Version) => JSON.stringify(key);
const latestOf = (versions: readonly Version[]) =>
  versions.reduce<Version | undefined>((best, one) => (best && best.no > one.no ? best : one), undefined);

function histories(versions: readonly Version[]): Version[][] {
  return [...Map.groupBy(versions, entityOf).values()];
}

function versionsIn(world: World, ledger: string): readonly Version[] {
  return world.get(ledger)?.versions ?? [];
}

function forbiddenIn(world: World, ledger: string): Version[][] {
  return histories(versionsIn(world, ledger)).filter((history) => latestOf(history)?.event === 'discard');
}

const SPACE = '[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';

/** Does the text hold the name, bounded by white space or an end on both sides? */
function names(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before, after] = [text.slice(0, at), text.slice(at + name.length)];
    if (new RegExp(`(^|${SPACE})$`, 'u').test(before) && new RegExp(`^($|${SPACE})`, 'u').test(after)) return true;
  }
  return false;
}

/** The private versions of a ledger. */
export function privateIn(world: World, ledger: string): Set<Version> {
  const idsOf = (name: string) => new Set(forbiddenIn(world, name).map(([one]) => one?.key[0]));
  const tags = idsOf('tags');
  const posts = idsOf('posts');
  const trim = new RegExp(`^${SPACE}+|${SPACE}+$`, 'gu');
  const tagNames = forbiddenIn(world, 'tags')
    .flat()
    .map(({ texts }) => (texts.name ?? '').replace(trim, ''))
    .filter(Boolean);
  const refers = (one: Version): boolean => {
    switch (ledger) {
      case 'posts':
        return (
          !!one.sets.tag_ids?.some((id) => tags.has(id)) || !!one.sets.parent_post_ids?.some((id) => posts.has(id))
        );
      case 'tag_groups':
        return !!one.sets.tag_ids?.some((id) => tags.has(id));
      case 'tag_descriptions':
        return tags.has(one.key[0]);
      case 'materials':
        return tags.has(one.texts.tag_id ?? undefined);
      case 'nico_tags':
        return tagNames.some((name) => names(one.texts.linked_tags ?? '', name));
      default:
        return false;
    }
  };
  return new Set(
    histories(versionsIn(world, ledger)).flatMap((history) => {
      const lastDiscard = latestOf(history.filter(({ event }) => event === 'discard'));
      return history.filter((one) => (lastDiscard && one.no <= lastDiscard.no) || refers(one));
    }),
  );
}

function changedFields(world: World, ledger: Ledger, one: Version): string[] {
  const earlier = versionsIn(world, ledger.name).filter(
    (other) => entityOf(other) === entityOf(one) && other.no < one.no,
  );
  const before = latestOf(earlier);
  if (!before) return [];
  const value = (of: Version, name: string) => (of.sets[name] ? [...of.sets[name]].sort().join() : of.texts[name]);
  return ledger.attributes.map(({ name }) => name).filter((name) => value(one, name) !== value(before, name));
}

const dbTime = (wire: string) => {
  const [, whole = '', fraction = ''] = /^([^.Z]*)(?:\.(\d+))?Z$/.exec(wire) ?? [];
  return `${whole.replace('T', ' ')}.${fraction.padEnd(6, '0')}`;
};

type AxisAsk = { readonly axis: string; readonly unit?: string | undefined };

/** The value of a version on an axis that has one. */
function single(ledger: Ledger, one: Version, { axis, unit = 'day' }: AxisAsk, zone: string): string | null {
  if (axis === 'created_at') return bucketOf(one.at, unit, zone);
  if (axis === 'event_type') return one.event;
  if (axis === 'created_by') return one.by;
  const place = ledger.entityKey.findIndex(({ name }) => name === axis);
  return place >= 0 ? (one.key[place] ?? null) : (one.texts[axis] ?? null);
}

const asText = (value: unknown) => (value === null ? null : String(value));

/** The versions that a request selects; `guarded: false` leaves out the conditions that are not open to everybody. */
export function selectIn(world: World, request: CountsRequestInput, { guarded = true } = {}): Version[] {
  const { ledger, versions } = world.get(request.ledger) as NonNullable<ReturnType<World['get']>>;
  const at = dbTime(request.at ?? '2026-11-30T00:00:00.000000Z');
  const population =
    request.population === 'state'
      ? histories(versions).flatMap((history) => {
          const latest = latestOf(history.filter((one) => one.at <= at));
          return latest && latest.event !== 'discard' ? [latest] : [];
        })
      : versions;
  const search = guarded ? request.tag_search : undefined;
  const ids = (list: readonly unknown[] = []) => list.map(String);
  return population.filter((one) => {
    const tags = new Set(one.sets.tag_ids);
    return (
      !(request.from && one.at < dbTime(request.from)) &&
      !(request.to && one.at >= dbTime(request.to)) &&
      (request.filters ?? []).every(
        (filter) =>
          (!guarded && !isOpen(filter)) ||
          filter.in.map(asText).includes(single(ledger, one, filter, request.time_zone ?? 'UTC')),
      ) &&
      ids(search?.all).every((id) => tags.has(id)) &&
      (ids(search?.any).length === 0 || ids(search?.any).some((id) => tags.has(id))) &&
      !ids(search?.none).some((id) => tags.has(id))
    );
  });
}

export const isOpen = ({ axis }: { axis: string }) => axis === 'created_at' || axis === 'event_type';

const MASKED = { masked: true, label: '非公開' } as const;
type Shown = string | null | typeof MASKED;

interface Contribution {
  readonly version: Version;
  readonly tag?: string | undefined;
  readonly field?: string | undefined;
}

/** The parts of an answer that say something. */
export function bruteCount(world: World, role: CountsRole, request: CountsRequestInput) {
  const { ledger } = world.get(request.ledger) as NonNullable<ReturnType<World['get']>>;
  const zone = request.time_zone ?? 'UTC';
  const rows: readonly AxisAsk[] = request.rows ?? [];
  const columns: readonly AxisAsk[] = request.columns ?? [];
  const measures = request.measures ?? ['count'];
  const hidden = role === 'admin' ? new Set<Version>() : privateIn(world, request.ledger);
  const uses = (list: readonly AxisAsk[], axis: string) => list.some((one) => one.axis === axis);
  const axes = [...rows, ...columns];

  const selected = selectIn(world, request);
  const contributions = selected.flatMap((version) => {
    const tags = uses(axes, 'tag') ? (version.sets.tag_ids ?? []) : [undefined];
    const fields = uses(axes, 'changed_field') ? changedFields(world, ledger, version) : [undefined];
    return tags.flatMap((tag) => fields.map((field): Contribution => ({ version, tag, field })));
  });

  const shown = (one: Contribution, axis: AxisAsk): Shown => {
    if (hidden.has(one.version) && !isOpen(axis)) return MASKED;
    if (axis.axis === 'tag') return one.tag ?? null;
    if (axis.axis === 'changed_field') return one.field ?? null;
    return single(ledger, one.version, axis, zone);
  };
  const unit = ({ version, tag, field }: Contribution) =>
    JSON.stringify([
      version.key,
      String(version.no),
      uses(rows, 'tag') ? tag : '',
      uses(rows, 'tag') && uses(rows, 'changed_field') ? field : '',
    ]);
  const keyOf = (one: Contribution, list: readonly AxisAsk[]) => list.map((axis) => shown(one, axis));
  const identity = (key: readonly Shown[]) => JSON.stringify(key);

  const cell = (group: readonly Contribution[]) => {
    if (group.length === 0) return null;
    return measures.map((measure) => {
      const times = group.map(({ version }) => `${version.at.replace(' ', 'T')}Z`).sort();
      if (measure === 'first') return times[0];
      if (measure === 'last') return times.at(-1);
      if (measure === 'entities')
        return new Set(group.map(({ version }) => (hidden.has(version) ? 'masked' : entityOf(version)))).size;
      if (measure === 'actors') {
        const actors = group.map((one) => shown(one, { axis: 'created_by' })).filter((actor) => actor !== null);
        return new Set(actors.map((actor) => JSON.stringify(actor))).size;
      }
      const counted =
        measure === 'count'
          ? group
          : group.filter((one) => {
              const value = shown(one, measure.where);
              return typeof value !== 'object' || value === null ? value === asText(measure.where.equals) : false;
            });
      return new Set(counted.map(unit)).size;
    });
  };

  const columnKeys = order(
    [...new Map(contributions.map((one) => [identity(keyOf(one, columns)), keyOf(one, columns)])).values()],
    columns,
    (request.column_order ?? []).map((key) => identity(key.map(asText))),
  );
  const columnsShown = columns.length === 0 ? [[]] : columnKeys;

  const result: { level: number; key: Shown[]; cells: unknown[]; total: unknown }[] = [];
  const walk = (key: Shown[], within: readonly Contribution[]) => {
    const level = key.length;
    const axis = rows[level];
    const row = {
      level,
      key,
      cells: columnsShown.map((column) =>
        cell(within.filter((one) => identity(keyOf(one, columns)) === identity(column))),
      ),
      total: cell(within),
    };
    if (axis) {
      const groups = [...Map.groupBy(within, (one) => JSON.stringify(shown(one, axis))).values()];
      const siblings = groups.map((group) => ({ group, value: shown(group[0] as Contribution, axis) }));
      siblings.sort((a, b) => {
        if (a.value !== null && typeof a.value === 'object') return 1;
        if (b.value !== null && typeof b.value === 'object') return -1;
        for (const sort of request.sort ?? []) {
          const found =
            sort.by === 'key' ? (sort.index === level ? byKey(axis, sort.dir === 'desc') : 0) : byMeasure(sort);
          const verdict = typeof found === 'function' ? found(a, b) : found;
          if (verdict !== 0) return verdict;
        }
        return compareShown(axis, a.value, b.value);
      });
      for (const { group, value } of siblings) walk([...key, value], group);
    }
    if (level === rows.length || request.subtotals) result.push(row);
  };
  const byKey =
    (axis: AxisAsk, descending: boolean) =>
    (a: { value: Shown }, b: { value: Shown }): number =>
      compareShown(axis, a.value, b.value) * (descending && a.value !== null && b.value !== null ? -1 : 1);
  const byMeasure =
    (sort: NonNullable<CountsRequestInput['sort']>[number]) =>
    (a: { group: Contribution[] }, b: { group: Contribution[] }): number => {
      const value = ({ group }: { group: Contribution[] }) => {
        const wanted = sort.column && JSON.stringify(sort.column.map((part) => asColumnPart(part)));
        const some = wanted
          ? group.filter((one) => JSON.stringify(keyOf(one, columns).map(asColumnPart)) === wanted)
          : group;
        return cell(some)?.[sort.index] ?? null;
      };
      const [left, right] = [value(a), value(b)];
      if (left === right) return 0;
      if (left === null || right === null) return left === null ? 1 : -1;
      return (left < right ? -1 : 1) * (sort.dir === 'desc' ? -1 : 1);
    };
  if (contributions.length > 0) walk([], contributions);

  const labelled = (key: readonly Shown[], list: readonly AxisAsk[]) =>
    key.map((value, index) => {
      const axis = list[index] as AxisAsk;
      if (value !== null && typeof value === 'object') return value;
      return { value: wire(ledger, axis, value), label: label(world, role, axis, value) };
    });
  const conditions = role === 'admin' ? selected : selectIn(world, request, { guarded: false });
  return {
    column_keys: columnsShown.map((key) => labelled(key, columns)),
    result_rows: result.map((row) => ({ ...row, key: labelled(row.key, rows) })),
    output_count: result.filter(({ level }) => level === rows.length).length,
    population_count: request.population_count ? conditions.length : null,
  };
}

/** Masked parts are told by `masked` alone. */
function asColumnPart(part: unknown): unknown {
  return part !== null && typeof part === 'object' ? 0 : asText(part);
}

function order(keys: readonly Shown[][], axes: readonly AxisAsk[], first: readonly string[]): Shown[][] {
  const place = (key: readonly Shown[]) => {
    const found = first.indexOf(JSON.stringify(key));
    return found < 0 ? first.length : found;
  };
  return [...keys].sort(
    (a, b) =>
      place(a) - place(b) ||
      axes.reduce((found, axis, index) => found || compareShown(axis, a[index] ?? null, b[index] ?? null), 0),
  );
}

const isNumber = ({ axis, unit }: AxisAsk) => /_id$|^tag$/.test(axis) || unit === 'weekday';

function compareShown(axis: AxisAsk, a: Shown, b: Shown): number {
  const rank = (value: Shown) => (value === null ? 1 : typeof value === 'object' ? 2 : 0);
  if (rank(a) + rank(b) > 0) return rank(a) - rank(b);
  if (isNumber(axis)) return Number(BigInt(a as string) - BigInt(b as string));
  const [left, right] = [[...(a as string)], [...(b as string)]].map((text) => text.map((sign) => sign.codePointAt(0)));
  for (let index = 0; ; index++) {
    const [x, y] = [left?.[index], right?.[index]];
    if (x === undefined || y === undefined) return (x === undefined ? 0 : 1) - (y === undefined ? 0 : 1);
    if (x !== y) return x - y;
  }
}

function wire(_: Ledger, axis: AxisAsk, value: string | null): string | number | null {
  return value !== null && isNumber(axis) && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** That of a tag is its latest name that the reader may see. */
function label(world: World, role: CountsRole, { axis }: AxisAsk, value: string | null): string | null {
  if (axis !== 'tag') return value;
  const hidden = role === 'admin' ? new Set<Version>() : privateIn(world, 'tags');
  const seen = versionsIn(world, 'tags').filter((one) => one.key[0] === value && !hidden.has(one));
  return latestOf(seen)?.texts.name ?? null;
}
