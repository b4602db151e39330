import { describe, expect, test } from 'vitest';
import { parseExportBody } from '../../../functions/api/export-body.ts';
import { DOWNLOAD_STATES, EXPORT_STATES } from '../../../shared/export-queue/job.ts';
import { type CountRequest, NOTHING_PICKED } from '../../../web/src/counts/count-request.ts';
import { isOpen, isStarting } from '../../../web/src/export/export-job.ts';
import { EXPORT_ENCODINGS, exportBody, FIRST_ORDER, formatsOf } from '../../../web/src/export/export-order.ts';
import { standOf } from '../../../web/src/export/use-download.ts';

const REQUEST: CountRequest = {
  ...NOTHING_PICKED,
  ledger: 'posts',
  rows: [{ axis: 'event_type' }],
  time_zone: 'UTC',
};

describe('the export dialog', () => {
  test.each(['summary', 'details'] as const)('offers in %s only what the server makes', (mode) => {
    for (const format of formatsOf(mode))
      for (const encoding of EXPORT_ENCODINGS)
        for (const delimiter of [',', '\t'] as const)
          for (const raw of [true, false]) {
            const order = { format, encoding, delimiter, raw };
            const taken = parseExportBody(exportBody({ ...REQUEST, mode }, order));
            expect(taken.format).toBe(format);
            if (format === 'csv') expect(taken.options).toMatchObject({ delimiter, raw, bom: encoding === 'bom' });
          }
  });

  test('starts with what a spreadsheet opens', () => {
    expect(parseExportBody(exportBody(REQUEST, FIRST_ORDER)).options).toEqual({
      bom: true,
      encoding: 'utf-8',
      delimiter: ',',
      raw: false,
    });
  });

  test('asks on while a state is open, one of tomorrow included', () => {
    expect(EXPORT_STATES.filter(isOpen)).toEqual(['queued', 'running']);
    expect(isOpen('paused')).toBe(true);
    const attempt = (state: (typeof DOWNLOAD_STATES)[number]) => ({ attempt: 'a', state, expires_at: '' });
    expect(DOWNLOAD_STATES.filter((state) => isStarting(attempt(state)))).toEqual(['pending', 'streaming']);
    expect(isStarting(null)).toBe(false);
  });

  test.each([
    [undefined, { asked: false }, 'none'],
    [undefined, { asked: true }, 'handing'],
    ['pending', { asked: true }, 'handing'],
    ['streaming', { asked: true }, 'handing'],
    ['streaming', { asked: true, silent: true }, 'silent'],
    ['started', { asked: true, silent: true }, 'started'],
    ['finished', { asked: true }, 'started'],
    ['failed', { asked: true }, 'failed'],
    ['expired', { asked: true, silent: true }, 'expired'],
    [undefined, { asked: true, refused: true }, 'failed'],
  ] as const)('an attempt that is %s, with %o, stands as %s', (state, local, stand) => {
    expect(standOf(state, { refused: false, silent: false, ...local })).toBe(stand);
  });
});
