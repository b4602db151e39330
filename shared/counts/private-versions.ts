import { LEDGERS } from '../ledgers/catalogue.ts';
import { sameEntity } from '../ledgers/key-sql.ts';
import type { Column, Ledger } from '../ledgers/ledger.ts';
import { entitiesTable, expansions, forbiddenNamesTable } from '../ledgers/tables.ts';
import { WHITE_SPACE } from '../ledgers/white-space.ts';
import { plain, type Sql, sql } from './sql.ts';

/**
 * The ids (`id`) of all private versions of a ledger, each once: what is sealed (at or below its entity's discard
 * boundary) and what refers to a forbidden entity. It depends on the recorded history alone, never on a request, and
 * starts from the few discards: no version is looked at that is not private.
 */
export function privateVersions(ledger: Ledger): Sql {
  const sealed = plain(
    `SELECT v.id FROM ${entitiesTable(ledger)} AS e
     JOIN ${ledger.name} AS v ON ${sameEntity(ledger, 'v', 'e')} AND v.version_no <= e.discard_boundary
     WHERE e.discard_boundary > 0`,
  );
  const referring = [...ledger.entityKey, ...ledger.attributes].flatMap((column) => referringVersions(ledger, column));
  return [sealed, ...referring].reduce((all, some) => sql`${all} UNION ${some}`);
}

function referringVersions(ledger: Ledger, column: Column): Sql[] {
  const target = column.refersTo && LEDGERS.get(column.refersTo.ledger);
  if (!column.refersTo || !target) return [];
  const expansion = expansions(ledger).find((one) => one.column === column.name);
  if (expansion?.kind === 'words') return [namingVersions(ledger, target, column.refersTo.column, expansion)];
  const [from, id, reference] = expansion
    ? [expansion.table, 'version_id', expansion.element]
    : [ledger.name, 'id', column.name];
  return [
    plain(
      `SELECT r.${id} FROM ${entitiesTable(target)} AS f
       JOIN ${from} AS r ON r.${reference} = f.${column.refersTo.column}
       WHERE f.discard_boundary > 0 AND f.forbidden`,
    ),
  ];
}

/** Names of more than one word are looked for in the whole text; their first words find the few texts to look at. */
function namingVersions(
  ledger: Ledger,
  target: Ledger,
  nameColumn: string,
  expansion: { table: string; column: string; element: string },
): Sql {
  const name = plain(REGEX_SPECIAL.reduce((text, char) => `REPLACE(${text}, '${char}', '\\\\${char}')`, 'n.name'));
  const bounded = sql`CONCAT(${`(^|[${WHITE_SPACE}])`}, ${name}, ${`($|[${WHITE_SPACE}])`})`;
  return sql`SELECT w.version_id FROM ${plain(forbiddenNamesTable(target, nameColumn))} AS n
    JOIN ${plain(expansion.table)} AS w ON w.${plain(expansion.element)} = n.first_word
    JOIN ${plain(ledger.name)} AS v ON v.id = w.version_id
    WHERE n.name = n.first_word OR v.${plain(expansion.column)} REGEXP ${bounded}`;
}

/** Characters that mean something in a regular expression, as SQL writes them; the backslash first. */
const REGEX_SPECIAL = ['\\\\', '.', '^', '$', '|', '(', ')', '[', ']', '{', '}', '*', '+', '?'];
