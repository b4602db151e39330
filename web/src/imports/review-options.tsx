import { ChoiceField } from '../controls/choice-field.tsx';
import { TimeZonePicker } from '../counts/time-zone-picker.tsx';
import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';
import { DELIMITERS, ENCODINGS, type ImportOptions } from './import-options.ts';
import type { ImportPreview } from './import-record.ts';

interface Props {
  options: ImportOptions;
  detected: ImportPreview['detected'] | undefined;
  onChange: (options: Partial<ImportOptions>) => void;
}

export function ReviewOptions({ options, detected, onChange }: Props) {
  const { texts } = useLanguage();
  const { review, encodings, delimiters } = texts.imports;
  const found = (words: Record<string, string>, value: string | null | undefined) =>
    review.detect(value ? named(words, value) : '');
  return (
    <div className="review-options">
      <ChoiceField
        label={review.encoding}
        value={options.encoding}
        choices={[
          ['', options.encoding ? review.detect('') : found(encodings, detected?.encoding)],
          ...ENCODINGS.map((name) => [name, named(encodings, name)] as const),
        ]}
        onChange={(encoding) => onChange({ encoding })}
      />
      <ChoiceField
        label={review.delimiter}
        value={options.delimiter}
        choices={[
          ['', options.delimiter ? review.detect('') : found(delimiters, detected?.delimiter)],
          ...DELIMITERS.map((sign) => [sign, named(delimiters, sign)] as const),
        ]}
        onChange={(delimiter) => onChange({ delimiter })}
      />
      <TimeZonePicker
        label={review.timeZone}
        value={options.time_zone}
        onChange={(time_zone) => onChange({ time_zone })}
      />
      <ChoiceField
        label={review.onError}
        value={options.on_error}
        choices={[
          ['reject', review.onErrorReject],
          ['skip', review.onErrorSkip],
        ]}
        onChange={(on_error) => onChange({ on_error })}
      />
      <ChoiceField
        label={review.onConflict}
        value={options.on_conflict}
        choices={[
          ['error', review.onConflictError],
          ['replace', review.onConflictReplace],
        ]}
        onChange={(on_conflict) => onChange({ on_conflict })}
      />
    </div>
  );
}
