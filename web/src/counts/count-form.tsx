import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';
import { AxisPicker } from './axis-picker.tsx';
import { type CountRequest, requestForLedger } from './count-request.ts';
import type { Ledger } from './ledgers.ts';
import { RowAxes } from './row-axes.tsx';
import { TimeZonePicker } from './time-zone-picker.tsx';

interface Props {
  ledgers: readonly Ledger[];
  request: CountRequest;
  /** Whether axes that show masked values to others are offered. */
  seesGuarded: boolean;
  onChange: (request: CountRequest) => void;
}

/** Every part of a request is picked; each pick counts at once. */
export function CountForm({ ledgers, request, seesGuarded, onChange }: Props) {
  const { texts } = useLanguage();
  const ledger = ledgers.find(({ name }) => name === request.ledger);
  const axes = (ledger?.axes ?? []).filter(({ guarded }) => seesGuarded || !guarded);

  function pickLedger(name: string) {
    const picked = ledgers.find((candidate) => candidate.name === name);
    if (picked) onChange(requestForLedger(request, picked));
  }

  return (
    <form className="count-form card" aria-label={texts.counts.request} onSubmit={(event) => event.preventDefault()}>
      <label className="field">
        <span>{texts.counts.ledger}</span>
        <select value={request.ledger} onChange={(event) => pickLedger(event.target.value)}>
          {!ledger && <option value={request.ledger}>{request.ledger}</option>}
          {ledgers.map(({ name }) => (
            <option key={name} value={name}>
              {named(texts.ledgers, name)}
            </option>
          ))}
        </select>
      </label>
      <RowAxes axes={axes} rows={request.rows} onChange={(rows) => onChange({ ...request, rows })} />
      <AxisPicker
        label={texts.counts.column}
        axes={axes}
        choice={request.columns[0] ?? null}
        none={texts.counts.noColumn}
        onChange={(choice) => onChange({ ...request, columns: choice ? [choice] : [] })}
      />
      <TimeZonePicker value={request.time_zone} onChange={(time_zone) => onChange({ ...request, time_zone })} />
      <label className="check">
        <input
          type="checkbox"
          checked={request.subtotals}
          onChange={(event) => onChange({ ...request, subtotals: event.target.checked })}
        />
        <span>{texts.counts.subtotals}</span>
      </label>
    </form>
  );
}
