import { type ReactNode, useId, useRef } from 'react';
import { FailureNotice } from '../notices/failure-notice.tsx';

interface Props {
  /** The button that opens it. */
  opens: { words: string; label?: string; className?: string };
  title: string;
  submit: { words: string; className?: string };
  leave: string;
  pending: boolean;
  failure: unknown;
  /** What was filled in. The dialog closes when it resolves to true. */
  onSubmit: (given: FormData) => Promise<boolean>;
  onClosed?: () => void;
  children: ReactNode;
}

/** A button, and the form that it opens. */
export function FormDialog(props: Props) {
  const { opens, title, submit, leave, pending, failure, onSubmit, onClosed, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const heading = useId();
  return (
    <>
      <button
        type="button"
        aria-label={opens.label}
        className={opens.className}
        onClick={() => dialog.current?.showModal()}
      >
        {opens.words}
      </button>
      <dialog
        ref={dialog}
        aria-labelledby={heading}
        onClose={() => {
          form.current?.reset();
          onClosed?.();
        }}
      >
        <form
          ref={form}
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void onSubmit(new FormData(event.currentTarget)).then((close) => close && dialog.current?.close());
          }}
        >
          <h2 id={heading}>{title}</h2>
          {children}
          {failure !== null && <FailureNotice failure={failure} />}
          <div className="actions">
            <button type="submit" className={submit.className ?? 'primary'} disabled={pending}>
              {submit.words}
            </button>
            <button type="button" onClick={() => dialog.current?.close()}>
              {leave}
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}
