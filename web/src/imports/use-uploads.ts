import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { RequestFailure } from '../http/request-failure.ts';
import { ME } from '../session/session.ts';
import { IMPORTS } from './import-record.ts';
import { sendFile } from './send-file.ts';

/**
 * A file on its way to the server: `waiting` -> `sending` -> gone from here once it stands in the list of imports,
 * or `duplicate` (the server has this content already) or `failed`, which stay until the person has seen them.
 */
export interface Upload {
  key: number;
  file: File;
  ledger: string;
  state: 'waiting' | 'sending' | 'duplicate' | 'failed';
  sentBytes: number;
  duplicateOf: string | null;
  failure: unknown;
}

export interface Uploads {
  list: readonly Upload[];
  send: (files: readonly File[], ledger: string, options?: { force: boolean }) => void;
  dismiss: (key: number) => void;
}

/** Files go one after the other, so that a slow line finishes the first one first. */
export function useUploads(): Uploads {
  const client = useQueryClient();
  const [list, setList] = useState<readonly Upload[]>([]);
  const last = useRef<Promise<void>>(Promise.resolve());
  const nextKey = useRef(1);

  const change = (key: number, part: Partial<Upload>) =>
    setList((uploads) => uploads.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)));
  const dismiss = (key: number) => setList((uploads) => uploads.filter((upload) => upload.key !== key));

  async function run({ key, file, ledger }: Upload, force: boolean): Promise<void> {
    change(key, { state: 'sending' });
    try {
      const answer = await sendFile(file, { ledger, force }, (sentBytes) => change(key, { sentBytes }));
      await client.invalidateQueries({ queryKey: IMPORTS });
      if (answer.duplicate) change(key, { state: 'duplicate', duplicateOf: String(answer.import.id) });
      else dismiss(key);
    } catch (failure) {
      change(key, { state: 'failed', failure });
      if (failure instanceof RequestFailure && failure.status === 401) void client.invalidateQueries({ queryKey: ME });
    }
  }

  function send(files: readonly File[], ledger: string, { force } = { force: false }): void {
    for (const file of files) {
      const key = nextKey.current++;
      const upload: Upload = { key, file, ledger, state: 'waiting', sentBytes: 0, duplicateOf: null, failure: null };
      setList((uploads) => [...uploads, upload]);
      last.current = last.current.then(() => run(upload, force));
    }
  }

  return { list, send, dismiss };
}
