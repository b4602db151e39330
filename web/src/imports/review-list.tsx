import { useQueryClient } from '@tanstack/react-query';
import type { Ledger } from '../counts/ledgers.ts';
import { useLanguage } from '../language/language.ts';
import { FileReview } from './file-review.tsx';
import type { Purpose } from './import-options.ts';
import { previewKey } from './use-preview.ts';
import type { StagedFile, StagedFiles } from './use-staged-files.ts';
import type { Uploads } from './use-uploads.ts';
import './review.css';

interface Props {
  staged: StagedFiles;
  ledgers: readonly Ledger[];
  uploads: Uploads;
}

/** The files that wait for a word. Several may be sent at once, each with its own options. */
export function ReviewList({ staged, ledgers, uploads }: Props) {
  const { texts, formats } = useLanguage();
  const client = useQueryClient();
  if (staged.list.length === 0) return null;
  const count = formats.number(staged.list.length);

  function send(file: StagedFile, purpose: Purpose = {}) {
    staged.remove(file.key);
    uploads.send(file.file, file.options, purpose);
  }

  /** Those that cannot be read yet stay. */
  function sendAll() {
    for (const file of staged.list) if (client.getQueryState(previewKey(file))?.status === 'success') send(file);
  }

  return (
    <section className="stack" aria-labelledby="review">
      <div className="heading">
        <h2 id="review">{texts.imports.review.title(count)}</h2>
        {staged.list.length > 1 && (
          <button type="button" className="primary" onClick={sendAll}>
            {texts.imports.review.sendAll(count)}
          </button>
        )}
      </div>
      {staged.list.map((file) => (
        <FileReview
          key={file.key}
          staged={file}
          ledgers={ledgers}
          onChange={(options) => staged.change(file.key, options)}
          onSend={(purpose) => send(file, purpose)}
          onRemove={() => staged.remove(file.key)}
        />
      ))}
    </section>
  );
}
