import { ChoiceField } from '../controls/choice-field.tsx';
import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';
import { AxisList } from './axis-list.tsx';
import { type CountRequest, MOST_COLUMN_AXES, MOST_ROW_AXES, requestForLedger } from './count-request.ts';
import { detailsFields } from './details-fields.ts';
import { FieldPicker } from './field-picker.tsx';
import { FilterList } from './filter-list.tsx';
import type { Ledger } from './ledgers.ts';
import { MeasureList } from './measure-list.tsx';
import { PeriodPicker } from './period-picker.tsx';
import { PopulationPicker } from './population-picker.tsx';
import { mayFilterBy, requestForMode } from './request-body.ts';
import { TagSearch } from './tag-search.tsx';
import { TimeZonePicker } from './time-zone-picker.tsx';

/** Rows and columns are picked alike; a table may do without columns. */
const AXIS_LISTS = [
  { part: 'rows', other: 'columns', least: 1, most: MOST_ROW_AXES },
  { part: 'columns', other: 'rows', least: 0, most: MOST_COLUMN_AXES },
] as const;

interface Props {
  ledgers: readonly Ledger[];
  request: CountRequest;
  /** Whether this person sees what is not public. */
  seesGuarded: boolean;
  onChange: (request: CountRequest) => void;
}

/** Every part of a request is picked; each pick counts at once. What would be refused is not offered. */
export function CountForm({ ledgers, request, seesGuarded, onChange }: Props) {
  const { texts } = useLanguage();
  const ledger = ledgers.find(({ name }) => name === request.ledger);
  const axes = ledger?.axes ?? [];
  const { mode } = request;
  const change = (part: Partial<CountRequest>) => onChange({ ...request, ...part });
  /** Another shape of table: what it was sorted by may be gone. */
  const reshape = (part: Partial<CountRequest>) => change({ ...part, sort: null });

  const usable = axes.filter(({ kind }) => kind !== 'tag' && kind !== 'field');
  const filterable = axes.filter((axis) => mayFilterBy(axis, mode, seesGuarded));
  const restricted = mode === 'summary' && !seesGuarded;
  const tagAxis = request.ledger === 'posts' ? axes.find(({ kind }) => kind === 'tag') : undefined;

  return (
    <form className="count-form" aria-label={texts.counts.request} onSubmit={(event) => event.preventDefault()}>
      <ChoiceField
        label={texts.counts.ledger}
        value={request.ledger}
        choices={[
          ...(ledger ? [] : [[request.ledger, request.ledger] as const]),
          ...ledgers.map(({ name }) => [name, named(texts.ledgers, name)] as const),
        ]}
        onChange={(name) => {
          const picked = ledgers.find((candidate) => candidate.name === name);
          if (picked) onChange(requestForLedger(request, picked));
        }}
      />
      <ChoiceField
        label={texts.counts.mode}
        value={mode}
        choices={[
          ['summary', texts.counts.modes.summary],
          ['details', texts.counts.modes.details],
        ]}
        onChange={(chosen) => onChange(requestForMode(request, chosen, axes, seesGuarded))}
      />
      {mode === 'summary' && (
        <>
          {AXIS_LISTS.map(({ part, other, ...bounds }) => (
            <AxisList
              key={part}
              {...bounds}
              words={texts.counts.axisLists[part]}
              axes={axes}
              chosen={request[part]}
              taken={request[other]}
              onChange={(chosen) => reshape({ [part]: chosen, ...(part === 'columns' ? { column_order: [] } : {}) })}
            />
          ))}
          <MeasureList request={request} axes={usable} onChange={(measures) => reshape({ measures })} />
          <label className="check">
            <input
              type="checkbox"
              checked={request.subtotals}
              onChange={(event) => change({ subtotals: event.target.checked })}
            />
            <span>{texts.counts.subtotals}</span>
          </label>
        </>
      )}
      {mode === 'details' && ledger && (
        <FieldPicker
          key={ledger.name}
          offered={detailsFields(ledger)}
          chosen={request.fields}
          onChange={(fields) => change({ fields })}
        />
      )}
      <PeriodPicker request={request} onChange={change} />
      <FilterList
        key={`${request.ledger} ${mode}`}
        request={request}
        axes={filterable}
        why={
          restricted
            ? texts.counts.whyFewFilters
            : mode === 'details' && !seesGuarded
              ? texts.counts.filtersSeePublic
              : null
        }
        onChange={(filters) => change({ filters })}
      />
      {tagAxis && !restricted && (
        <TagSearch request={request} axis={tagAxis} onChange={(tag_search) => change({ tag_search })} />
      )}
      <PopulationPicker request={request} onChange={change} />
      <TimeZonePicker value={request.time_zone} onChange={(time_zone) => change({ time_zone })} />
    </form>
  );
}
