import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';
import { ImportProgress } from './import-progress.tsx';
import type { ListedImport } from './import-record.ts';
import { isFinal } from './import-states.ts';
import { StateMark } from './state-mark.tsx';
import { toldProblem } from './told-problem.ts';

/** One import in the list: what it is, the state it is truly in, and its numbers once there are any. */
export function ImportRow({ record }: { record: ListedImport }) {
  const { texts, formats } = useLanguage();
  const title = record.filename || texts.imports.id(String(record.id));
  return (
    <article className="import" aria-label={title}>
      <StateMark record={record} />
      <h3 className="wrap">
        <a href={`#/imports/${record.id}`}>{title}</a>
      </h3>
      <p className="soft small">
        {texts.imports.into(named(texts.ledgers, record.ledger))}
        {record.options.dry_run && ` · ${texts.imports.dryRun}`}
        {record.bytes !== null && ` · ${formats.bytes(record.bytes)}`} ·{' '}
        <time dateTime={record.created_at}>{formats.time(record.created_at)}</time>
      </p>
      <p className="import-numbers">{numbers()}</p>
      {toldProblem(texts, record) && <p className="import-problem wrap small">{toldProblem(texts, record)}</p>}
      <ImportProgress record={record} />
    </article>
  );

  /** What became of the rows is decided at the end; numbers that are 0 are left out here, but for the rows read. */
  function numbers(): string {
    if (!isFinal(record.state) || record.rows_read === 0) return '';
    const { rowsShort, newShort, unchangedShort, replacedShort, faultyShort } = texts.imports;
    const parts: [(count: string) => string, number][] = [
      [newShort, record.rows_inserted],
      [unchangedShort, record.rows_unchanged],
      [replacedShort, record.rows_replaced],
      [faultyShort, record.rows_failed],
    ];
    const told = parts.filter(([, count]) => count > 0).map(([words, count]) => words(formats.number(count)));
    return [rowsShort(formats.number(record.rows_read)), ...told].join(' · ');
  }
}
