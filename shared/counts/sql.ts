import type { Value } from '../database/database.ts';

/** A piece of SQL with the values of its placeholders, in their order. */
export class Sql {
  readonly text: string;
  readonly values: readonly Value[];
  constructor(text: string, values: readonly Value[]) {
    this.text = text;
    this.values = values;
  }
}

/**
 * SQL as a template: pieces are put in with their values, everything else becomes a placeholder, so that nothing of a
 * request is ever read as SQL.
 */
export function sql(strings: TemplateStringsArray, ...parts: readonly (Sql | Value)[]): Sql {
  let text = strings[0] ?? '';
  const values: Value[] = [];
  for (const [index, part] of parts.entries()) {
    if (part instanceof Sql) {
      text += part.text;
      values.push(...part.values);
    } else {
      text += '?';
      values.push(part);
    }
    text += strings[index + 1] ?? '';
  }
  return new Sql(text, values);
}

/** Text of our own as SQL: names from declarations, never anything of a request. */
export function plain(text: string): Sql {
  return new Sql(text, []);
}

export function joined(parts: readonly Sql[], separator: string): Sql {
  return new Sql(
    parts.map((part) => part.text).join(separator),
    parts.flatMap((part) => part.values),
  );
}

export function listOf(values: readonly Value[]): Sql {
  return joined(
    values.map((value) => sql`${value}`),
    ', ',
  );
}

/** ` WHERE a AND b`, or nothing. */
export function whereAll(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? plain('') : sql` WHERE ${joined(conditions, ' AND ')}`;
}
