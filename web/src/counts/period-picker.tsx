import { ChoiceField } from '../controls/choice-field.tsx';
import { useLanguage } from '../language/language.ts';
import type { CountRequest } from './count-request.ts';
import { PERIODS, type Period, periodName, periodOf } from './periods.ts';

interface Props {
  request: CountRequest;
  onChange: (period: Period) => void;
}

/** First and last day, both counted, by name or by date. */
export function PeriodPicker({ request, onChange }: Props) {
  const { texts } = useLanguage();
  const { from, to, time_zone } = request;
  const name = periodName(request, time_zone);
  return (
    <fieldset className="period">
      <legend className="unseen">{texts.counts.period}</legend>
      <ChoiceField
        label={texts.counts.period}
        value={name}
        choices={PERIODS.filter((known) => known !== 'picked' || name === 'picked').map(
          (known) => [known, texts.counts.periods[known]] as const,
        )}
        onChange={(chosen) => chosen !== 'picked' && onChange(periodOf(chosen, time_zone))}
      />
      <div className="days">
        <label className="field">
          <span>{texts.counts.from}</span>
          <input
            type="date"
            value={from}
            max={to || '9998-12-31'}
            onChange={(event) => onChange({ from: event.target.value, to })}
          />
        </label>
        <label className="field">
          <span>{texts.counts.to}</span>
          <input
            type="date"
            value={to}
            min={from || '1000-01-01'}
            max="9998-12-31"
            onChange={(event) => onChange({ from, to: event.target.value })}
          />
        </label>
      </div>
    </fieldset>
  );
}
