import { detailsColumns } from '../../shared/counts/details-columns.ts';
import { type DetailsRow, detailsRowReader } from '../../shared/counts/details-row.ts';
import {
  detailsCountStatement,
  detailsStatement,
  outputCountStatement,
  populationCountStatement,
} from '../../shared/counts/details-statement.ts';
import type { DetailsPlan } from '../../shared/counts/plan.ts';
import type { Sql } from '../../shared/counts/sql.ts';
import { stretchesOf } from '../../shared/counts/zone.ts';
import { BYTE_ORDER_MARK, csvRecord } from '../../shared/csv-writer/csv-writer.ts';
import type { Row, SnapshotConnection } from '../../shared/database/database.ts';
import type { TextRow } from '../../shared/database/stream.ts';
import { wireTime } from '../../shared/database/time.ts';
import type { ExportJob } from '../../shared/export-queue/job.ts';
import type { ExportContent } from './content.ts';
import { jsonElements, jsonFrame } from './json-text.ts';

/** Versions one by one, as their owner may see them; all counts come from the snapshot that the rows come from. */
export async function detailsContent(
  connection: SnapshotConnection,
  plan: DetailsPlan,
  { format, options }: Pick<ExportJob, 'format' | 'options'>,
): Promise<ExportContent> {
  const stretches = await stretchesOf(connection, plan);
  const count = async ({ text, values }: Sql) => Number((await connection.query(text, values))[0]?.count);
  const visible = await count(detailsCountStatement(plan, stretches));
  const counted = { expected: visible, total: visible };
  const rows = (fields: readonly string[]) => {
    const { text, values } = detailsStatement(plan, stretches, { fields });
    return connection.stream(text, values);
  };
  if (format === 'csv') {
    const columns = detailsColumns(plan);
    const mark = options.bom && options.encoding === 'utf-8' ? BYTE_ORDER_MARK : '';
    const record = csvRowWriter(columns, plan, options);
    return {
      head: `${mark}${csvRecord(columns, options)}`,
      records: mapped(rows(columns), record),
      tail: '',
      ...counted,
    };
  }
  const rowOf = rowReader(plan);
  if (format === 'jsonl')
    return {
      head: '',
      records: mapped(rows(plan.fields), (row) => `${JSON.stringify(rowOf(row))}\n`),
      tail: '',
      ...counted,
    };
  const output = outputCountStatement(plan, stretches);
  const element = jsonElements();
  const head = {
    mode: 'details',
    as_of: plan.asOf,
    time_zone: plan.selection.timeZone,
    fields: plan.fields,
    next_cursor: null,
    output_count: output ? await count(output) : visible,
    visible_output_count: visible,
    population_count: plan.populationCount ? await count(populationCountStatement(plan, stretches)) : null,
    population_count_computed: plan.populationCount,
    logical_count_unit: 'detail_rows',
  };
  return { ...jsonFrame(head, 'rows'), records: mapped(rows(plan.fields), (row) => element(rowOf(row))), ...counted };
}

async function* mapped(
  batches: AsyncIterable<readonly TextRow[]>,
  textOf: (row: TextRow) => string,
): AsyncGenerator<string[]> {
  for await (const batch of batches) yield batch.map(textOf);
}

/** Cells as an import takes them: times with their zone, lists as JSON without blanks. */
function csvRowWriter(columns: readonly string[], { selection }: DetailsPlan, options: ExportJob['options']) {
  const lists = new Set(selection.ledger.attributes.filter(({ type }) => type === 'ids').map(({ name }) => name));
  const changed = columns.flatMap((name, index): [number, (stored: string) => string][] => {
    if (name === 'created_at') return [[index, wireTime]];
    return lists.has(name) ? [[index, (stored) => stored.replaceAll(' ', '')]] : [];
  });
  return (row: TextRow) => {
    const cells = [...row];
    for (const [index, written] of changed) {
      const stored = cells[index];
      if (stored != null) cells[index] = written(stored);
    }
    return csvRecord(cells, options);
  };
}

function rowReader({ selection, fields }: DetailsPlan): (row: TextRow) => DetailsRow {
  const read = detailsRowReader(selection.ledger, fields);
  return (row) => {
    const stored: Row = {};
    for (const [index, field] of fields.entries()) stored[field] = row[index] ?? null;
    return read(stored);
  };
}
