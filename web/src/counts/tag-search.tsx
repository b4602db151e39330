import { Fold } from '../controls/fold.tsx';
import { useLanguage } from '../language/language.ts';
import type { CountRequest, TagSearch as Search } from './count-request.ts';
import type { LedgerAxis } from './ledgers.ts';
import { ValuePicker } from './value-picker.tsx';

const PARTS = ['all', 'any', 'none'] as const;

interface Props {
  request: CountRequest;
  axis: LedgerAxis;
  onChange: (search: Search) => void;
}

/** Posts by the tags they bear. */
export function TagSearch({ request, axis, onChange }: Props) {
  const { texts } = useLanguage();
  const search = request.tag_search;
  return (
    <fieldset className="filters">
      <legend>{texts.counts.tagSearch}</legend>
      {PARTS.map((part) => (
        <Fold
          key={part}
          summary={
            <>
              {texts.counts.tagParts[part]}{' '}
              {search[part].length > 0 && <strong>{search[part].map((id) => String(id)).join(', ')}</strong>}
            </>
          }
        >
          <ValuePicker
            request={request}
            axis={axis}
            choice={{ axis: 'tag' }}
            chosen={search[part]}
            onChange={(ids) => onChange({ ...search, [part]: ids.map(String) })}
          />
        </Fold>
      ))}
    </fieldset>
  );
}
