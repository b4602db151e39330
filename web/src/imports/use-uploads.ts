import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { RequestFailure } from '../http/request-failure.ts';
import { ME } from '../session/session.ts';
import type { ImportOptions, Purpose } from './import-options.ts';
import { IMPORTS } from './import-record.ts';
import { type Progress, sendFile } from './send-file.ts';

/**
 * A file on its way to the server: `waiting` -> `sending` -> gone from here once it stands in the list of imports,
 * or `duplicate` (the server has this content already) or `failed`, which stay until the person has seen them.
 */
export interface Upload {
  key: number;
  file: File;
  options: ImportOptions;
  purpose: Purpose;
  idempotencyKey: string;
  state: 'waiting' | 'sending' | 'duplicate' | 'failed';
  progress: Progress;
  duplicateOf: string | null;
  failure: unknown;
}

export interface Uploads {
  list: readonly Upload[];
  send: (file: File, options: ImportOptions, purpose?: Purpose) => void;
  /** The same attempt once more: should the first have arrived after all, it counts once. */
  retry: (upload: Upload) => void;
  stop: (key: number) => void;
  dismiss: (key: number) => void;
}

/** Files go one after the other, so that a slow line finishes the first one first. */
export function useUploads(directMaxBytes: number): Uploads {
  const client = useQueryClient();
  const [list, setList] = useState<readonly Upload[]>([]);
  const last = useRef<Promise<void>>(Promise.resolve());
  const stops = useRef(new Map<number, AbortController>());
  const nextKey = useRef(1);

  const change = (key: number, part: Partial<Upload>) =>
    setList((uploads) => uploads.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)));
  const dismiss = (key: number) => setList((uploads) => uploads.filter((upload) => upload.key !== key));

  async function run({ key, file, options, purpose, idempotencyKey }: Upload, signal: AbortSignal): Promise<void> {
    change(key, { state: 'sending' });
    const onProgress = (progress: Progress) => change(key, { progress });
    try {
      const answer = await sendFile({ file, options, purpose, idempotencyKey, directMaxBytes, onProgress, signal });
      await client.invalidateQueries({ queryKey: IMPORTS });
      if (answer.duplicate) change(key, { state: 'duplicate', duplicateOf: String(answer.id) });
      else dismiss(key);
    } catch (failure) {
      change(key, { state: 'failed', failure });
      if (failure instanceof RequestFailure && failure.status === 401) void client.invalidateQueries({ queryKey: ME });
    }
  }

  function enqueue(upload: Upload): void {
    const controller = new AbortController();
    stops.current.set(upload.key, controller);
    setList((uploads) => [...uploads.filter(({ key }) => key !== upload.key), upload]);
    last.current = last.current.then(() => run(upload, controller.signal));
  }

  function send(file: File, options: ImportOptions, purpose: Purpose = {}): void {
    const idempotencyKey = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join('-');
    const [state, progress] = ['waiting', { step: 'sending', bytes: 0 }] as const;
    const attempt = { key: nextKey.current++, file, options, purpose, idempotencyKey };
    enqueue({ ...attempt, state, progress, duplicateOf: null, failure: null });
  }

  return {
    list,
    send,
    dismiss,
    retry: (upload) => enqueue({ ...upload, state: 'waiting', progress: { step: 'sending', bytes: 0 }, failure: null }),
    stop: (key) => stops.current.get(key)?.abort(),
  };
}
