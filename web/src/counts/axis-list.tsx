import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';
import { AxisPicker } from './axis-picker.tsx';
import { type AxisChoice, choiceOf } from './count-request.ts';
import type { LedgerAxis } from './ledgers.ts';
import { sameAxis } from './request-body.ts';

interface Props {
  /** `label`: name of one of them, by its position from 1. */
  words: { legend: string; label: (position: number) => string; add: string };
  axes: readonly LedgerAxis[];
  chosen: readonly AxisChoice[];
  /** Those that are taken elsewhere: an axis can be asked for once. */
  taken: readonly AxisChoice[];
  /** How many there may be. */
  least: number;
  most: number;
  onChange: (chosen: AxisChoice[]) => void;
}

/** Axes from the outermost inwards. */
export function AxisList({ words, axes, chosen, taken, least, most, onChange }: Props) {
  const { texts } = useLanguage();
  const next = axes.find((offered) => ![...chosen, ...taken].some((choice) => sameAxis(choice, choiceOf(offered))));
  return (
    <fieldset className="axes">
      <legend>{words.legend}</legend>
      {chosen.map((choice, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an axis is its position
        <div className="axis" key={position}>
          <AxisPicker
            label={words.label(position + 1)}
            axes={axes}
            choice={choice}
            onChange={(picked) => onChange(chosen.with(position, picked))}
          />
          {chosen.length > least && (
            <button
              type="button"
              className="quiet remove"
              aria-label={texts.counts.remove(named(texts.axes, choice.axis))}
              onClick={() => onChange(chosen.toSpliced(position, 1))}
            >
              ×
            </button>
          )}
        </div>
      ))}
      {next && chosen.length < most && (
        <button type="button" className="quiet add" onClick={() => onChange([...chosen, choiceOf(next)])}>
          + {words.add}
        </button>
      )}
    </fieldset>
  );
}
