import { RequestFailure } from '../http/request-failure.ts';
import { useLanguage } from '../language/language.ts';
import './notices.css';

interface Props {
  failure: unknown;
  title?: string;
  /** A better sentence than the general one, where the place knows it. */
  says?: string | undefined;
  onRetry?: () => void;
  onDismiss?: () => void;
}

/** A failed request in words: what happened, each fault the server named, and a way on. */
export function FailureNotice({ failure, title, says, onRetry, onDismiss }: Props) {
  const { texts } = useLanguage();
  const known = failure instanceof RequestFailure ? failure : null;
  return (
    <div className="notice bad" role="alert">
      {title && <strong>{title}</strong>}
      <p>{says ?? sentence()}</p>
      {known && known.faults.length > 0 && (
        <ul>
          {known.faults.map((fault) => (
            <li key={`${fault.field} ${fault.code} ${fault.message}`}>
              {fault.field && <code>{fault.field}</code>} {fault.message}
            </li>
          ))}
        </ul>
      )}
      {known?.requestId && <p className="soft small">{texts.failures.requestId(known.requestId)}</p>}
      <p className="actions">
        {onRetry && (
          <button type="button" onClick={onRetry}>
            {texts.failures.again}
          </button>
        )}
        {onDismiss && (
          <button type="button" className="quiet" onClick={onDismiss}>
            {texts.failures.dismiss}
          </button>
        )}
      </p>
    </div>
  );

  function sentence(): string {
    if (!known) return texts.failures.unexpected(String(failure));
    if (known.kind === 'network') return texts.failures.network;
    if (known.kind === 'timeout') return texts.failures.timeout;
    return known.message || texts.failures.answer(known.status);
  }
}
