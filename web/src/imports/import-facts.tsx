import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';
import type { ImportRecord } from './import-record.ts';
import { readAsWords } from './read-as.ts';

/** Where the file went, how it was read, and when it came where. */
export function ImportFacts({ record }: { record: ImportRecord }) {
  const { texts, formats } = useLanguage();
  const { facts, review, timeline } = texts.imports;
  const { options, detected } = record;
  const told: [label: string, value: string | null][] = [
    [facts.ledger, named(texts.ledgers, record.ledger)],
    [facts.size, record.bytes === null ? null : formats.bytes(record.bytes)],
    [facts.readAs, detected && readAsWords(texts, detected)],
    [facts.timeZone, options.time_zone],
    [facts.faultyRows, options.on_error === 'skip' ? review.onErrorSkip : null],
    [facts.conflicts, options.on_conflict === 'replace' ? review.onConflictReplace : null],
    [facts.attempt, record.attempt > 1 ? formats.number(record.attempt) : null],
  ];
  const steps = (Object.keys(timeline) as (keyof typeof timeline)[]).flatMap((step) => {
    const at = record[step];
    return at === null ? [] : [[timeline[step], at] as const];
  });
  return (
    <>
      <dl className="facts">
        {told.map(([label, value]) =>
          value === null ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      <dl className="facts">
        {steps.map(([label, at]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <time dateTime={at}>{formats.time(at)}</time>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
