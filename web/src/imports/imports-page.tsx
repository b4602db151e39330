import { useLedgers } from '../counts/ledgers.ts';
import { useLanguage } from '../language/language.ts';
import { FailureNotice } from '../notices/failure-notice.tsx';
import type { Me } from '../session/session.ts';
import { FileDrop } from './file-drop.tsx';
import { ImportList } from './import-list.tsx';
import { UploadList } from './upload-list.tsx';
import type { Uploads } from './use-uploads.ts';
import './imports.css';

export function ImportsPage({ me, uploads }: { me: Me; uploads: Uploads }) {
  const { texts } = useLanguage();
  const ledgers = useLedgers();
  return (
    <>
      <h1>{texts.imports.title}</h1>
      {ledgers.error && <FailureNotice failure={ledgers.error} onRetry={() => void ledgers.refetch()} />}
      {ledgers.isPending && <p className="soft">{texts.counts.loading}</p>}
      {ledgers.data && <FileDrop ledgers={ledgers.data} maxBytes={me.limits.import_max_bytes} onFiles={uploads.send} />}
      <UploadList uploads={uploads} />
      <ImportList />
    </>
  );
}
