import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { serve } from '@hono/node-server';
import { expect, test } from 'vitest';
import { requestLimits } from '../../functions/hosts/http-server.ts';
import { readConfig } from '../../shared/config/config.ts';
import { eventually } from '../harness/eventually.ts';
import { openImportApi } from '../harness/import-api.ts';
import { openImportLine } from '../harness/import-line.ts';

const line = await openImportLine('directory and table');

test('an upload may come in as long as the sweep waits for it, by either door', () => {
  const config = readConfig({});
  const { requestTimeout = 0 } = requestLimits(config);
  expect(requestTimeout).toBeGreaterThanOrEqual(config.IMPORT_RECEIVING_GRACE * 1000);
  expect(requestTimeout).toBeGreaterThanOrEqual(config.IMPORT_AWAITING_GRACE * 1000);
});

test('what takes longer is cut with an answer, and leaves no object', async () => {
  const server = serve({
    ...{ fetch: openImportApi(line).app.fetch, hostname: '127.0.0.1', port: 0 },
    serverOptions: requestLimits({ IMPORT_RECEIVING_GRACE: 1, IMPORT_AWAITING_GRACE: 1 }),
  });
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const head = 'POST /api/imports?ledger=tags HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/csv\r\n';
  socket.write(`${head}Content-Length: 1000\r\n\r\ntag_id,`);
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  expect(answer).toContain('HTTP/1.1 408');
  await eventually('the import has ended', async () => (await line.states()).join() === 'upload_missing');
  expect(await line.objects()).toEqual([]);
  server.close();
});
