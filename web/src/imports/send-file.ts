import { failureOfAnswer, RequestFailure } from '../http/request-failure.ts';
import type { ImportRecord } from './import-record.ts';

export interface ImportAnswer {
  import: ImportRecord;
  duplicate: boolean;
}

/**
 * Sends a file as the raw body. XMLHttpRequest, because only it tells how many bytes have left (`onSent`).
 * Rejects with RequestFailure.
 */
export function sendFile(
  file: File,
  { ledger, force }: { ledger: string; force: boolean },
  onSent: (bytes: number) => void,
): Promise<ImportAnswer> {
  const query = new URLSearchParams({ ledger, ...(force ? { force: 'true' } : {}) });
  return new Promise((resolve, reject) => {
    const exchange = new XMLHttpRequest();
    exchange.open('POST', `/api/imports?${query}`);
    exchange.setRequestHeader('Content-Type', 'text/csv');
    exchange.setRequestHeader('X-Filename', encodeURIComponent(file.name.toWellFormed()));
    exchange.upload.onprogress = ({ loaded }) => onSent(Math.min(loaded, file.size));
    exchange.onerror = () => reject(new RequestFailure('network'));
    exchange.ontimeout = () => reject(new RequestFailure('timeout'));
    exchange.onload = () => {
      if (exchange.status !== 200 && exchange.status !== 202) {
        reject(failureOfAnswer(exchange.status, exchange.responseText));
        return;
      }
      const answer = answerOf(exchange.responseText);
      if (answer) resolve(answer);
      else reject(new RequestFailure('answer', { status: exchange.status }));
    };
    exchange.send(file);
  });
}

/** 202 carries the import itself or wraps it as the duplicate's answer does. */
function answerOf(text: string): ImportAnswer | null {
  try {
    const body = JSON.parse(text) as { import?: ImportRecord; duplicate?: boolean } & ImportRecord;
    return { import: body.import ?? body, duplicate: body.duplicate === true };
  } catch {
    return null;
  }
}
