interface Props<Value extends string> {
  label: string;
  value: Value;
  /** Values with their words. */
  choices: readonly (readonly [Value, string])[];
  onChange: (value: Value) => void;
}

/** A labelled list of which one is chosen. */
export function ChoiceField<Value extends string>({ label, value, choices, onChange }: Props<Value>) {
  return (
    <label className="field">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value as Value)}>
        {choices.map(([choice, words]) => (
          <option key={choice} value={choice}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
