import { useLanguage } from '../language/language.ts';
import { ErrorTable } from './error-table.tsx';
import type { ImportRecord } from './import-record.ts';

/** The first faults by line, and the report that has them all. */
export function ImportErrors({ record: { id, errors, error_count, original_kept } }: { record: ImportRecord }) {
  const { texts, formats } = useLanguage();
  if (error_count === 0) return null;
  const count = formats.number(error_count);
  return (
    <section className="stack" aria-labelledby="faults">
      <div className="heading">
        <h2 id="faults">{texts.imports.errors(count)}</h2>
        {original_kept && (
          <a className="button" href={`/api/imports/${id}/errors.csv`} download>
            {texts.imports.report}
          </a>
        )}
      </div>
      {original_kept && <p className="soft small">{texts.imports.reportHow}</p>}
      {errors.length < error_count && (
        <p className="soft small">{texts.imports.errorsShown(formats.number(errors.length), count)}</p>
      )}
      <ErrorTable errors={errors} />
    </section>
  );
}
