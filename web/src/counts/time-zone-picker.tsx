import { useMemo } from 'react';
import { useLanguage } from '../language/language.ts';

interface Props {
  label?: string;
  value: string;
  onChange: (timeZone: string) => void;
}

export function TimeZonePicker({ label, value, onChange }: Props) {
  const { texts } = useLanguage();
  const zones = useMemo(() => [...new Set([value, ...timeZones()])], [value]);
  return (
    <label className="field">
      <span>{label ?? texts.counts.timeZone}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {zones.map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </select>
    </label>
  );
}

/** UTC and the zone of this browser first, then every zone the browser knows. */
function timeZones(): string[] {
  return ['UTC', new Intl.DateTimeFormat().resolvedOptions().timeZone, ...Intl.supportedValuesOf('timeZone')];
}
