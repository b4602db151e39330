import { useState } from 'react';
import { Fold } from '../controls/fold.tsx';
import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';
import { axisWords } from './axis-words.ts';
import { type CountRequest, choiceOf, type Filter } from './count-request.ts';
import { keyWords } from './key-words.ts';
import type { LedgerAxis } from './ledgers.ts';
import { sameAxis } from './request-body.ts';
import { ValuePicker } from './value-picker.tsx';

interface Props {
  request: CountRequest;
  /** Those that this person may filter by. */
  axes: readonly LedgerAxis[];
  /** Said when some axes are not among them. */
  why: string | null;
  onChange: (filters: Filter[]) => void;
}

/** Conditions that all must hold; within one, any of the ticked values. */
export function FilterList({ request, axes, why, onChange }: Props) {
  const { texts } = useLanguage();
  const { filters } = request;
  const [draft, setDraft] = useState<Filter | null>(null);
  const shown = draft && !filters.some((filter) => sameAxis(filter, draft)) ? [...filters, draft] : filters;

  function change(filter: Filter, values: Filter['in']) {
    const place = filters.findIndex((other) => sameAxis(other, filter));
    if (place < 0) onChange([...filters, { ...filter, in: values }]);
    else if (values.length === 0) onChange(filters.toSpliced(place, 1));
    else onChange(filters.with(place, { ...filter, in: values }));
  }

  function add(name: string) {
    const axis = axes.find((offered) => offered.axis === name);
    if (axis) setDraft({ ...choiceOf(axis), in: [] });
  }

  return (
    <fieldset className="filters">
      <legend>{texts.counts.filters}</legend>
      {shown.map((filter) => (
        <Fold
          key={`${filter.axis} ${filter.unit}`}
          open={filter.in.length === 0}
          summary={
            <>
              {axisWords(texts, filter)}: <strong>{words(filter)}</strong>
            </>
          }
        >
          <ValuePicker
            request={request}
            axis={axes.find(({ axis }) => axis === filter.axis)}
            choice={filter.unit === undefined ? { axis: filter.axis } : { axis: filter.axis, unit: filter.unit }}
            chosen={filter.in}
            onChange={(values) => {
              change(filter, values);
              // It stays beside the filter that it becomes: the address changes a moment later.
              setDraft({ ...filter, in: [] });
            }}
          />
          <button
            type="button"
            className="quiet"
            onClick={() => {
              change(filter, []);
              setDraft(null);
            }}
          >
            {texts.counts.remove(axisWords(texts, filter))}
          </button>
        </Fold>
      ))}
      <select aria-label={texts.counts.addFilter} value="" onChange={(event) => add(event.target.value)}>
        <option value="">{texts.counts.addFilter}</option>
        {axes.map(({ axis }) => (
          <option key={axis} value={axis}>
            {named(texts.axes, axis)}
          </option>
        ))}
      </select>
      {why && <p className="soft small">{why}</p>}
    </fieldset>
  );

  function words(filter: Filter): string {
    if (filter.in.length === 0) return texts.counts.pickValues;
    return filter.in
      .map((value) => keyWords(texts, filter, { value, label: value === null ? null : String(value) }))
      .join(', ');
  }
}
