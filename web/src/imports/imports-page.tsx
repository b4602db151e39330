import { useLedgers } from '../counts/ledgers.ts';
import { useLanguage } from '../language/language.ts';
import { FailureNotice } from '../notices/failure-notice.tsx';
import { FileChooser } from './file-chooser.tsx';
import { FileShape } from './file-shape.tsx';
import { ImportList } from './import-list.tsx';
import { ReviewList } from './review-list.tsx';
import { UploadList } from './upload-list.tsx';
import type { StagedFiles } from './use-staged-files.ts';
import type { Uploads } from './use-uploads.ts';

interface Props {
  maxBytes: number;
  /** Names of files that cannot even be looked at, each with the reason. */
  refused: readonly string[];
  staged: StagedFiles;
  uploads: Uploads;
  onFiles: (files: readonly File[]) => void;
}

export function ImportsPage({ maxBytes, refused, staged, uploads, onFiles }: Props) {
  const { texts } = useLanguage();
  const ledgers = useLedgers();
  return (
    <>
      <h1>{texts.imports.title}</h1>
      {ledgers.error && <FailureNotice failure={ledgers.error} onRetry={() => void ledgers.refetch()} />}
      <section className="card stack bring">
        <FileChooser maxBytes={maxBytes} onFiles={onFiles} />
        {refused.map((reason) => (
          <p key={reason} className="notice bad" role="alert">
            {reason}
          </p>
        ))}
        {ledgers.data && <FileShape ledgers={ledgers.data} />}
      </section>
      {ledgers.data && <ReviewList staged={staged} ledgers={ledgers.data} uploads={uploads} />}
      <UploadList uploads={uploads} />
      <ImportList />
    </>
  );
}
