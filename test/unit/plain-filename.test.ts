import { expect, test } from 'vitest';
import { plainFilename } from '../../functions/api/plain-filename.ts';

test.each([
  ['記録 (最新).csv', '記録 (最新).csv'],
  ['a\r\nSet-Cookie: x\u0000.csv', 'aSet-Cookie: x.csv'],
  ['gpj.\u202evsc.exe', 'gpj.vsc.exe'],
  [' \t ', 'upload.csv'],
  ['', 'upload.csv'],
  ['𠮷'.repeat(600), '𠮷'.repeat(500)],
])('%j is shown as %j', (sent, shown) => expect(plainFilename(sent)).toBe(shown));
