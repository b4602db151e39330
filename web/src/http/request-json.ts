import { heard, silence } from './connection.ts';
import { failureOfAnswer, RequestFailure } from './request-failure.ts';

interface Options {
  method?: 'GET' | 'POST' | 'DELETE';
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  /** Milliseconds after which the request is given up; without it, it waits as long as the browser does. */
  timeout?: number;
}

/** Sends JSON to the API of the same origin and reads its JSON answer. Throws RequestFailure. */
export async function requestJson<T>(
  path: string,
  { method = 'GET', body, headers = {}, signal, timeout }: Options = {},
): Promise<T> {
  const signals = [signal, timeout === undefined ? undefined : AbortSignal.timeout(timeout)].filter((s) => s != null);
  let status: number;
  let text: string;
  try {
    const response = await fetch(path, {
      method,
      headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.any(signals),
      cache: 'no-store',
    });
    status = response.status;
    text = await response.text();
    heard();
  } catch (error) {
    if (signal?.aborted) throw error;
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError';
    if (!timedOut) silence();
    throw new RequestFailure(timedOut ? 'timeout' : 'network');
  }
  if (status < 200 || status > 299) throw failureOfAnswer(status, text);
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new RequestFailure('answer', { status });
  }
}
