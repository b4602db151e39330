import { Fold } from '../controls/fold.tsx';
import { moved, OrderButtons } from '../controls/order-buttons.tsx';
import { useLanguage } from '../language/language.ts';
import { type CountResult, isMasked } from './count-answer.ts';
import type { CountRequest } from './count-request.ts';
import { keysWords } from './key-words.ts';

type Order = CountRequest['column_order'];

/** As many as a request may name. */
const MOST = 1_000;

/** In which order the columns of a table stand. Where a column is not public to the reader, none can be chosen. */
export function ColumnOrder({ result, onChange }: { result: CountResult; onChange: (order: Order) => void }) {
  const { texts } = useLanguage();
  const { request, answer } = result;
  const keys = answer.column_keys;
  if (request.columns.length === 0 || keys.length < 2 || keys.length > MOST || !answer.column_values_editable)
    return null;
  const values = keys.map((key) => key.map((part) => (isMasked(part) ? null : part.value)));
  return (
    <div className="column-order">
      <Fold summary={texts.counts.columnOrder}>
        <ol className="plain order">
          {keys.map((key, place) => {
            const name = keysWords(texts, request.columns, key);
            return (
              <li key={JSON.stringify(key)}>
                <span className="wrap">{name}</span>
                <OrderButtons
                  name={name}
                  place={place}
                  count={keys.length}
                  onMove={(to) => onChange(moved(values, place, to))}
                />
              </li>
            );
          })}
        </ol>
        {request.column_order.length > 0 && (
          <button type="button" className="quiet" onClick={() => onChange([])}>
            {texts.counts.usualOrder}
          </button>
        )}
      </Fold>
    </div>
  );
}
