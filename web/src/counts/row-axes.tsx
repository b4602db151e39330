import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';
import { AxisPicker } from './axis-picker.tsx';
import { type AxisChoice, choiceOf, MOST_ROW_AXES } from './count-request.ts';
import type { LedgerAxis } from './ledgers.ts';

interface Props {
  axes: readonly LedgerAxis[];
  rows: readonly AxisChoice[];
  onChange: (rows: AxisChoice[]) => void;
}

/** The row axes from the outermost inwards: one to four. */
export function RowAxes({ axes, rows, onChange }: Props) {
  const { texts } = useLanguage();
  const next = axes.find(({ axis }) => rows.every((row) => row.axis !== axis)) ?? axes[0];
  return (
    <fieldset className="row-axes">
      <legend>{texts.counts.rows}</legend>
      {rows.map((row, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row axis is its position
        <div className="row-axis" key={position}>
          <AxisPicker
            label={texts.counts.row(position + 1)}
            axes={axes}
            choice={row}
            onChange={(choice) => choice && onChange(rows.with(position, choice))}
          />
          {rows.length > 1 && (
            <button
              type="button"
              className="quiet"
              aria-label={texts.counts.removeRow(named(texts.axes, row.axis))}
              onClick={() => onChange(rows.toSpliced(position, 1))}
            >
              ×
            </button>
          )}
        </div>
      ))}
      {next && rows.length < MOST_ROW_AXES && (
        <button type="button" onClick={() => onChange([...rows, choiceOf(next)])}>
          + {texts.counts.addRow}
        </button>
      )}
    </fieldset>
  );
}
