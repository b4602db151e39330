import { useState } from 'react';
import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';
import { AxisPicker } from './axis-picker.tsx';
import { type AxisChoice, type CountRequest, choiceOf, MEASURES, type Measure } from './count-request.ts';
import type { LedgerAxis } from './ledgers.ts';
import { measureWords } from './measure-words.ts';
import { ValuePicker } from './value-picker.tsx';

interface Props {
  request: CountRequest;
  /** What a condition may look at. */
  axes: readonly LedgerAxis[];
  onChange: (measures: Measure[]) => void;
}

/** What the cells show. Nothing picked is the plain count. */
export function MeasureList({ request, axes, onChange }: Props) {
  const { texts } = useLanguage();
  const { measures } = request;
  const [condition, setCondition] = useState<AxisChoice | null>(null);
  const first = axes.find(({ axis }) => axis === 'event_type') ?? axes[0];

  function toggle(name: string, on: boolean) {
    const rest = measures.filter((measure) => measure !== name);
    const changed = on ? [...rest, name] : rest;
    const named = MEASURES.filter((known) => changed.includes(known));
    const others = changed.filter((measure) => typeof measure !== 'string');
    onChange(changed.length > 0 ? [...named, ...others] : ['count']);
  }

  return (
    <fieldset className="measures">
      <legend>{texts.counts.measures}</legend>
      {MEASURES.map((name) => (
        <label className="check" key={name}>
          <input
            type="checkbox"
            checked={measures.includes(name)}
            onChange={(event) => toggle(name, event.target.checked)}
          />
          <span>{named(texts.measures, name)}</span>
        </label>
      ))}
      {measures.map((measure, position) =>
        typeof measure === 'string' ? null : (
          <div className="chip" key={JSON.stringify(measure)}>
            <span className="wrap">{measureWords(texts, measure)}</span>
            <button
              type="button"
              className="quiet remove"
              aria-label={texts.counts.remove(measureWords(texts, measure))}
              onClick={() => onChange(measures.length > 1 ? measures.toSpliced(position, 1) : ['count'])}
            >
              ×
            </button>
          </div>
        ),
      )}
      {condition ? (
        <div className="builder">
          <div className="axis">
            <AxisPicker label={texts.counts.conditionAxis} axes={axes} choice={condition} onChange={setCondition} />
            <button
              type="button"
              className="quiet remove"
              aria-label={texts.counts.close}
              onClick={() => setCondition(null)}
            >
              ×
            </button>
          </div>
          <ValuePicker
            key={JSON.stringify(condition)}
            request={request}
            axis={axes.find(({ axis }) => axis === condition.axis)}
            choice={condition}
            chosen={[]}
            onChange={([equals]) => {
              if (equals === undefined) return;
              onChange([...measures, { where: condition, equals }]);
              setCondition(null);
            }}
          />
        </div>
      ) : (
        first && (
          <button type="button" className="quiet add" onClick={() => setCondition(choiceOf(first))}>
            + {texts.counts.addCondition}
          </button>
        )
      )}
    </fieldset>
  );
}
