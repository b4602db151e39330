import { Fold } from '../controls/fold.tsx';
import { moved, OrderButtons } from '../controls/order-buttons.tsx';
import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';

interface Props {
  /** Every column there is, in its usual order. */
  offered: readonly string[];
  /** Those that are shown, in their order; none: all, as usual. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Which columns the single changes show, and in which order. One at least stays. */
export function FieldPicker({ offered, chosen, onChange }: Props) {
  const { texts, formats } = useLanguage();
  const shown = chosen.length > 0 ? chosen : offered;
  const hidden = offered.filter((field) => !shown.includes(field));
  const change = (fields: string[]) => onChange(fields.join() === offered.join() ? [] : fields);
  return (
    <fieldset className="filters">
      <legend>{texts.counts.fields}</legend>
      <Fold
        summary={
          hidden.length === 0
            ? texts.counts.allFields
            : texts.counts.someFields(formats.number(shown.length), formats.number(offered.length))
        }
      >
        <ul className="plain order">
          {[...shown, ...hidden].map((field, place) => (
            <li key={field}>
              <label className="check">
                <input
                  type="checkbox"
                  checked={shown.includes(field)}
                  disabled={shown.length === 1 && shown.includes(field)}
                  onChange={(event) =>
                    change(event.target.checked ? [...shown, field] : shown.filter((other) => other !== field))
                  }
                />
                <span className="wrap">{named(texts.axes, field)}</span>
              </label>
              {shown.includes(field) && (
                <OrderButtons
                  name={named(texts.axes, field)}
                  place={place}
                  count={shown.length}
                  onMove={(to) => change(moved(shown, place, to))}
                />
              )}
            </li>
          ))}
        </ul>
        {chosen.length > 0 && (
          <button type="button" className="quiet" onClick={() => onChange([])}>
            {texts.counts.usualOrder}
          </button>
        )}
      </Fold>
    </fieldset>
  );
}
