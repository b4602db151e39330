import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';
import { ImportCounters } from './import-counters.tsx';
import { ImportErrors } from './import-errors.tsx';
import type { ImportRecord } from './import-record.ts';
import { StateMark } from './state-mark.tsx';

/** One import: what it is, the state it is truly in, its numbers, and what was wrong with it. */
export function ImportCard({ record }: { record: ImportRecord }) {
  const { texts, formats } = useLanguage();
  const title = record.filename || texts.imports.id(String(record.id));
  return (
    <article className="import card" aria-label={title}>
      <header>
        <h3 className="wrap">{title}</h3>
        <StateMark state={record.state} />
      </header>
      <p className="soft small">
        {texts.imports.id(String(record.id))} · {texts.imports.into(named(texts.ledgers, record.ledger))}
        {record.bytes !== null && ` · ${formats.bytes(record.bytes)}`} ·{' '}
        <time dateTime={record.created_at}>{formats.time(record.created_at)}</time>
      </p>
      <ImportCounters record={record} />
      {record.problem && <p className="import-problem wrap">{record.problem.message}</p>}
      {record.duplicate_of !== null && (
        <p className="soft small">{texts.imports.duplicateOf(String(record.duplicate_of))}</p>
      )}
      {(record.error_count ?? 0) > 0 && <ImportErrors record={record} />}
    </article>
  );
}
