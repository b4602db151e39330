import { heard, silence } from '../http/connection.ts';
import { failureOfAnswer, RequestFailure } from '../http/request-failure.ts';

export interface Sending {
  method: 'POST' | 'PUT';
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Blob;
  /** Bytes that have left. */
  onSent: (bytes: number) => void;
  signal: AbortSignal;
}

/**
 * One request that carries a file, by XMLHttpRequest, because only it tells how many bytes have left.
 * @returns the text of a 2xx answer; rejects with RequestFailure
 */
export function exchange({ method, url, headers, body, onSent, signal }: Sending): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onSent(Math.min(loaded, body.size));
    request.onabort = () => reject(new RequestFailure('stopped'));
    request.onerror = () => {
      silence();
      reject(new RequestFailure('network'));
    };
    request.onload = () => {
      heard();
      if (request.status >= 200 && request.status <= 299) resolve(request.responseText);
      else reject(failureOfAnswer(request.status, request.responseText));
    };
    request.onloadend = () => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop);
    if (signal.aborted) reject(new RequestFailure('stopped'));
    else request.send(body);
  });
}
