import { useLanguage } from '../language/language.ts';
import type { ImportRecord } from './import-record.ts';
import { isFinal } from './import-states.ts';

/** The numbers an import has. What became of the rows is decided at the end; until then only those read are known. */
export function ImportCounters({ record }: { record: ImportRecord }) {
  const { texts, formats } = useLanguage();
  if (!record.rows_read) return null;
  const { read, inserted, unchanged, replaced, failed } = texts.imports.counters;
  const counters: [label: string, value: number | null][] = [[read, record.rows_read]];
  const outcome: typeof counters = [
    [inserted, record.rows_inserted],
    [unchanged, record.rows_unchanged],
    [replaced, record.rows_replaced],
    [failed, record.rows_failed],
  ];
  if (isFinal(record.state)) counters.push(...outcome);
  return (
    <dl className="counters">
      {counters.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={value ? undefined : 'soft'}>{formats.number(value ?? 0)}</dd>
        </div>
      ))}
    </dl>
  );
}
