import { useLanguage } from '../language/language.ts';
import type { ListedImport } from './import-record.ts';

/** How far a file is read, in bytes, while it is; rows are counted too, but how many there will be nobody knows. */
export function ImportProgress({ record }: { record: ListedImport }) {
  const { texts, formats } = useLanguage();
  const { state, bytes, bytes_read, rows_read, filename } = record;
  if (state !== 'processing' || !bytes) return null;
  const percent = formats.percent(Math.min(1, bytes_read / bytes));
  return (
    <div className="import-progress">
      <progress value={bytes_read} max={bytes} aria-label={texts.imports.progress(filename)} />
      <span className="soft small">{texts.imports.readSoFar(percent, formats.number(rows_read))}</span>
    </div>
  );
}
