import type { CountRequest } from '../counts/count-request.ts';
import { requestBody } from '../counts/request-body.ts';

export type ExportFormat = 'csv' | 'json' | 'jsonl';

/** How the file is to look, as picked in the dialog. */
export interface ExportOrder {
  format: ExportFormat;
  /** Of CSV. `bom`: UTF-8 with the mark by which spreadsheets know it. */
  encoding: 'bom' | 'utf-8' | 'cp932';
  delimiter: ',' | '\t';
  raw: boolean;
}

export const FIRST_ORDER: ExportOrder = { format: 'csv', encoding: 'bom', delimiter: ',', raw: false };

/** What the server makes of each mode. A test holds both to what it takes. */
export function formatsOf(mode: CountRequest['mode']): readonly ExportFormat[] {
  return mode === 'details' ? ['csv', 'json', 'jsonl'] : ['csv', 'json'];
}

export const EXPORT_ENCODINGS: readonly ExportOrder['encoding'][] = ['bom', 'utf-8', 'cp932'];

/** What is registered. Choices that only CSV has go with CSV only. */
export function exportBody(request: CountRequest, { format, encoding, delimiter, raw }: ExportOrder) {
  const options =
    format === 'csv'
      ? { bom: encoding === 'bom', encoding: encoding === 'cp932' ? 'cp932' : 'utf-8', delimiter, raw }
      : {};
  return { request: requestBody(request), format, options };
}
