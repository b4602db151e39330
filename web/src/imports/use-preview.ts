import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { failureOfAnswer, RequestFailure } from '../http/request-failure.ts';
import { contentTypeOf } from './file-type.ts';
import { importQuery } from './import-options.ts';
import type { ImportPreview } from './import-record.ts';
import type { StagedFile } from './use-staged-files.ts';

/** Far more than a hundred rows need, far less than a large file. */
const PART_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;

export function previewKey({ key, options }: StagedFile) {
  return ['preview', key, options] as const;
}

/** How the server would read a file with these options. Until it has said so, what it said before stays. */
export function usePreview(staged: StagedFile) {
  const { file, options } = staged;
  return useQuery({
    queryKey: previewKey(staged),
    queryFn: async ({ signal }): Promise<ImportPreview> => {
      const response = await fetch(`/api/imports/preview?${importQuery(options)}`, {
        method: 'POST',
        headers: { 'Content-Type': contentTypeOf(file.name) },
        body: await firstPart(file),
        signal,
      }).catch((error) => {
        throw signal.aborted ? error : new RequestFailure('network');
      });
      const text = await response.text();
      if (!response.ok) throw failureOfAnswer(response.status, text);
      return JSON.parse(text) as ImportPreview;
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** The beginning of a large file, up to the end of a line: what is cut in a record would look like a fault. */
export async function firstPart(file: Blob): Promise<Blob> {
  if (file.size <= PART_BYTES) return file;
  const bytes = new Uint8Array(await file.slice(0, PART_BYTES).arrayBuffer());
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const end = packed ? 0 : bytes.lastIndexOf(LINE_FEED);
  // In UTF-16 LE the line feed has a second byte.
  const width = bytes[0] === 0xff && bytes[1] === 0xfe ? 2 : 1;
  return end > 0 ? new Blob([bytes.subarray(0, end + width)]) : file.slice(0, PART_BYTES);
}
