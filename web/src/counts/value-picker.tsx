import { useState } from 'react';
import { useLanguage } from '../language/language.ts';
import { FailureNotice } from '../notices/failure-notice.tsx';
import { type OfferedValue, useAxisValues } from './axis-values.ts';
import type { AxisChoice, CountRequest, Value } from './count-request.ts';
import { keyWords } from './key-words.ts';
import type { LedgerAxis } from './ledgers.ts';
import { valueKey } from './request-body.ts';

/** Rows of the list; the rest is found by typing. */
const MOST = 100;

interface Props {
  request: Pick<CountRequest, 'ledger' | 'time_zone'>;
  axis: LedgerAxis | undefined;
  choice: AxisChoice;
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
}

/** Values of an axis to be ticked, from those that the ledger holds; what is not among them can be typed. */
export function ValuePicker({ request, axis, choice, chosen, onChange }: Props) {
  const { texts, formats } = useLanguage();
  const [search, setSearch] = useState('');
  const fixed = axis?.values?.map((value) => ({ value, label: value, count: 0 }));
  const asked = useAxisValues(request.ledger, choice, request.time_zone, fixed === undefined);
  const offered: readonly OfferedValue[] = fixed ?? asked.data ?? [];
  const picked = new Set(chosen.map(valueKey));
  const words = (value: Value, label: string) => keyWords(texts, choice, { value, label });

  const sought = search.trim().toLowerCase();
  const found = offered.filter(({ value, label }) => words(value, label).toLowerCase().includes(sought));
  const missing = chosen.filter((value) => !offered.some((known) => valueKey(known.value) === valueKey(value)));
  const typed = axis?.kind === 'id' || axis?.kind === 'tag' ? /^\d{1,19}$/.test(search.trim()) : search !== '';
  const isNew = typed && !offered.some(({ value }) => String(value) === search.trim());

  const toggle = (value: Value) =>
    onChange(
      picked.has(valueKey(value)) ? chosen.filter((other) => valueKey(other) !== valueKey(value)) : [...chosen, value],
    );

  return (
    <div className="values">
      {offered.length > 8 || !fixed ? (
        <input
          type="search"
          value={search}
          aria-label={texts.counts.findValue}
          placeholder={texts.counts.findValue}
          onChange={(event) => setSearch(event.target.value)}
        />
      ) : null}
      {asked.isLoading && <p className="soft small">{texts.counts.loadingValues}</p>}
      {asked.error && <FailureNotice failure={asked.error} says={texts.counts.noValueList} />}
      <ul className="plain">
        {missing.map((value) => item(value, value === null ? '' : String(value), null))}
        {found.slice(0, MOST).map(({ value, label, count }) => item(value, label, fixed ? null : count))}
        {isNew && item(search.trim(), search.trim(), null)}
      </ul>
      {found.length > MOST && (
        <p className="soft small">{texts.counts.moreValues(formats.number(found.length - MOST))}</p>
      )}
    </div>
  );

  function item(value: Value, label: string, count: number | null) {
    return (
      <li key={valueKey(value)}>
        <label className="check">
          <input type="checkbox" checked={picked.has(valueKey(value))} onChange={() => toggle(value)} />
          <span className="wrap">{words(value, label)}</span>
          {count !== null && <span className="soft small number">{formats.number(count)}</span>}
        </label>
      </li>
    );
  }
}
