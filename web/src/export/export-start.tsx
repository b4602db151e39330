import { useLanguage } from '../language/language.ts';
import { FailureNotice } from '../notices/failure-notice.tsx';

interface Props {
  registration: { isPending: boolean; error: unknown };
  onStart: () => void;
}

export function ExportStart({ registration: { isPending, error }, onStart }: Props) {
  const { texts } = useLanguage();
  return (
    <>
      <p>{texts.exports.format}</p>
      {error !== null && <FailureNotice failure={error} />}
      <p>
        <button type="button" className="primary" onClick={onStart} disabled={isPending}>
          {isPending ? texts.exports.starting : texts.exports.start}
        </button>
      </p>
    </>
  );
}
