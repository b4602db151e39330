const MAX_CHARACTERS = 1000;

/** What `last_error` keeps of an error: `Class: message`, at most 1000 characters (as the database counts them). */
export function failureText(error: unknown): string {
  return Array.from(describe(error)).slice(0, MAX_CHARACTERS).join('');
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return `Thrown ${typeof error}: ${printable(error)}`;
  // A refused connection is an AggregateError without a message; its code says what happened.
  const message = error.message || ('code' in error ? String(error.code) : '');
  return `${error.name}: ${message}`;
}

function printable(value: unknown): string {
  try {
    return String(value);
  } catch {
    return 'a value that has no text';
  }
}
