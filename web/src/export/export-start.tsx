import { useState } from 'react';
import { ChoiceField } from '../controls/choice-field.tsx';
import type { CountRequest } from '../counts/count-request.ts';
import { useLanguage } from '../language/language.ts';
import { FailureNotice } from '../notices/failure-notice.tsx';
import { EXPORT_ENCODINGS, type ExportOrder, FIRST_ORDER, formatsOf } from './export-order.ts';

interface Props {
  mode: CountRequest['mode'];
  registration: { isPending: boolean; error: unknown };
  onStart: (order: ExportOrder) => void;
}

/** What the file is to be. */
export function ExportStart({ mode, registration: { isPending, error }, onStart }: Props) {
  const { texts } = useLanguage();
  const [order, setOrder] = useState(FIRST_ORDER);
  const words = texts.exports;
  const change = (part: Partial<ExportOrder>) => setOrder({ ...order, ...part });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onStart(order);
      }}
    >
      <ChoiceField
        label={words.format}
        value={order.format}
        choices={formatsOf(mode).map((format) => [format, words.formats[format] ?? format] as const)}
        onChange={(format) => change({ format })}
      />
      {order.format === 'csv' && (
        <>
          <ChoiceField
            label={words.encoding}
            value={order.encoding}
            choices={EXPORT_ENCODINGS.map((name) => [name, words.encodings[name]] as const)}
            onChange={(encoding) => change({ encoding })}
          />
          <ChoiceField
            label={words.delimiter}
            value={order.delimiter}
            choices={[
              [',', texts.imports.delimiters[','] ?? ','],
              ['\t', texts.imports.delimiters['\t'] ?? 'TAB'],
            ]}
            onChange={(delimiter) => change({ delimiter })}
          />
          <label className="check">
            <input type="checkbox" checked={order.raw} onChange={(event) => change({ raw: event.target.checked })} />
            <span>{words.raw}</span>
          </label>
          <p className="soft small">{words.rawMeans}</p>
        </>
      )}
      {error !== null && <FailureNotice failure={error} />}
      <div className="actions">
        <button type="submit" className="primary" disabled={isPending}>
          {isPending ? words.starting : words.start}
        </button>
      </div>
    </form>
  );
}
