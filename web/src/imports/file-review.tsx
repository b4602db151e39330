import type { Ledger } from '../counts/ledgers.ts';
import { RequestFailure } from '../http/request-failure.ts';
import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';
import { FailureNotice } from '../notices/failure-notice.tsx';
import { ColumnMap } from './column-map.tsx';
import { columnNamed, missingColumns } from './column-names.ts';
import { ErrorTable } from './error-table.tsx';
import type { ImportOptions } from './import-options.ts';
import { LedgerChoice } from './ledger-choice.tsx';
import { PreviewRows } from './preview-rows.tsx';
import { readAsWords } from './read-as.ts';
import { ReviewOptions } from './review-options.tsx';
import { ReviewVerdict } from './review-verdict.tsx';
import { usePreview } from './use-preview.ts';
import type { StagedFile } from './use-staged-files.ts';

interface Props {
  staged: StagedFile;
  ledgers: readonly Ledger[];
  onChange: (options: Partial<ImportOptions>) => void;
  onSend: (purpose: { dryRun: boolean }) => void;
  onRemove: () => void;
}

/** A file before it is sent: where it goes, how it would be read, its first rows and their faults. */
export function FileReview({ staged, ledgers, onChange, onSend, onRemove }: Props) {
  const { texts, formats } = useLanguage();
  const words = texts.imports.review;
  const { file, options } = staged;
  const preview = usePreview(staged);
  const ledger = ledgers.find(({ name }) => name === options.ledger);
  const refused = preview.error instanceof RequestFailure && preview.error.status === 422 ? preview.error : null;
  const read = refused || preview.isPlaceholderData ? undefined : preview.data;
  // A refused file has been read by nobody but this page.
  const columns =
    read?.detected.columns ??
    staged.header.map((name) => ({ name, column: ledger ? (options.map[name] ?? columnNamed(ledger, name)) : null }));
  const missing = ledger ? missingColumns(ledger, staged.header, options.map) : [];
  const odd = refused !== null || columns.some(({ column }) => column === null);
  const encodingUnknown = refused?.faults.some(({ code }) => code === 'encoding') ?? false;

  return (
    <article className="review card" aria-label={file.name} aria-busy={preview.isFetching}>
      <header className="heading">
        <h3 className="wrap">
          {file.name} <span className="soft small">{formats.bytes(file.size)}</span>
        </h3>
        <button type="button" className="quiet" aria-label={words.removeOf(file.name)} onClick={onRemove}>
          {words.remove}
        </button>
      </header>
      <LedgerChoice staged={staged} ledgers={ledgers} onChange={(name) => onChange({ ledger: name, map: {} })} />
      {preview.isFetching && <p className="soft">{words.reading}</p>}
      {preview.error && !refused && <FailureNotice failure={preview.error} onRetry={() => void preview.refetch()} />}
      {refused && (
        <FailureNotice failure={refused} title={words.unreadable}>
          <p>{encodingUnknown ? words.sayEncoding : columns.length > 0 && words.sayColumns(formats.list(missing))}</p>
        </FailureNotice>
      )}
      {read && (
        <ReviewVerdict
          preview={read}
          stops={options.on_error === 'reject'}
          onSkip={() => onChange({ on_error: 'skip' })}
        />
      )}
      {read && read.errors.length > 0 && <ErrorTable errors={read.errors} />}
      {read && <PreviewRows name={file.name} preview={read} />}
      {ledger && columns.length > 0 && (
        <details open={odd || undefined}>
          <summary>{words.columns}</summary>
          <ColumnMap ledger={ledger} columns={columns} map={options.map} onChange={(map) => onChange({ map })} />
        </details>
      )}
      <details open={encodingUnknown || undefined}>
        <summary>
          {words.options}
          <span className="soft">
            {' '}
            {read && `${readAsWords(texts, read.detected)} · `}
            {words.bareTimes(options.time_zone)}
          </span>
        </summary>
        <ReviewOptions options={options} detected={read?.detected} onChange={onChange} />
      </details>
      <div className="actions">
        <button type="button" className="primary" disabled={!read} onClick={() => onSend({ dryRun: false })}>
          {words.send}
        </button>
        <button type="button" disabled={!read} onClick={() => onSend({ dryRun: true })}>
          {words.check}
        </button>
        <span className="soft small into">{ledger && texts.imports.into(named(texts.ledgers, ledger.name))}</span>
      </div>
    </article>
  );
}
