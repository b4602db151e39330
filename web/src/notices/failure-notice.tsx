import type { ReactNode } from 'react';
import { RequestFailure } from '../http/request-failure.ts';
import { useLanguage } from '../language/language.ts';
import { toldWords } from '../language/told-words.ts';
import './notices.css';

interface Props {
  failure: unknown;
  title?: string;
  /** A better sentence than the general one, where the place knows it. */
  says?: string | undefined;
  onRetry?: () => void;
  onDismiss?: () => void;
  /** More of what can be done about it. */
  children?: ReactNode;
}

/** A failed request in words: what happened, each fault the server named, and a way on. */
export function FailureNotice({ failure, title, says, onRetry, onDismiss, children }: Props) {
  const { texts } = useLanguage();
  const known = failure instanceof RequestFailure ? failure : null;
  // A fault that says just what the answer says is no news.
  const listed = known?.faults.filter(({ message }) => message !== known.message) ?? [];
  return (
    <div className="notice bad" role="alert">
      {title && <strong>{title}</strong>}
      <p>{says ?? sentence()}</p>
      {listed.length > 0 && (
        <ul>
          {listed.map((fault) => (
            <li key={`${fault.field} ${fault.code} ${fault.message}`}>
              {fault.field && <code>{fault.field}</code>} {toldWords(texts.told.faults, fault.code, fault.message)}
              {fault.allowed && texts.told.allowed?.(fault.allowed.join(', '))}
            </li>
          ))}
        </ul>
      )}
      {children}
      {known?.requestId && known.status >= 500 && (
        <p className="soft small">{texts.failures.requestId(known.requestId)}</p>
      )}
      <div className="actions">
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
      </div>
    </div>
  );

  function sentence(): string {
    if (!known) return texts.failures.unexpected(String(failure));
    if (known.kind === 'network') return texts.failures.network;
    if (known.kind === 'timeout') return texts.failures.timeout;
    // A fault that says the same as the answer says it more exactly.
    const [same] = known.faults.filter(({ message }) => message === known.message);
    const { faults, problems } = texts.told;
    if (same && known.code === 'unreadable-file') return toldWords(faults, same.code, same.message);
    return toldWords(problems, known.code, known.message) || texts.failures.answer(known.status);
  }
}
