import { useState } from 'react';
import { useLanguage } from '../language/language.ts';
import { FailureNotice } from '../notices/failure-notice.tsx';
import { ErrorTable } from './error-table.tsx';
import { type ImportRecord, useImport } from './import-record.ts';

/** The first errors by line, fetched when somebody opens them. */
export function ImportErrors({ record }: { record: ImportRecord }) {
  const { texts, formats } = useLanguage();
  const [open, setOpen] = useState(false);
  const detail = useImport(record.id, record.state, open);
  const errors = detail.data?.errors ?? [];
  const count = formats.number(record.error_count ?? 0);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.imports.errors(count)}</summary>
      {detail.isLoading && <p className="soft">{texts.imports.loading}</p>}
      {detail.error && <FailureNotice failure={detail.error} onRetry={() => void detail.refetch()} />}
      {errors.length < (record.error_count ?? 0) && errors.length > 0 && (
        <p className="soft small">{texts.imports.errorsShown(formats.number(errors.length), count)}</p>
      )}
      {errors.length > 0 && <ErrorTable errors={errors} />}
    </details>
  );
}
