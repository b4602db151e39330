import { setTimeout as sleep } from 'node:timers/promises';
import type { CountsAnswer } from '../../shared/counts/answer.ts';
import type { CountsRequestInput } from '../../shared/counts/request.ts';

/** An import as the API tells it. */
export interface ImportAnswer {
  id: number;
  state: string;
  duplicate?: boolean;
  rows_read: number;
  rows_inserted: number;
  rows_unchanged: number;
  problem: { code: string; message: string } | null;
  errors: { line: number; column: string | null; code: string }[];
}

const UNFINISHED = new Set(['receiving', 'stored', 'queued', 'processing']);
/** Longer for drills with the real limits. */
const PATIENCE_MS = Number(process.env.TEST_PATIENCE_SECONDS ?? 120) * 1000;

/** Somebody who is signed in, speaking HTTP as any program would. */
export class Client {
  readonly url: string;
  cookie = '';

  constructor(url: string) {
    this.url = url;
  }

  async signIn({ email, password }: { email: string; password: string }): Promise<Response> {
    const response = await this.postJson('/api/auth/sign-in/email', { email, password });
    this.cookie = response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
    return response;
  }

  /** Makes a user of this role, as an administrator, and signs in as that one. */
  async signedInAs(role: 'importer' | 'viewer'): Promise<Client> {
    const user = { email: `${role}-${Date.now()}@example.com`, password: `${role}-password`, name: role, role };
    const made = await this.postJson('/api/auth/admin/create-user', user);
    if (made.status !== 200) throw new Error(`create-user: ${made.status} ${await made.text()}`);
    const client = new Client(this.url);
    await client.signIn(user);
    return client;
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.cookie) headers.set('cookie', this.cookie);
    if (!headers.has('origin')) headers.set('origin', this.url);
    return fetch(`${this.url}${path}`, { ...init, headers, redirect: 'manual' });
  }

  postJson(path: string, body: unknown): Promise<Response> {
    return this.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  async upload(ledger: string, body: string | Uint8Array<ArrayBuffer>, options = ''): Promise<ImportAnswer> {
    const response = await this.fetch(`/api/imports?ledger=${ledger}${options}`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', 'x-filename': encodeURIComponent('記録.csv') },
      body,
    });
    if (response.status >= 300) throw new Error(`upload: ${response.status} ${await response.text()}`);
    return response.json() as Promise<ImportAnswer>;
  }

  /** Waits for an end state, the way a page does. */
  async finished(id: number): Promise<ImportAnswer> {
    return poll(async () => {
      const found = (await (await this.fetch(`/api/imports/${id}`)).json()) as ImportAnswer;
      return UNFINISHED.has(found.state) ? undefined : found;
    });
  }

  async count(request: CountsRequestInput): Promise<CountsAnswer> {
    const response = await this.postJson('/api/counts', request);
    if (response.status !== 200) throw new Error(`counts: ${response.status} ${await response.text()}`);
    return response.json() as Promise<CountsAnswer>;
  }

  /** Registers an export, waits until its file is complete and downloads it. */
  async export(request: CountsRequestInput, form: object = {}): Promise<Response> {
    const registered = await this.postJson('/api/counts/export/jobs', { request, format: 'csv', ...form });
    if (registered.status !== 202) throw new Error(`export: ${registered.status} ${await registered.text()}`);
    const { token } = (await registered.json()) as { token: string };
    const fileToken = await poll(async () => {
      const status = (await (await this.fetch(`/api/counts/export/jobs/${token}`)).json()) as {
        state: string;
        file_token?: string;
        error: unknown;
      };
      if (status.state === 'failed') throw new Error(`export failed: ${JSON.stringify(status.error)}`);
      return status.state === 'ready' ? status.file_token : undefined;
    });
    return this.fetch(`/api/counts/export/files/${fileToken}`);
  }
}

/** Asks until there is an answer; a hang is an error, not a wait for ever. */
export async function poll<T>(ask: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`No answer within ${PATIENCE_MS / 1000} s.`);
    await sleep(50);
  }
}
