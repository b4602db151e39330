import { useLanguage } from '../language/language.ts';
import type { ListedImport } from './import-record.ts';
import { isFinal } from './import-states.ts';

/** The numbers an import has. What became of the rows is decided at the end; until then only those read are known. */
export function ImportCounters({ record }: { record: ListedImport }) {
  const { texts, formats } = useLanguage();
  if (!record.rows_read) return null;
  const { read, inserted, unchanged, replaced, failed } = texts.imports.counters;
  const counters: [label: string, value: number][] = [[read, record.rows_read]];
  const outcome: typeof counters = [
    [inserted, record.rows_inserted],
    [unchanged, record.rows_unchanged],
    [replaced, record.rows_replaced],
    [failed, record.rows_failed],
  ];
  if (isFinal(record.state)) counters.push(...outcome);
  return (
    <dl className="facts counters">
      {counters.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={value ? 'figure' : 'figure soft'}>{formats.number(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
