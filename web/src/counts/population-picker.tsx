import { ChoiceField } from '../controls/choice-field.tsx';
import { useLanguage } from '../language/language.ts';
import type { CountRequest } from './count-request.ts';

interface Props {
  request: CountRequest;
  onChange: (part: Partial<CountRequest>) => void;
}

/** Every change, or of each entry what it was at a time. */
export function PopulationPicker({ request, onChange }: Props) {
  const { texts } = useLanguage();
  const { population, at, population_count } = request;
  return (
    <fieldset className="population">
      <legend className="unseen">{texts.counts.population}</legend>
      <ChoiceField
        label={texts.counts.population}
        value={population}
        choices={[
          ['events', texts.counts.populations.events],
          ['state', texts.counts.populations.state],
        ]}
        onChange={(chosen) => onChange({ population: chosen, at: '' })}
      />
      {population === 'state' && (
        <label className="field">
          <span>{texts.counts.at}</span>
          <input type="datetime-local" value={at} onChange={(event) => onChange({ at: event.target.value })} />
        </label>
      )}
      <label className="check">
        <input
          type="checkbox"
          checked={population_count}
          onChange={(event) => onChange({ population_count: event.target.checked })}
        />
        <span>{texts.counts.populationCount}</span>
      </label>
    </fieldset>
  );
}
