import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';
import { type AxisChoice, choiceOf } from './count-request.ts';
import type { LedgerAxis } from './ledgers.ts';

interface Props {
  label: string;
  axes: readonly LedgerAxis[];
  choice: AxisChoice;
  onChange: (choice: AxisChoice) => void;
}

/** An axis and, where the axis has them, its unit. A choice that is not on offer (an old link) is still shown. */
export function AxisPicker({ label, axes, choice, onChange }: Props) {
  const { texts } = useLanguage();
  const offered = axes.find(({ axis }) => axis === choice.axis);
  const units = offered?.units;

  function pickAxis(name: string) {
    const picked = axes.find(({ axis }) => axis === name);
    if (picked) onChange(choiceOf(picked));
  }

  return (
    <>
      <select aria-label={label} value={choice.axis} onChange={(event) => pickAxis(event.target.value)}>
        {!offered && <option value={choice.axis}>{named(texts.axes, choice.axis)}</option>}
        {axes.map(({ axis }) => (
          <option key={axis} value={axis}>
            {named(texts.axes, axis)}
          </option>
        ))}
      </select>
      {units && (
        <select
          className="unit"
          aria-label={texts.counts.unit(named(texts.axes, choice.axis))}
          value={choice.unit ?? ''}
          onChange={(event) => onChange({ axis: choice.axis, unit: event.target.value })}
        >
          {!units.includes(choice.unit ?? '') && <option value={choice.unit ?? ''}>{choice.unit ?? ''}</option>}
          {units.map((unit) => (
            <option key={unit} value={unit}>
              {named(texts.units, unit)}
            </option>
          ))}
        </select>
      )}
    </>
  );
}
