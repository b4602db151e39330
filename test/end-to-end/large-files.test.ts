import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../harness/client.ts';
import { hasProcessTable, processRunning } from '../harness/process-table.ts';
import { ADMIN, startStack } from '../harness/stack.ts';

const BYTES = 104_857_600;
/**
 * What a process may have needed at its peak. Collecting garbage late, ours come to 230 MB here; one that held the file,
 * even once, would need a hundred more.
 */
const PEAK_KIB = 280 * 1024;

const HEADER = 'tag_id,version_no,event_type,created_at,created_by,name,category\n';

/** Exactly BYTES bytes of tags, made as they are sent. */
function* file(): Generator<Buffer> {
  let left = BYTES - HEADER.length;
  yield Buffer.from(HEADER);
  for (let id = 1; left > 0; ) {
    const lines: string[] = [];
    for (let line = 0; line < 500 && left > 0; line++, id++) {
      const start = `${id},1,create,2025-01-01T00:00:00Z,mika,tag ${id},`;
      const rest = left - start.length - 1;
      const category = 'c'.repeat(Math.min(400, rest < 900 ? rest : 400));
      lines.push(`${start}${category}\n`);
      left -= start.length + category.length + 1;
    }
    yield Buffer.from(lines.join(''));
  }
}

const stream = () => Readable.toWeb(Readable.from(file())) as ReadableStream<Uint8Array>;

describe.runIf(hasProcessTable)('100 MiB, by both doors, with flat memory', () => {
  let stack: Awaited<ReturnType<typeof startStack>>;
  let client: Client;
  beforeAll(async () => {
    stack = await startStack();
    client = new Client(stack.url);
    await client.signIn(ADMIN);
  });
  afterAll(() => stack?.stop());

  /** The most memory that a process has ever had. */
  function peakKiB(program: string): number {
    const status = readFileSync(`/proc/${processRunning(stack.dataDirectory, program)}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]);
  }

  async function sendDirect(): Promise<void> {
    const response = await client.fetch('/api/imports?ledger=tags', {
      method: 'POST',
      headers: { 'content-type': 'text/csv', 'content-length': String(BYTES) },
      body: stream(),
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(202);
    const accepted = (await response.json()) as { id: number; bytes: number };
    expect(accepted.bytes).toBe(BYTES);
    expect(await client.finished(accepted.id)).toMatchObject({ state: 'done', rows_unchanged: 0 });
  }

  test('the direct door streams, and the import does too', async () => {
    await sendDirect();
    expect(peakKiB('hosts/api.ts')).toBeLessThan(PEAK_KIB);
    expect(peakKiB('hosts/ingest.ts')).toBeLessThan(PEAK_KIB);
  });

  test('the presigned door takes exactly the bytes that were announced', async () => {
    const hash = createHash('sha256');
    for (const chunk of file()) hash.update(chunk);
    const announced = await client.postJson('/api/imports?ledger=tags&force=true&dry_run=true', {
      name: 'large.csv',
      size: BYTES,
      sha256: hash.digest('hex'),
    });
    expect(announced.status).toBe(201);
    const { id, upload } = (await announced.json()) as {
      id: number;
      upload: { method: string; url: string; headers: Record<string, string> };
    };
    const put = await fetch(upload.url, {
      method: upload.method,
      headers: { ...upload.headers, 'content-length': String(BYTES) },
      body: stream(),
      duplex: 'half',
    } as RequestInit);
    expect(put.status).toBe(200);
    expect((await client.postJson(`/api/imports/${id}/complete`, {})).status).toBe(202);
    expect(await client.finished(id)).toMatchObject({ state: 'done', rows_inserted: 0 });
    expect(peakKiB('hosts/api.ts')).toBeLessThan(PEAK_KIB);
  });
});
